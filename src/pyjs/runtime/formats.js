// How numbers become text: Python's format mini-language, on the exact value of a float.

// A finite float of at least 0 as a whole number times a power of two.
function exact(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const word = view.getBigUint64(0);
  const exponent = Number(word >> 52n) & 0x7ff;
  const fraction = word & ((1n << 52n) - 1n);
  return exponent ? [fraction | (1n << 52n), exponent - 1075] : [fraction, -1074];
}

// value × 10 ** power, to the nearest whole number.
function scaledByTen(value, power) {
  let [n, exponent] = exact(value);
  let d = 1n;
  if (power > 0) n *= 10n ** BigInt(power);
  else d *= 10n ** BigInt(-power);
  if (exponent > 0) n <<= BigInt(exponent);
  else d <<= BigInt(-exponent);
  return rounded(n, d);
}

// Digits of a number with a point before the last so many.
function pointed(digits, decimals) {
  if (!decimals) return digits;
  const padded = digits.padStart(decimals + 1, "0");
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

const fixed = (value, decimals) => pointed(String(scaledByTen(value, decimals)), decimals);

// The digits of a value after rounding to so many, and the exponent of the first.
function significant(value, count) {
  if (value === 0) return ["0".repeat(count), 0];
  let exponent = Number(value.toExponential().split("e")[1]);
  let digits = String(scaledByTen(value, count - 1 - exponent));
  if (digits.length !== count) {
    exponent += digits.length - count;
    digits = String(scaledByTen(value, count - 1 - exponent));
  }
  return [digits, exponent];
}

function withExponent(digits, exponent) {
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${pointed(digits, digits.length - 1)}e${exponent < 0 ? "-" : "+"}${size}`;
}

// Digits of which the first has this exponent, without one.
function spread(digits, exponent) {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.padEnd(exponent + 1, "0");
  return pointed(whole, whole.length - exponent - 1);
}

const general = (digits, exponent, limit) =>
  exponent < -4 || exponent >= limit ? withExponent(digits, exponent) : spread(digits, exponent);

// Without a type, a whole float shows that it is one.
const dotted = (text) => (/[.e]/.test(text) ? text : `${text}.0`);

// The fewest digits that give the float back, as both languages choose them.
function shortest(value) {
  const [digits, exponent] = value.toExponential().split("e");
  return dotted(general(digits.replace(".", ""), Number(exponent), 16));
}

function reprFloat(value) {
  if (Number.isNaN(value)) return "nan";
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return sign + (size === Infinity ? "inf" : shortest(size));
}

const SPEC = /^(?:(.)?([<>=^]))?([ +-])?(z?#?)(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su;

const specifications = new Map();

function specification(text, value) {
  if (!specifications.has(text))
    specifications.set(text, parsedSpecification(text, typeOf(value).name));
  return specifications.get(text);
}

function parsedSpecification(spec, type) {
  const match = SPEC.exec(spec);
  if (!match)
    throw $error(
      builtins$ValueError,
      `Invalid format specifier '${spec}' for object of type '${type}'`,
    );
  const [, fill, align, sign, rare, zero, width = 0, group, precision, code] = match;
  if (group && code && !/[deEfFgG%]/.test(code)) {
    throw $error(builtins$ValueError, `Cannot specify '${group}' with '${code}'.`);
  }
  if (rare) $unsupported(`${rare} in the format ${spec}`);
  return {
    fill,
    align,
    sign,
    zero,
    width: Number(width),
    group,
    code,
    precision: precision && Number(precision),
  };
}

function unknownCode({ code }, type) {
  if (type !== "str" && /[bcoxXn]/.test(code)) $unsupported(`the format code ${code}`);
  return $error(builtins$ValueError, `Unknown format code '${code}' for object of type '${type}'`);
}

function aligned(text, { fill = " ", align, width }) {
  if (!width) return text;
  const missing = Math.max(0, width - [...text].length);
  const left = align === "<" ? 0 : align === "^" ? Math.floor(missing / 2) : missing;
  return fill.repeat(left) + text + fill.repeat(missing - left);
}

function grouped(digits, mark) {
  let end = digits.length - 3;
  let text = digits.slice(Math.max(end, 0));
  for (; end > 0; end -= 3) text = digits.slice(Math.max(end - 3, 0), end) + mark + text;
  return text;
}

// The parts of a number, put together with its sign, groups of digits and padding.
function laidOut(negative, text, spec) {
  const sign = negative ? "-" : spec.sign === "+" || spec.sign === " " ? spec.sign : "";
  const fill = spec.fill ?? (spec.zero ? "0" : " ");
  const align = spec.align ?? (spec.zero ? "=" : ">");
  const digits = /^\d*/.exec(text)[0];
  const rest = text.slice(digits.length);
  const inner = spec.width - sign.length - rest.length;
  let body = spec.group ? grouped(digits, spec.group) : digits;
  if (fill === "0" && align === "=" && spec.group && digits) {
    // Zeros that fill up are grouped with the digits, and never begin with a mark.
    for (let padded = digits; body.length < inner;) {
      padded = `0${padded}`;
      body = grouped(padded, spec.group);
    }
  }
  if (align === "=") return sign + aligned(body + rest, { fill, width: spec.width - sign.length });
  return aligned(sign + body + rest, { fill, align, width: spec.width });
}

function formattedInt(self, text) {
  if (text === "") return $str(self);
  const spec = specification(text, self);
  if (spec.code && /[eEfFgG%]/.test(spec.code))
    return formattedFloat(self, toFloat(whole(self)), text);
  if (spec.code && spec.code !== "d") throw unknownCode(spec, typeOf(self).name);
  if (spec.precision !== undefined) {
    throw $error(builtins$ValueError, "Precision not allowed in integer format specifier");
  }
  const value = whole(self);
  return laidOut(value < 0n, String(value < 0n ? -value : value), spec);
}

function formattedFloat(self, value, text) {
  if (text === "") return $str(self);
  const spec = specification(text, self);
  const negative = value < 0 || Object.is(value, -0);
  const written = floatText(
    Math.abs(spec.code === "%" ? value * 100 : value),
    spec,
    typeOf(self).name,
  );
  return laidOut(negative, written + (spec.code === "%" ? "%" : ""), spec);
}

function floatText(size, spec, type) {
  const { code = "", precision } = spec;
  const small = code.toLowerCase();
  if (!["e", "f", "g", "%", ""].includes(small)) throw unknownCode(spec, type);
  const text = Number.isFinite(size)
    ? finiteText(size, small, precision)
    : Number.isNaN(size)
      ? "nan"
      : "inf";
  return small === code ? text : text.toUpperCase();
}

function finiteText(size, code, precision) {
  if (code === "" && precision === undefined) return shortest(size);
  if (code === "f" || code === "%") return fixed(size, precision ?? 6);
  if (code === "e") return withExponent(...significant(size, (precision ?? 6) + 1));
  const count = Math.max(precision ?? 6, 1);
  const [digits, exponent] = significant(size, count);
  const kept = digits.replace(/0+$/, "") || "0";
  const written = general(kept, exponent, code === "" ? count - 1 : count);
  return code === "" ? dotted(written) : written;
}

const $format = (value, spec = "") =>
  typeof value === "string" && spec === ""
    ? value
    : invoke(typeOf(value).table.__format__, [value, spec]);
const $str = (value) =>
  typeof value === "string" ? value : invoke(typeOf(value).table.__str__, [value]);
const $repr = (value) => invoke(typeOf(value).table.__repr__, [value]);
