// The parts of the standard library that are a few lines: math, functools, bisect and others.

function math$isfinite(value) {
  return Number.isFinite(toFloat(value));
}

const math$prod = (values) => items(values).reduce($mul, 1n);

function roundedTo(value, method, round) {
  if (isInt(value)) return whole(value);
  const own = typeOf(value).table[method];
  return own ? invoke(own, [value]) : ofTruncated(round(toFloat(value)));
}

const math$floor = (value) => roundedTo(value, "__floor__", Math.floor);
const math$ceil = (value) => roundedTo(value, "__ceil__", Math.ceil);

function functools$cache(body) {
  let kept;
  return $def(body.$name, "", () => {
    if (body.$signature.exact !== 0) $unsupported("cache of a function with parameters");
    kept ??= body();
    return kept;
  });
}

const bisect$bisect_right = $def(
  "bisect_right",
  "a x lo hi * key",
  (values, x, lo, hi, key) => {
    let [low, high] = [lo, hi ?? builtins$len(values)];
    while (low < high) {
      const middle = (low + high) / 2n;
      const item = $getitem(values, middle);
      if ($truth($lt(x, key === null ? item : $call(key, [item])))) high = middle;
      else low = middle + 1n;
    }
    return low;
  },
  { lo: 0n, hi: null, key: null },
);

const contextlib$suppress = builtin("suppress", [builtins$object], {
  __init__(self, ...types) {
    self.fields.types = types;
  },
  __enter__: () => null,
  __exit__: (self, _, error) => error !== null && builtins$isinstance(error, self.fields.types),
});

class MappingProxy extends Dict {
  get $type() {
    return types$MappingProxyType;
  }
}

const types$MappingProxyType = builtin("mappingproxy", [builtins$object], {
  ...READ_ONLY,
  __new__: (_, { map }) => new MappingProxy([], map),
  __repr__: (self) => `mappingproxy(${builtins$dict.own.__repr__(self)})`,
});

// A date is only read and compared, so its text is enough.
const datetime$date = builtin("date", [builtins$object], {
  __str__: (self) => self.value,
  __format__: (self, spec) => (spec === "" ? self.value : $unsupported("the format of a date")),
  __repr__: (self) => `datetime.date(${self.value.split("-").map(Number).join(", ")})`,
  __eq__: (a, b) => (typeOf(b) === datetime$date ? a.value === b.value : builtins$NotImplemented),
  isoformat: (self) => self.value,
});
const $date = (text) => new Instance(datetime$date, text);

// Files of the program: what is read from one is a key to what it says.
const resources = new Map();
const FILE = builtin("Path", [builtins$object], {
  joinpath: (self, name) => new Instance(FILE, `${self.value}/${name}`),
  read_text: $def("read_text", "self encoding", ({ value }) => new Instance(CONTENT, value), {
    encoding: null,
  }),
});
const CONTENT = builtin("content of a file", [builtins$object]);
const importlib_resources$files = (name) => new Instance(FILE, name.replaceAll(".", "/"));

// Each reading makes new tables, because the program may change them.
function tomllib$loads(content) {
  const make = typeOf(content) === CONTENT && resources.get(content.value);
  return make ? make() : $unsupported("TOML that is not a file of the program");
}
