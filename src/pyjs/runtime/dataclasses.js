// Dataclasses: what the decorator writes into a class.

const MISSING = builtins$NotImplemented;

class Field {
  constructor(name, settings) {
    Object.assign(this, { init: true, default: MISSING, keyword: false }, settings, { name });
  }

  get $type() {
    return FIELD;
  }
}

const FIELD = builtin("Field", [builtins$object], { name: new Property((self) => self.name) });
const dataclasses$field = $def(
  "field",
  "* default init hash",
  (value, init) => new Field("", { default: value, init }),
  {
    default: MISSING,
    init: true,
    hash: null,
  },
);

const dataclasses$dataclass = $def(
  "dataclass",
  "type * frozen kw_only",
  (type, frozen, keyword) => {
    const decorate = (each) => decorated(each, $truth(frozen), $truth(keyword));
    return type === null ? decorate : decorate(type);
  },
  { type: null, frozen: false, kw_only: false },
);

function decorated(type, frozen, keyword) {
  const fields = new Map();
  for (const base of type.mro.slice(1).reverse())
    for (const each of base.fields ?? []) fields.set(each.name, each);
  for (const name of type.annotated) fields.set(name, declared(type, name, keyword));
  type.fields = [...fields.values()];
  type.fieldsOf = type.fields.filter((each) => each.init);
  Object.assign(type.own, {
    __init__: initializer(type),
    __repr__: shown,
    __eq__: equal,
    ...(frozen && { __setattr__: refused }),
    ...type.own, // what the class writes itself goes before
  });
  type.finish();
  return type;
}

function declared(type, name, keyword) {
  const value = type.own[name];
  const field =
    value instanceof Field ? value : new Field(name, value === undefined ? {} : { default: value });
  if (field.default === MISSING) delete type.own[name];
  else type.own[name] = field.default;
  return new Field(name, { init: field.init, default: field.default, keyword });
}

function initializer(type) {
  const names = (keyword) =>
    type.fieldsOf.filter((each) => each.keyword === keyword).map((each) => each.name);
  const [positional, keywords] = [names(false), names(true)];
  const signature = ["self", ...positional, ...(keywords.length ? ["*", ...keywords] : [])].join(
    " ",
  );
  const defaults = Object.create(null);
  for (const each of type.fieldsOf)
    if (each.default !== MISSING) defaults[each.name] = each.default;
  const order = [...positional, ...keywords];
  const body = (self, ...values) => {
    order.forEach((name, index) => {
      self.fields[name] = values[index];
    });
    if (self.$type.table.__post_init__) $method(self, "__post_init__");
    return null;
  };
  return $def(`${type.name}.__init__`, signature, body, defaults);
}

const valuesOf = (self) => self.$type.fields.map(({ name }) => $attr(self, name));

function shown(self) {
  const parts = self.$type.fields.map(({ name }) => `${name}=${$repr($attr(self, name))}`);
  return `${self.$type.name}(${parts.join(", ")})`;
}

function equal(a, b) {
  if (typeOf(a) !== typeOf(b)) return builtins$NotImplemented;
  const others = valuesOf(b);
  return valuesOf(a).every((value, index) => same(value, others[index]));
}

function refused(self, name) {
  throw $error(dataclasses$FrozenInstanceError, `cannot assign to field '${name}'`);
}

const dataclasses$fields = (value) => [...(value instanceof Type ? value : typeOf(value)).fields];

const dataclasses$replace = $def("replace", "self **changes", (self, changes) => {
  const fields = self.$type.fields;
  const fixed = fields.find(({ name, init }) => !init && changes.has(name));
  if (fixed) {
    const why = "is declared with init=False, it cannot be specified with replace()";
    throw $error(builtins$ValueError, `field ${fixed.name} ${why}`);
  }
  const kept = fields.filter(({ name, init }) => init && !changes.has(name));
  const values = kept.map(({ name }) => [name, $attr(self, name)]);
  return $call(self.$type, [], [...values, ...changes.items()]);
});
