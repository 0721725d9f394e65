// For the page: call what was translated, look at the answer, print it, without any arithmetic.
// An array of JavaScript is a tuple.

const exported = new Map();

// A number as a reader types it: a whole one, a float, or the text itself if it is neither.
function value(text) {
  const typed = text.trim();
  if (/^[+-]?\d+$/.test(typed)) return BigInt(typed);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed) ? Number(typed) : text;
}

// What a name of the program stands for.
function named(name) {
  if (!exported.has(name)) throw new Error(`not translated: ${name}`);
  return exported.get(name)();
}

// Calls a name of the program, or what another call gave.
function call(callee, args = [], keywords = {}) {
  return $call(typeof callee === "string" ? named(callee) : callee, args, Object.entries(keywords));
}

const get = (value, name) => $attr(value, name);
const item = (value, key) => $getitem(value, key);
const all = (value) => items(value);
const list = (values) => $list(values);
const dict = (pairs) => new Dict(pairs);
const format = (value, spec = "") => $format(value, spec);
const text = (value) => $str(value);
const repr = (value) => $repr(value);

export { Raised, all, call, dict, format, get, item, list, named, repr, text, value };
