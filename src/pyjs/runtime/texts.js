// str: text by code points, compared and quoted as Python does.

const SPACE =
  "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const OUTER_SPACE = new RegExp(`^${SPACE}|${SPACE}$`, "g");

// JavaScript orders by halves of code points, which differs beyond the first 65,536.
function orderOfTexts(a, b) {
  const left = [...a];
  const right = [...b];
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    if (left[index] !== right[index])
      return left[index].codePointAt(0) - right[index].codePointAt(0);
  }
  return left.length - right.length;
}

const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character, quote) {
  if (character === quote) return `\\${quote}`;
  if (ESCAPES[character]) return ESCAPES[character];
  if (character === " " || !/[\p{C}\p{Z}]/u.test(character)) return character;
  const code = character.codePointAt(0);
  const [mark, width] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${mark}${code.toString(16).padStart(width, "0")}`;
}

function reprText(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + [...text].map((character) => escaped(character, quote)).join("") + quote;
}

function formattedText(self, text) {
  const spec = specification(text, self);
  const fail = (message) => {
    throw $error(builtins$ValueError, message);
  };
  if (spec.code && spec.code !== "s") throw unknownCode(spec, "str");
  if (spec.sign) fail("Sign not allowed in string format specifier");
  if (spec.group) fail(`Cannot specify '${spec.group}' with 's'.`);
  if (spec.align === "=") fail("'=' alignment not allowed in string format specifier");
  const fill = spec.fill ?? (spec.zero ? "0" : " ");
  const kept = [...self].slice(0, spec.precision).join("");
  return aligned(kept, { fill, align: spec.align ?? "<", width: spec.width });
}

const texts = (compare) => (a, b) =>
  typeof b === "string" ? compare(orderOfTexts(a, b)) : builtins$NotImplemented;

function textOnly(value, method) {
  if (typeof value !== "string") $unsupported(`str.${method} with a ${typeOf(value).name}`);
  return value;
}

const builtins$str = builtin("str", [builtins$object], {
  ...gaps("str", ["mul", "mod"]),
  __new__: (_, value = "") => $str(value),
  __add__: (a, b) => (typeof b === "string" ? a + b : builtins$NotImplemented),
  __lt__: texts((order) => order < 0),
  __le__: texts((order) => order <= 0),
  __gt__: texts((order) => order > 0),
  __ge__: texts((order) => order >= 0),
  __contains__(self, part) {
    if (typeof part === "string") return self.includes(part);
    throw $error(
      builtins$TypeError,
      `'in <string>' requires string as left operand, not ${typeOf(part).name}`,
    );
  },
  __len__: (self) => BigInt([...self].length),
  __iter__: (self) => self[Symbol.iterator](),
  __str__: (self) => self,
  __repr__: reprText,
  __format__: formattedText,
  endswith: (self, end) => self.endsWith(textOnly(end, "endswith")),
  removesuffix: (self, end) => (end && self.endsWith(end) ? self.slice(0, -end.length) : self),
  partition(self, mark) {
    const at = self.indexOf(mark);
    return at < 0 ? [self, "", ""] : [self.slice(0, at), mark, self.slice(at + mark.length)];
  },
  join: (self, parts) => [...$iter(parts)].map((part) => textOnly(part, "join")).join(self),
  strip: (self) => self.replace(OUTER_SPACE, ""),
  lower: (self) => self.toLowerCase(),
  upper: (self) => self.toUpperCase(),
});
builtins$str.sealed = true;
