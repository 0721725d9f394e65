// Operators: what Python asks of the types of both sides.

const builtins$NotImplemented = new Instance(builtins$object);

const SIGNS = {
  add: "+",
  sub: "-",
  mul: "*",
  truediv: "/",
  floordiv: "//",
  mod: "%",
  pow: "** or pow()",
  or: "|",
  and: "&",
};

// Operators that Python has for a type and this runtime has not: a gap, where Python would answer.
function gaps(type, names) {
  const refuse = () => $unsupported(`this operator of ${type}`);
  return Object.fromEntries(
    names.flatMap((name) => [
      [`__${name}__`, refuse],
      [`__r${name}__`, refuse],
    ]),
  );
}

function unsupportedOperands(sign, a, b) {
  if (sign.startsWith("+") && [builtins$str, builtins$tuple, builtins$list].includes(typeOf(a))) {
    const { name } = typeOf(a);
    return $error(
      builtins$TypeError,
      `can only concatenate ${name} (not "${typeOf(b).name}") to ${name}`,
    );
  }
  const names = `'${typeOf(a).name}' and '${typeOf(b).name}'`;
  return $error(builtins$TypeError, `unsupported operand type(s) for ${sign}: ${names}`);
}

// The left side is asked first, unless the right one's type refines the left one's.
function dispatched(forward, backward, a, b) {
  const left = typeOf(a);
  const right = typeOf(b);
  const first = left.table[forward];
  let second = left === right ? undefined : right.table[backward];
  if (second && isSubtype(right, left) && second !== left.table[backward]) {
    const result = invoke(second, [b, a]);
    if (result !== builtins$NotImplemented) return result;
    second = undefined;
  }
  const result = first ? invoke(first, [a, b]) : builtins$NotImplemented;
  return result === builtins$NotImplemented && second ? invoke(second, [b, a]) : result;
}

function binary(name, a, b, sign = SIGNS[name]) {
  const result = dispatched(`__${name}__`, `__r${name}__`, a, b);
  if (result === builtins$NotImplemented) throw unsupportedOperands(sign, a, b);
  return result;
}

const bigints = (a, b) => typeof a === "bigint" && typeof b === "bigint";
const $add = (a, b) => (bigints(a, b) ? a + b : binary("add", a, b));
const $sub = (a, b) => (bigints(a, b) ? a - b : binary("sub", a, b));
const $mul = (a, b) => (bigints(a, b) ? a * b : binary("mul", a, b));
const $truediv = (a, b) => binary("truediv", a, b);
const $floordiv = (a, b) => binary("floordiv", a, b);
const $mod = (a, b) => binary("mod", a, b);
const $pow = (a, b) => binary("pow", a, b);
const $or = (a, b) => (a instanceof Type ? new Union([a, b]) : binary("or", a, b));
const $and = (a, b) => binary("and", a, b);

// a += b, where a type may change a in its place.
function $inplace(name, a, b) {
  const method = typeOf(a).table[`__i${name}__`];
  return method ? invoke(method, [a, b]) : binary(name, a, b, `${SIGNS[name].split(" ")[0]}=`);
}

function $neg(value) {
  const { name, table } = typeOf(value);
  if (table.__neg__) return invoke(table.__neg__, [value]);
  throw $error(builtins$TypeError, `bad operand type for unary -: '${name}'`);
}

const MIRRORED = { lt: "gt", le: "ge", gt: "lt", ge: "le", eq: "eq", ne: "ne" };
const ORDER = { lt: "<", le: "<=", gt: ">", ge: ">=" };

function compared(name, a, b) {
  return dispatched(`__${name}__`, `__${MIRRORED[name]}__`, a, b);
}

function ordered(name, a, b) {
  const result = compared(name, a, b);
  if (result !== builtins$NotImplemented) return result;
  const names = `'${typeOf(a).name}' and '${typeOf(b).name}'`;
  throw $error(builtins$TypeError, `'${ORDER[name]}' not supported between instances of ${names}`);
}

const $lt = (a, b) => (bigints(a, b) ? a < b : ordered("lt", a, b));
const $le = (a, b) => (bigints(a, b) ? a <= b : ordered("le", a, b));
const $gt = (a, b) => (bigints(a, b) ? a > b : ordered("gt", a, b));
const $ge = (a, b) => (bigints(a, b) ? a >= b : ordered("ge", a, b));

function $eq(a, b) {
  if (typeof a === typeof b && typeof a !== "object") return a === b;
  const result = compared("eq", a, b);
  return result === builtins$NotImplemented ? a === b : result;
}

function $ne(a, b) {
  if (typeOf(a).table.__ne__ || typeOf(b).table.__ne__) {
    const result = compared("ne", a, b);
    if (result !== builtins$NotImplemented) return result;
  }
  return !$truth($eq(a, b));
}

// Whether two equal numbers or texts are the same object is not Python's to promise.
function $is(a, b) {
  if (typeof a === typeof b && ["bigint", "number", "string"].includes(typeof a)) {
    $unsupported("`is` between numbers or texts");
  }
  return a === b;
}

const same = (a, b) => a === b || $truth($eq(a, b));

function $in(item, container) {
  const method = typeOf(container).table.__contains__;
  if (method) return $truth(invoke(method, [container, item]));
  if (!isIterable(container)) {
    throw $error(
      builtins$TypeError,
      `argument of type '${typeOf(container).name}' is not iterable`,
    );
  }
  for (const each of $each(container)) if (same(each, item)) return true;
  return false;
}

function $truth(value) {
  if (typeof value === "boolean") return value;
  if (value === null) return false;
  const { __bool__, __len__ } = typeOf(value).table;
  if (__bool__) return invoke(__bool__, [value]);
  return __len__ ? invoke(__len__, [value]) !== 0n : true;
}
