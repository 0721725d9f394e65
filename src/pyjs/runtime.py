"""The part of a translation that is written by hand: Python's semantics in JavaScript."""

import re
from functools import cache
from importlib.resources import files

# In this order each file finds what it needs while it is loaded.
_FILES = (
    "types",
    "calls",
    "errors",
    "operators",
    "numbers",
    "formats",
    "texts",
    "containers",
    "builtins",
    "library",
    "dataclasses",
    "fractions",
    "difflib",
    "page",
)

# What stands for a name of Python's library is called by its module, a dollar sign and its name.
_OFFERED = re.compile(r"^(?:function\*?|const|class) ([a-z_]+\$\w+)", re.MULTILINE)
_DIRECT = re.compile(r"^function ([a-z_]+\$\w+)", re.MULTILINE)
_METHODS = re.compile(r"(?:^  \*?|\.own\.)(\w+)(?:\(|: | = )", re.MULTILINE)
_COMMENTS = re.compile(r"^ *//.*\n", re.MULTILINE)


@cache
def runtime() -> str:
    """The JavaScript that every translation begins with, without its comments."""
    folder = files("pyjs").joinpath("runtime")
    texts = (folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in _FILES)
    return _COMMENTS.sub("", "\n".join(texts))


@cache
def offered() -> frozenset[str]:
    """Names of the standard library that the runtime has, as they are called in JavaScript.

    >>> "math$prod" in offered(), "math$sin" in offered()
    (True, False)
    """
    return frozenset(_OFFERED.findall(runtime()))


@cache
def direct() -> frozenset[str]:
    """Those that take positional arguments only, as JavaScript calls functions.

    >>> "builtins$isinstance" in direct(), "builtins$sorted" in direct()
    (True, False)
    """
    return frozenset(_DIRECT.findall(runtime()))


@cache
def methods() -> frozenset[str]:
    """Names of attributes that some type of the runtime may have.

    >>> "partition" in methods(), "zfill" in methods()
    (True, False)
    """
    return frozenset(_METHODS.findall(runtime())) | {"args", "__name__"}


def library_name(module: str, name: str) -> str:
    """What a name of the standard library is called in JavaScript.

    >>> library_name("importlib.resources", "files")
    'importlib_resources$files'
    """
    return f"{module.replace('.', '_')}${name}"
