// Exceptions: Python's are thrown inside an Error of JavaScript, which bears their class and text.

class Raised extends Error {
  constructor(error) {
    super($str(error));
    this.error = error;
    this.name = error.$type.name;
  }
}

const builtins$BaseException = builtin("BaseException", [builtins$object], {
  __new__(type, ...args) {
    const error = new Instance(type);
    error.fields.args = args;
    return error;
  },
  __str__({ fields: { args } }) {
    return args.length === 1 ? $str(args[0]) : args.length ? $repr(args) : "";
  },
  __repr__(self) {
    return `${self.$type.name}(${self.fields.args.map($repr).join(", ")})`;
  },
});
const exception = (name, base, methods) => builtin(name, [base], methods);
const builtins$Exception = exception("Exception", builtins$BaseException);
const builtins$ValueError = exception("ValueError", builtins$Exception);
const builtins$TypeError = exception("TypeError", builtins$Exception);
const builtins$AttributeError = exception("AttributeError", builtins$Exception);
const builtins$ArithmeticError = exception("ArithmeticError", builtins$Exception);
const builtins$ZeroDivisionError = exception("ZeroDivisionError", builtins$ArithmeticError);
const builtins$OverflowError = exception("OverflowError", builtins$ArithmeticError);
const builtins$LookupError = exception("LookupError", builtins$Exception);
const builtins$IndexError = exception("IndexError", builtins$LookupError);
const builtins$KeyError = exception("KeyError", builtins$LookupError, {
  __str__: ({ fields: { args } }) => args.map($repr).join(", "),
});
const builtins$StopIteration = exception("StopIteration", builtins$Exception);
const dataclasses$FrozenInstanceError = exception("FrozenInstanceError", builtins$AttributeError);

// Makes an error to throw, from what follows `raise`, or from a class and its message.
function $error(what, ...args) {
  return new Raised(what instanceof Type ? $call(what, args) : what);
}

// Whether what was caught is an exception of one of these types; errors of JavaScript never are.
function $matches(thrown, types) {
  return thrown instanceof Raised && builtins$isinstance(thrown.error, types);
}

// A with statement asks its manager whether an exception ends there.
function $swallowed(manager, thrown) {
  if (!(thrown instanceof Raised)) return false;
  return $truth($method(manager, "__exit__", [thrown.error.$type, thrown.error, null]));
}
