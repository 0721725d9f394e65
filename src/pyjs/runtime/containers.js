// tuple, list, dict, set and range, and how to walk through them.

// A tuple is a plain array, because tuples are far more frequent; a list is one that says so.
function $list(values) {
  const list = [...values];
  list.$type = builtins$list;
  return list;
}

const GENERATOR = builtin("generator", [builtins$object], { __iter__: (self) => self });

function $iter(value) {
  if (Array.isArray(value)) return value[Symbol.iterator]();
  if (typeof value?.next === "function") return value;
  const { name, table } = typeOf(value);
  if (table.__iter__) return invoke(table.__iter__, [value]);
  throw $error(builtins$TypeError, `'${name}' object is not iterable`);
}

const isIterable = (value) =>
  Array.isArray(value) ||
  typeof value?.next === "function" ||
  Boolean(typeOf(value).table.__iter__);

// For loops: JavaScript ends a generator when a loop is left, and Python goes on with it later.
function $each(value) {
  const iterator = $iter(value);
  if (!iterator.return) return iterator;
  return { next: () => iterator.next(), [Symbol.iterator]: $each.same };
}
$each.same = function same() {
  return this;
};

const items = (value) => (Array.isArray(value) ? [...value] : [...$iter(value)]);

// a, b = value; with a star, the target at that place takes what the others leave.
function $unpack(value, count, star = -1) {
  const found = items(value);
  if (found.length < count) {
    const wanted = star < 0 ? count : `at least ${count}`;
    throw $error(
      builtins$ValueError,
      `not enough values to unpack (expected ${wanted}, got ${found.length})`,
    );
  }
  if (star < 0) {
    if (found.length === count) return found;
    throw $error(builtins$ValueError, `too many values to unpack (expected ${count})`);
  }
  const end = found.length - (count - star);
  return [...found.slice(0, star), $list(found.slice(star, end)), ...found.slice(end)];
}

function indexed(self, index) {
  const kind = typeOf(self).name;
  if (!isInt(index)) $unsupported(`a ${typeOf(index).name} as an index of a ${kind}`);
  const found = self.at(Number(whole(index)));
  if (found === undefined) throw $error(builtins$IndexError, `${kind} index out of range`);
  return found;
}

// Two sequences of one kind, in the order of the first elements that differ.
function sequences(name, kind) {
  return (a, b) => {
    if (typeOf(b) !== kind()) return builtins$NotImplemented;
    const at = a.findIndex((item, index) => index >= b.length || !same(item, b[index]));
    if (at >= 0 && at < b.length) return ordered(name, a[at], b[at]);
    return COMPARED[name](a.length, b.length);
  };
}

function sequence(name, kind, [open, close], like) {
  return builtin(name, [builtins$object], {
    ...gaps(name, ["mul"]),
    __new__: (_, values = []) => like(items(values)),
    __add__: (a, b) => (typeOf(b) === kind() ? like([...a, ...b]) : builtins$NotImplemented),
    __eq__(a, b) {
      if (typeOf(b) !== kind()) return builtins$NotImplemented;
      return a.length === b.length && a.every((item, index) => same(item, b[index]));
    },
    __lt__: sequences("lt", kind),
    __gt__: sequences("gt", kind),
    __len__: (self) => BigInt(self.length),
    __getitem__: indexed,
    __repr__(self) {
      const one = name === "tuple" && self.length === 1 ? "," : "";
      return open + Array.from(self, $repr).join(", ") + one + close;
    },
  });
}

const builtins$tuple = sequence(
  "tuple",
  () => builtins$tuple,
  "()",
  (values) => values,
);
const builtins$list = sequence("list", () => builtins$list, "[]", $list);
Object.assign(builtins$list.own, {
  __iadd__(self, more) {
    self.push(...items(more));
    return self;
  },
  append(self, item) {
    self.push(item);
    return null;
  },
});
builtins$list.finish();

// What stands for a key in a Map: numbers that are equal are one key, whatever their type.
function keyOf(value) {
  if (typeof value === "boolean") return BigInt(value);
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  const isPlain = typeof value !== "object" || value === null || value instanceof Type;
  return isPlain ? value : $unsupported(`a ${typeOf(value).name} as a key`);
}

class Dict {
  constructor(pairs = [], map = new Map()) {
    this.map = map;
    for (const [key, value] of pairs) this.set(key, value);
  }

  get $type() {
    return builtins$dict;
  }

  has(key) {
    return this.map.has(keyOf(key));
  }

  get(key, otherwise) {
    return this.map.get(keyOf(key))?.[1] ?? (this.has(key) ? null : otherwise);
  }

  // A key that is set again keeps its place and its first form.
  set(key, value) {
    const entry = this.map.get(keyOf(key));
    if (entry) entry[1] = value;
    else this.map.set(keyOf(key), [key, value]);
  }

  *keys() {
    for (const [key] of this.map.values()) yield key;
  }

  *values() {
    for (const [, value] of this.map.values()) yield value;
  }

  *items() {
    for (const entry of this.map.values()) yield [...entry];
  }
}

const $dict = (pairs) => new Dict(pairs);

// {**mapping} in a display.
const $pairs = (mapping) => items($method(mapping, "items"));

// What keys(), values() and items() give: it follows the dict.
class View {
  constructor(dict, part) {
    this.dict = dict;
    this.part = part;
  }

  get $type() {
    return VIEWS[this.part];
  }
}

const view = (part) =>
  builtin(`dict_${part}`, [builtins$object], {
    ...gaps("a view of a dict", ["sub", "and", "or", "eq", "ne", "lt", "le", "gt", "ge"]),
    __iter__: (self) => self.dict[part](),
    __len__: (self) => BigInt(self.dict.map.size),
  });
const VIEWS = { keys: view("keys"), values: view("values"), items: view("items") };
VIEWS.keys.own.__and__ = (self, other) => {
  const among = $set(items(other));
  return $set(items(self).filter((key) => $in(key, among)));
};
VIEWS.keys.finish();

const READ_ONLY = {
  __contains__: (self, key) => self.has(key),
  __iter__: (self) => self.keys(),
  __len__: (self) => BigInt(self.map.size),
  __getitem__(self, key) {
    const value = self.get(key);
    if (value === undefined) throw $error(builtins$KeyError, key);
    return value;
  },
  get: (self, key, otherwise = null) => self.get(key, otherwise),
  keys: (self) => new View(self, "keys"),
  values: (self) => new View(self, "values"),
  items: (self) => new View(self, "items"),
};

const builtins$dict = builtin("dict", [builtins$object], {
  ...READ_ONLY,
  __new__: $def(
    "dict",
    "type values **more",
    (_, values, more) => {
      const pairs = values instanceof Dict ? values.items() : items(values).map(items);
      return new Dict([...pairs, ...more.items()]);
    },
    { values: [] },
  ),
  __eq__(a, b) {
    if (typeOf(b) !== builtins$dict) return builtins$NotImplemented;
    if (a.map.size !== b.map.size) return false;
    return [...a.items()].every(([key, value]) => b.has(key) && same(value, b.get(key)));
  },
  __or__: (a, b) =>
    b instanceof Dict ? new Dict([...a.items(), ...b.items()]) : builtins$NotImplemented,
  __ior__(self, more) {
    for (const [key, value] of $pairs(more)) self.set(key, value);
    return self;
  },
  __setitem__(self, key, value) {
    self.set(key, value);
    return null;
  },
  __repr__: (self) =>
    `{${[...self.items()].map(([key, value]) => `${$repr(key)}: ${$repr(value)}`).join(", ")}}`,
  fromkeys: (keys, value = null) => new Dict(items(keys).map((key) => [key, value])),
});

// Python does not promise the order of a set; here it is the order of insertion.
class PySet {
  constructor(values) {
    this.map = new Map(values.map((value) => [keyOf(value), value]));
  }

  get $type() {
    return builtins$set;
  }
}

const $set = (values) => new PySet(values);
const builtins$set = builtin("set", [builtins$object], {
  ...gaps("set", ["sub", "and", "or", "eq", "ne", "lt", "le", "gt", "ge"]),
  __new__: (_, values = []) => $set(items(values)),
  __contains__: (self, item) => self.map.has(keyOf(item)),
  __iter__: (self) => self.map.values(),
  __len__: (self) => BigInt(self.map.size),
});

class Range {
  constructor(start, stop) {
    this.start = start;
    this.size = stop > start ? stop - start : 0n;
  }

  get $type() {
    return builtins$range;
  }
}

const builtins$range = builtin("range", [builtins$object], {
  __new__(_, ...limits) {
    const [start, stop] = limits.length === 1 ? [0n, ...limits] : limits;
    if (limits.length > 2 || !isInt(start) || !isInt(stop)) $unsupported("this kind of range");
    return new Range(whole(start), whole(stop));
  },
  *__iter__({ start, size }) {
    for (let index = 0n; index < size; index += 1n) yield start + index;
  },
  __len__({ size }) {
    if (size < 1n << 63n) return size;
    throw $error(builtins$OverflowError, "Python int too large to convert to C ssize_t");
  },
  __getitem__({ start, size }, index) {
    if (index >= 0n && index < size) return start + index;
    throw $error(builtins$IndexError, "range object index out of range");
  },
});

for (const type of [builtins$tuple, builtins$list, builtins$dict, builtins$set, builtins$range]) {
  type.sealed = true;
}

function subscript(value, name) {
  const method = typeOf(value).table[name];
  if (method) return method;
  const what = name === "__getitem__" ? "is not subscriptable" : "does not support item assignment";
  throw $error(builtins$TypeError, `'${typeOf(value).name}' object ${what}`);
}

const $getitem = (value, key) => invoke(subscript(value, "__getitem__"), [value, key]);
const $setitem = (value, key, item) => invoke(subscript(value, "__setitem__"), [value, key, item]);

// *value in a call or a display.
function $items(value) {
  if (isIterable(value)) return items(value);
  throw $error(builtins$TypeError, `Value after * must be an iterable, not ${typeOf(value).name}`);
}
