// int, float and bool: exact where Python is exact, and rounded as Python rounds.

const number = (value) => (value instanceof Instance ? value.value : value);
const isInt = (value) => ["bigint", "boolean"].includes(typeof number(value));
const isReal = (value) => isInt(value) || typeof number(value) === "number";
const whole = (value) => (typeof value === "boolean" ? BigInt(value) : number(value));
const bits = (value) => value.toString(2).length;

// 2 to a power that may be beyond the range of floats, times a number of at most 53 bits.
function scaled(value, exponent) {
  while (exponent > 0) {
    const step = Math.min(exponent, 1000);
    value *= Number(1n << BigInt(step));
    exponent -= step;
  }
  // Two steps at most: the first must stay above the subnormal numbers, which would round twice.
  while (exponent < 0) {
    const step = Math.min(-exponent, value >= 1 ? 500 : 1000);
    value /= Number(1n << BigInt(step));
    exponent += step;
  }
  return value;
}

// n / d for d above 0, to the nearest whole number, and to the even one of two that are as near.
function rounded(n, d) {
  const quotient = n / d;
  const twice = 2n * (n - quotient * d);
  return quotient + BigInt(twice > d || (twice === d && quotient % 2n === 1n));
}

// The float nearest to n / d, for n at least 0 and d above 0; infinite if it is too large.
function nearest(n, d) {
  if (n === 0n) return 0;
  const split = (exponent) =>
    exponent < 0 ? rounded(n << BigInt(-exponent), d) : rounded(n, d << BigInt(exponent));
  const exponent = Math.max(bits(n) - bits(d) - 53, -1074);
  const quotient = split(exponent);
  if (quotient <= 1n << 53n) return scaled(Number(quotient), exponent);
  return scaled(Number(split(exponent + 1)), exponent + 1);
}

function toFloat(value) {
  const plain = number(value);
  if (typeof plain === "number") return plain;
  const result = Number(plain);
  if (Number.isFinite(result)) return result;
  throw $error(builtins$OverflowError, "int too large to convert to float");
}

function ofTruncated(value) {
  if (Number.isNaN(value)) throw $error(builtins$ValueError, "cannot convert float NaN to integer");
  if (Number.isFinite(value)) return BigInt(Math.trunc(value));
  throw $error(builtins$OverflowError, "cannot convert float infinity to integer");
}

function nonzero(value, text) {
  if (value == 0) throw $error(builtins$ZeroDivisionError, text);
}

const WHOLE = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  truediv(a, b) {
    nonzero(b, "division by zero");
    const size = nearest(a < 0n ? -a : a, b < 0n ? -b : b);
    if (size === Infinity)
      throw $error(builtins$OverflowError, "integer division result too large for a float");
    return a < 0n !== b < 0n ? -size : size;
  },
  floordiv(a, b) {
    nonzero(b, "integer division or modulo by zero");
    return a / b - BigInt(a % b !== 0n && a < 0n !== b < 0n);
  },
  mod(a, b) {
    nonzero(b, "integer modulo by zero");
    const rest = a % b;
    return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
  },
  pow(a, b) {
    return b < 0n ? $unsupported("a power that is not whole") : a ** b;
  },
};

const withSignOf = (sign) => (sign < 0 || Object.is(sign, -0) ? -0 : 0);

function divided(a, b) {
  nonzero(b, "float floor division by zero");
  let rest = a % b;
  let quotient = (a - rest) / b;
  if (rest === 0) rest = withSignOf(b);
  else if (b < 0 !== rest < 0) {
    rest += b;
    quotient -= 1;
  }
  if (quotient === 0) return [withSignOf(a / b), rest];
  const floor = Math.floor(quotient);
  return [quotient - floor > 0.5 ? floor + 1 : floor, rest];
}

const REAL = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  truediv(a, b) {
    nonzero(b, "float division by zero");
    return a / b;
  },
  floordiv: (a, b) => divided(a, b)[0],
  mod(a, b) {
    nonzero(b, "float modulo");
    return divided(a, b)[1];
  },
  // Engines round it differently in the last place.
  pow: () => $unsupported("a power that is not whole"),
};

// JavaScript compares BigInt with Number exactly, as Python does.
const COMPARED = {
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  eq: (a, b) => a == b, // also between the two
  ne: (a, b) => a != b,
};

// Methods of operators for both orders of their sides, where the other side is a known number.
function methods(operators, known, plain) {
  const result = {};
  for (const [name, operator] of Object.entries(operators)) {
    const answer = (a, b) => operator(plain(a), plain(b));
    result[`__${name}__`] = (a, b) => (known(b) ? answer(a, b) : builtins$NotImplemented);
    if (name in COMPARED) continue;
    result[`__r${name}__`] = (a, b) => (known(b) ? answer(b, a) : builtins$NotImplemented);
  }
  return result;
}

// A subclass keeps its number in an instance; the type itself is JavaScript's own.
const made = (type, plain, value) => (type === plain ? value : new Instance(type, value));

const builtins$int = builtin("int", [builtins$object], {
  ...methods(WHOLE, isInt, whole),
  ...methods(COMPARED, isInt, whole),
  __new__(type, value = 0n) {
    if (!isReal(value) && !typeOf(value).table.__int__)
      $unsupported(`int of a ${typeOf(value).name}`);
    if (isInt(value)) return made(type, builtins$int, whole(value));
    const method = typeOf(value).table.__int__;
    return made(type, builtins$int, invoke(method, [value]));
  },
  __neg__: (self) => -whole(self),
  __bool__: (self) => whole(self) !== 0n,
  __repr__: (self) => String(whole(self)),
  __format__: (self, spec) => formattedInt(self, spec),
});

const builtins$float = builtin("float", [builtins$object], {
  ...methods(REAL, isReal, toFloat),
  ...methods(COMPARED, isReal, whole),
  __new__(type, value = 0) {
    if (isReal(value)) return made(type, builtins$float, toFloat(value));
    const method =
      typeOf(value).table.__float__ ?? $unsupported(`float of a ${typeOf(value).name}`);
    return made(type, builtins$float, invoke(method, [value]));
  },
  __int__: (self) => ofTruncated(number(self)),
  __neg__: (self) => -number(self),
  __bool__: (self) => number(self) !== 0,
  __repr__: (self) => reprFloat(number(self)),
  __format__: (self, spec) => formattedFloat(self, number(self), spec),
  is_integer: (self) => Number.isInteger(number(self)),
});

const builtins$bool = builtin("bool", [builtins$int], {
  __new__: (_, value = false) => $truth(value),
  __repr__: (self) => (self ? "True" : "False"),
});
builtins$bool.sealed = true;
