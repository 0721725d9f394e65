// Functions that Python has everywhere.

function builtins$isinstance(value, types) {
  if (types instanceof Type) return isSubtype(typeOf(value), types);
  const all = types instanceof Union ? types.types : types;
  return all.some((type) => builtins$isinstance(value, type));
}

const builtins$issubclass = (type, base) => isSubtype(type, base);
const builtins$repr = (value) => $repr(value);
const builtins$format = (value, spec = "") => $format(value, spec);
const builtins$iter = (value) => $iter(value);
const builtins$hash = () => $unsupported("hash()");

function builtins$len(value) {
  const { name, table } = typeOf(value);
  if (table.__len__) return invoke(table.__len__, [value]);
  throw $error(builtins$TypeError, `object of type '${name}' has no len()`);
}

function builtins$getattr(value, name, otherwise) {
  const found = find(value, name);
  return found === undefined && otherwise !== undefined ? otherwise : $attr(value, name);
}

function builtins$next(iterator, otherwise) {
  if (typeof iterator.next !== "function") {
    throw $error(builtins$TypeError, `'${typeOf(iterator).name}' object is not an iterator`);
  }
  const { done, value } = iterator.next();
  if (!done) return value;
  if (otherwise === undefined) throw $error(builtins$StopIteration);
  return otherwise;
}

// Floats are added one by one, as Python 3.11 does; later ones add them more exactly.
const builtins$sum = $def(
  "sum",
  "values start",
  (values, start) => {
    let total = start;
    for (const value of $iter(values)) total = $add(total, value);
    return total;
  },
  { start: 0n },
);

// The first of the values that none other surpasses.
function extreme(name, surpasses) {
  return $def(
    name,
    "*values key default",
    (values, key, otherwise) => {
      const candidates = values.length === 1 ? items(values[0]) : values;
      if (!candidates.length) {
        if (otherwise !== builtins$NotImplemented) return otherwise;
        throw $error(builtins$ValueError, `${name}() arg is an empty sequence`);
      }
      let [best, ...rest] = candidates;
      let most = key === null ? best : $call(key, [best]);
      for (const value of rest) {
        const size = key === null ? value : $call(key, [value]);
        if ($truth(surpasses(size, most))) [best, most] = [value, size];
      }
      return best;
    },
    { key: null, default: builtins$NotImplemented },
  );
}

const builtins$max = extreme("max", (a, b) => $gt(a, b));
const builtins$min = extreme("min", (a, b) => $lt(a, b));

const builtins$sorted = $def(
  "sorted",
  "values * key reverse",
  (values, key, reverse) => {
    const keyed = items(values).map((value) => [key === null ? value : $call(key, [value]), value]);
    const order = (a, b) => ($truth($lt(a, b)) ? -1 : $truth($lt(b, a)) ? 1 : 0);
    keyed.sort(([a], [b]) => ($truth(reverse) ? order(b, a) : order(a, b)));
    return $list(keyed.map(([, value]) => value));
  },
  { key: null, reverse: false },
);

function* builtins$filter(keeps, values) {
  for (const value of $iter(values)) {
    if ($truth(keeps === null ? value : $call(keeps, [value]))) yield value;
  }
}
