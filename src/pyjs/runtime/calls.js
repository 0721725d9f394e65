// Calls: how arguments find their parameters, and what is said when they do not.

const signatures = new Map();

// A signature is text: "a b *rest c **others"; a lone * begins the keyword-only parameters.
function parsed(text) {
  if (!signatures.has(text)) {
    const signature = { positional: [], keyword: [], rest: null, others: null, exact: -1 };
    let names = signature.positional;
    for (const word of text.split(" ").filter(Boolean)) {
      if (word.startsWith("**")) signature.others = word.slice(2);
      else if (word.startsWith("*")) {
        if (word.length > 1) signature.rest = word.slice(1);
        names = signature.keyword;
      } else names.push(word);
    }
    if (!signature.rest && !signature.others && !signature.keyword.length) {
      signature.exact = signature.positional.length;
    }
    signatures.set(text, signature);
  }
  return signatures.get(text);
}

// Makes `body` a function of Python: it takes its parameters in the order of the signature.
function $def(name, signature, body, defaults = {}) {
  body.$name = name;
  body.$signature = parsed(signature);
  body.$defaults = defaults;
  return body;
}

// Calls anything; keywords are pairs of name and value.
function $call(callee, args = [], keywords) {
  if (typeof callee === "function") return invoke(callee, args, keywords);
  if (callee instanceof Type) return instance(callee, args, keywords);
  if (callee instanceof Bound) return invoke(callee.method, [callee.self, ...args], keywords);
  throw $error(builtins$TypeError, `'${typeOf(callee).name}' object is not callable`);
}

function invoke(body, args, keywords) {
  const signature = body.$signature;
  if (!signature) {
    if (keywords?.length) throw $error(builtins$TypeError, `${body.name}() takes no keyword arguments`);
    return body(...args);
  }
  if (!keywords && args.length === signature.exact) return body(...args);
  return body(...assigned(body, args, keywords ?? []));
}

function instance(type, args, keywords) {
  const { __new__, __init__ } = type.table;
  let made;
  if (__new__ !== builtins$object.own.__new__) made = invoke(__new__, [type, ...args], keywords);
  else if (__init__ || !args.length) made = new Instance(type);
  else throw $error(builtins$TypeError, `${type.name}() takes no arguments`);
  if (__init__ && isSubtype(typeOf(made), type)) invoke(__init__, [made, ...args], keywords);
  return made;
}

function assigned(body, args, keywords) {
  const { positional, keyword, rest, others } = body.$signature;
  const fail = (text) => {
    throw $error(builtins$TypeError, `${body.$name}() ${text}`);
  };
  const values = new Map(positional.slice(0, args.length).map((name, index) => [name, args[index]]));
  const extra = new Dict();
  for (const [name, value] of keywords) {
    const known = positional.includes(name) || keyword.includes(name);
    if (!known && !others) fail(`got an unexpected keyword argument '${name}'`);
    if (known ? values.has(name) : extra.has(name)) {
      fail(`got multiple values for ${known ? "" : "keyword "}argument '${name}'`);
    }
    if (known) values.set(name, value);
    else extra.set(name, value);
  }
  if (args.length > positional.length && !rest) fail(tooMany(body, args.length, values));
  for (const [names, kind] of [[positional, "positional"], [keyword, "keyword-only"]]) {
    const missing = names.filter((name) => !values.has(name) && !(name in body.$defaults));
    if (missing.length) fail(`missing ${missing.length} required ${kind} ${plural(missing.length)}: ${listed(missing)}`);
  }
  const value = (name) => (values.has(name) ? values.get(name) : body.$defaults[name]);
  const result = positional.map(value);
  if (rest) result.push(Tuple.from(args.slice(positional.length)));
  result.push(...keyword.map(value));
  if (others) result.push(extra);
  return result;
}

const plural = (count) => (count === 1 ? "argument" : "arguments");

function listed(names) {
  const quoted = names.map((name) => `'${name}'`);
  if (quoted.length < 3) return quoted.join(" and ");
  return `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}`;
}

function tooMany({ $signature: { positional, keyword }, $defaults }, given, values) {
  const most = positional.length;
  const least = positional.filter((name) => !(name in $defaults)).length;
  const takes = least < most ? `from ${least} to ${most}` : `${most}`;
  const named = keyword.filter((name) => values.has(name)).length;
  const also = named
    ? ` positional ${plural(given)} (and ${named} keyword-only ${plural(named)})`
    : "";
  const noun = least === most && most === 1 ? "argument" : "arguments";
  const were = given === 1 && !named ? "was" : "were";
  return `takes ${takes} positional ${noun} but ${given}${also} ${were} given`;
}

// The pairs of **mapping in a call.
function $keywords(mapping) {
  return [...$iter($method(mapping, "items"))].map(([name, value]) => {
    if (typeof name !== "string") throw $error(builtins$TypeError, "keywords must be strings");
    return [name, value];
  });
}
