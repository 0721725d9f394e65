// Calls: how arguments find their parameters, and what is said when they do not.

const signatures = new Map();

// A signature is text: "a b *rest c **others"; a lone * begins the keyword-only parameters.
function parsed(text) {
  if (!signatures.has(text)) {
    const words = text.split(" ").filter(Boolean);
    const names = words.filter((word) => !word.startsWith("*"));
    const star = words.findIndex((word) => word.startsWith("*"));
    const positional = star < 0 ? words.length : star;
    signatures.set(text, {
      names,
      index: new Map(names.map((name, place) => [name, place])),
      positional,
      rest: words.some((word) => /^\*\w/.test(word)),
      others: words.some((word) => word.startsWith("**")),
      exact: star < 0 ? positional : -1,
    });
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
    if (keywords?.length)
      throw $error(builtins$TypeError, `${body.name}() takes no keyword arguments`);
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
  const { names, index, positional, rest, others } = body.$signature;
  const fail = (text) => {
    throw $error(builtins$TypeError, `${body.$name}() ${text}`);
  };
  const values = args.slice(0, positional);
  const extra = others && new Dict();
  for (const pair of keywords) {
    const name = pair[0]; // taking a pair apart at once is slow before it is compiled
    const value = pair[1];
    const place = index.get(name);
    if (place === undefined && !others) fail(`got an unexpected keyword argument '${name}'`);
    if (place === undefined ? extra.has(name) : values[place] !== undefined) {
      fail(`got multiple values for ${place === undefined ? "keyword " : ""}argument '${name}'`);
    }
    if (place === undefined) extra.set(name, value);
    else values[place] = value;
  }
  if (args.length > positional && !rest) fail(tooMany(body, args.length, values));
  const missing = [];
  for (let place = 0; place < names.length; place += 1) {
    values[place] ??= values[place] === null ? null : body.$defaults[names[place]];
    if (values[place] === undefined) missing.push(place);
  }
  if (missing.length) fail(lacking(missing, names, positional));
  if (rest) values.splice(positional, 0, args.slice(positional));
  if (others) values.push(extra);
  return values;
}

// Positional ones are told of first.
function lacking(places, names, positional) {
  const first = places.filter((place) => place < positional);
  const [told, kind] = first.length ? [first, "positional"] : [places, "keyword-only"];
  const quoted = listed(told.map((place) => names[place]));
  return `missing ${told.length} required ${kind} ${plural(told.length)}: ${quoted}`;
}

const plural = (count) => (count === 1 ? "argument" : "arguments");

function listed(names) {
  const quoted = names.map((name) => `'${name}'`);
  if (quoted.length < 3) return quoted.join(" and ");
  return `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}`;
}

function tooMany({ $signature: { names, positional }, $defaults }, given, values) {
  const least = names.slice(0, positional).filter((name) => !(name in $defaults)).length;
  const takes = least < positional ? `from ${least} to ${positional}` : `${positional}`;
  const named = values.slice(positional).filter((value) => value !== undefined).length;
  const also = named
    ? ` positional ${plural(given)} (and ${named} keyword-only ${plural(named)})`
    : "";
  const noun = least === positional ? plural(positional) : "arguments";
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
