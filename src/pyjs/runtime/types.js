// Types, instances and attributes: how Python finds what a name after a dot means.
//
// A value of Python is one of JavaScript: an int is a BigInt, a float is a Number, a tuple is an
// Array, None is null. What JavaScript lacks says its type by `$type`.

// A gap of this runtime, not an error of the program: no `except` catches it.
function $unsupported(what) {
  throw new Error(`not supported by the translation: ${what}`);
}

class Type {
  constructor(name, bases) {
    this.name = name;
    this.own = Object.create(null);
    this.subclasses = [];
    this.mro = [this, ...merged([...bases.map((base) => base.mro), bases])];
    this.ancestors = new Set(this.mro);
    this.following = new Map();
    for (const base of bases) base.subclasses.push(this);
    this.finish();
  }

  // One table of all attributes, the nearest of each name: looking one up is then a single step.
  finish() {
    this.table = tableOf(this.mro);
  }

  get $type() {
    return builtins$type;
  }
}

const tableOf = (types) =>
  Object.assign(Object.create(null), ...types.map((type) => type.own).reverse());

// The order in which bases are searched (C3): as Python's for several bases.
function merged(orders) {
  const result = [];
  for (;;) {
    orders = orders.filter((order) => order.length);
    if (!orders.length) return result;
    const next = orders.find(([head]) => !orders.some((order) => order.indexOf(head) > 0));
    if (!next)
      throw $error(builtins$TypeError, "Cannot create a consistent method resolution order");
    const head = next[0];
    result.push(head);
    orders = orders.map((order) => (order[0] === head ? order.slice(1) : order));
  }
}

function builtin(name, bases, methods = {}) {
  const type = new Type(name, bases);
  Object.assign(type.own, methods);
  type.finish();
  return type;
}

const builtins$object = builtin("object", []);
const builtins$type = builtin("type", [builtins$object]);
const FUNCTION = builtin("function", [builtins$object]);
const METHOD = builtin("method", [builtins$object]);
const NONE = builtin("NoneType", [builtins$object]);

// Fields have no prototype, so no name of Python's meets one of JavaScript's.
function Fields() {}
Fields.prototype = Object.create(null);

// An instance of a class of the program, of an exception, or of a subclass of a number.
class Instance {
  constructor(type, value) {
    this.$type = type;
    this.value = value; // of an int or float
    this.fields = new Fields();
  }
}

class Bound {
  constructor(self, method) {
    this.self = self;
    this.method = method;
  }

  get $type() {
    return METHOD;
  }
}

class Property {
  constructor(getter) {
    this.getter = getter;
  }

  get $type() {
    return builtins$object;
  }
}

const builtins$property = (getter) => new Property(getter);

// What super() gives: the attributes that come after one class in the order of another.
class Super {
  constructor(after, self) {
    this.after = after;
    this.self = self;
  }

  get $type() {
    return builtins$object;
  }
}

function typeOf(value) {
  switch (typeof value) {
    case "bigint":
      return builtins$int;
    case "string":
      return builtins$str;
    case "number":
      return builtins$float;
    case "boolean":
      return builtins$bool;
    case "function":
      return FUNCTION;
    case "undefined":
      throw new Error("a name was used before it had a value");
  }
  if (value === null) return NONE;
  if (value.$type) return value.$type;
  if (Array.isArray(value)) return builtins$tuple;
  return typeof value.next === "function" ? GENERATOR : $unsupported(`the value ${value}`);
}

const isSubtype = (type, base) => type.ancestors.has(base);

function attributeOf(self, found) {
  if (found instanceof Property) return $call(found.getter, [self]);
  return typeof found === "function" ? new Bound(self, found) : found;
}

// The attribute, or undefined if there is none.
function find(value, name) {
  if (value instanceof Type) {
    if (value.table[name] !== undefined) return value.table[name];
    if (name === "__name__") return value.name;
    return attributeOf(value, builtins$type.table[name]);
  }
  if (value instanceof Super) return findAfter(value, name);
  const found = typeOf(value).table[name];
  if (value instanceof Instance && !(found instanceof Property)) {
    const own = value.fields[name];
    if (own !== undefined) return own;
  }
  return attributeOf(value, found);
}

function findAfter({ after, self }, name) {
  const type = self instanceof Type ? self : typeOf(self);
  if (!after.following.has(type))
    after.following.set(type, tableOf(type.mro.slice(type.mro.indexOf(after) + 1)));
  const found = after.following.get(type)[name];
  return name === "__new__" ? found : attributeOf(self, found);
}

function $attr(value, name) {
  const found = find(value, name);
  if (found !== undefined) return found;
  const who =
    value instanceof Type ? `type object '${value.name}'` : `'${typeOf(value).name}' object`;
  throw $error(builtins$AttributeError, `${who} has no attribute '${name}'`);
}

// The same as calling `$attr`, without an object for the bound method.
function $method(value, name, args = [], keywords) {
  if (value instanceof Instance && value.fields[name] === undefined) {
    const found = value.$type.table[name];
    if (typeof found === "function") return invoke(found, [value, ...args], keywords);
  }
  return $call($attr(value, name), args, keywords);
}

function $setattr(value, name, item) {
  if (!(value instanceof Instance)) $unsupported(`setting ${name} of a ${typeOf(value).name}`);
  const setter = value.$type.table.__setattr__;
  invoke(setter, [value, name, item]);
}

builtins$object.own.__setattr__ = (self, name, item) => {
  if (self.$type.table[name] instanceof Property) {
    const who = `property '${name}' of '${self.$type.name}' object`;
    throw $error(builtins$AttributeError, `${who} has no setter`);
  }
  self.fields[name] = item;
  return null;
};
Object.assign(builtins$object.own, {
  __new__: (type) => new Instance(type),
  __str__: (self) => $repr(self),
  __repr__: (self) => $unsupported(`repr of a ${typeOf(self).name}`),
  __format__(self, spec) {
    if (spec === "") return $str(self);
    const who = `${typeOf(self).name}.__format__`;
    throw $error(builtins$TypeError, `unsupported format string passed to ${who}`);
  },
});
Object.assign(builtins$type.own, {
  __new__: (_, value) => typeOf(value),
  __subclasses__: (self) => $list(self.subclasses),
  __or__: (self, other) => new Union([self, other]),
});
Object.assign(NONE.own, { __repr__: () => "None" });
for (const type of [builtins$object, builtins$type, FUNCTION, METHOD, NONE]) type.finish();

// int | float, as isinstance takes it.
class Union {
  constructor(types) {
    this.types = types;
  }

  get $type() {
    return UNION;
  }
}

const UNION = builtin("UnionType", [builtins$object], {
  __or__: (self, other) => new Union([...self.types, other]),
});

// A class statement. The body fills the namespace; annotations are the names of its fields.
function $class(name, bases, annotated, body) {
  for (const base of bases) if (base.sealed) $unsupported(`a subclass of ${base.name}`);
  const type = new Type(name, bases.length ? bases : [builtins$object]);
  type.annotated = annotated;
  body(type.own, type);
  // Python gives a class that defines __eq__ alone no hash; here neither has one as a key.
  type.finish();
  return type;
}

const $super = (type, self) => new Super(type, self);
