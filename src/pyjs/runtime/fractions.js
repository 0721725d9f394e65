// Fraction and Decimal: exact arithmetic, as far as it is asked for.

class Rational {
  constructor(n, d) {
    const common = divisor(n < 0n ? -n : n, d);
    this.n = n / common;
    this.d = d / common;
  }

  get $type() {
    return fractions$Fraction;
  }
}

function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

// A decimal number of text, as digits and the power of ten that they are to be multiplied with.
function decimal(text) {
  const match = DECIMAL.exec(text) ?? $unsupported(`the decimal number ${text}`);
  const [, sign, whole, fraction = "", exponent = "0"] = match;
  return [
    BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n),
    Number(exponent) - fraction.length,
  ];
}

function rational(value) {
  if (value instanceof Rational) return value;
  if (isInt(value)) return new Rational(whole(value), 1n);
  if (typeof value === "string") {
    const [n, power] = decimal(value);
    return power < 0
      ? new Rational(n, 10n ** BigInt(-power))
      : new Rational(n * 10n ** BigInt(power), 1n);
  }
  const plain = number(value);
  if (typeof plain !== "number" || !Number.isFinite(plain)) $unsupported(`Fraction of ${plain}`);
  const [n, exponent] = exact(Math.abs(plain));
  const signed = plain < 0 ? -n : n;
  return exponent < 0
    ? new Rational(signed, 1n << BigInt(-exponent))
    : new Rational(signed << BigInt(exponent), 1n);
}

const isRational = (value) =>
  value instanceof Rational ||
  isInt(value) ||
  (isReal(value) && $unsupported("a Fraction with a float"));

const FRACTION = {
  add: (a, b) => new Rational(a.n * b.d + b.n * a.d, a.d * b.d),
  sub: (a, b) => new Rational(a.n * b.d - b.n * a.d, a.d * b.d),
  mul: (a, b) => new Rational(a.n * b.n, a.d * b.d),
  truediv(a, b) {
    nonzero(b.n, `Fraction(${a.n * b.d}, 0)`);
    return b.n < 0n ? new Rational(-a.n * b.d, -a.d * b.n) : new Rational(a.n * b.d, a.d * b.n);
  },
};
const CROSSED = Object.fromEntries(
  Object.entries(COMPARED).map(([name, compare]) => [
    name,
    (a, b) => compare(a.n * b.d, b.n * a.d),
  ]),
);

const fractions$Fraction = builtin("Fraction", [builtins$object], {
  ...gaps("Fraction", ["floordiv", "mod", "pow"]),
  ...methods(FRACTION, isRational, rational),
  ...methods(CROSSED, isRational, rational),
  __new__: (_, value) => rational(value),
  __int__: ({ n, d }) => n / d,
  __float__: ({ n, d }) => WHOLE.truediv(n, d),
  __floor__: ({ n, d }) => WHOLE.floordiv(n, d),
  __ceil__: ({ n, d }) => -WHOLE.floordiv(-n, d),
});

class Decimal {
  constructor(digits, power) {
    this.digits = digits;
    this.power = power;
  }

  get $type() {
    return decimal$Decimal;
  }
}

const digitsAt = ({ digits, power }, lower) => digits * 10n ** BigInt(power - lower);

// A sum keeps 28 digits, the last rounded to the even one of two that are as near.
function decimalSum(a, b) {
  const power = Math.min(a.power, b.power);
  const digits = digitsAt(a, power) + digitsAt(b, power);
  const size = digits < 0n ? -digits : digits;
  const excess = String(size).length - 28;
  if (excess <= 0) return new Decimal(digits, power);
  const kept = rounded(size, 10n ** BigInt(excess));
  return new Decimal(digits < 0n ? -kept : kept, power + excess);
}

const asDecimal = (value) => (isInt(value) ? new Decimal(whole(value), 0) : value);
const isDecimal = (value) => value instanceof Decimal || isInt(value);

const decimal$Decimal = builtin("Decimal", [builtins$object], {
  ...gaps("Decimal", ["sub", "mul", "truediv", "floordiv", "mod", "pow", "lt", "le", "gt", "ge"]),
  ...methods({ add: decimalSum }, isDecimal, asDecimal),
  __new__: (_, text) => new Decimal(...decimal(text)),
  __eq__(a, b) {
    if (!isDecimal(b)) return builtins$NotImplemented;
    const other = asDecimal(b);
    const power = Math.min(a.power, other.power);
    return digitsAt(a, power) === digitsAt(other, power);
  },
});
