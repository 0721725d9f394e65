"""What the translation does not know is refused with file and line, at once or loudly later."""

import re

import pytest
from node import answers

from pyjs import UnsupportedError, translate

REFUSED = {
    "an attribute of no class": ("def f(a):\n    return a.zfill(3)\n", 2, "the attribute zfill"),
    "a name of the library": (
        "from math import sin\ndef f(a):\n    return sin(a)\n",
        3,
        "math.sin",
    ),
    "a module of the library": (
        "import re\ndef f(a):\n    return re.match('', a)\n",
        3,
        "re.match",
    ),
    "a builtin": ("def f(a):\n    return eval(a)\n", 2, "eval"),
    "an unknown name": ("def f(a):\n    return b\n", 2, "b"),
    "a slice": ("def f(a):\n    return a[1:]\n", 2, "Slice"),
    "shifting": ("def f(a):\n    return a << 1\n", 2, "LShift"),
    "changing an attribute": ("def f(a):\n    a.args += 1\n", 2, "changing Attribute in place"),
    "del": ("def f(a):\n    del a\n", 2, "Delete"),
    "assert": ("def f(a):\n    assert a\n", 2, "Assert"),
    "global": ("b = 1\ndef f(a):\n    global b\n", 3, "Global"),
    "match": ("def f(a):\n    match a:\n        case 1: pass\n", 2, "Match"),
    "an async function": ("def f(a):\n    async def g(): pass\n", 2, "AsyncFunctionDef"),
    "the else of a loop": (
        "def f(a):\n    for b in a:\n        pass\n    else:\n        return 1\n",
        5,
        "the else of a loop",
    ),
    "a local import": ("def f(a):\n    import math\n", 2, "Import"),
    "a value of yield": ("def f(a):\n    b = yield a\n", 2, "Yield"),
    "a metaclass": ("class f(object, metaclass=type):\n    pass\n", 1, "a metaclass"),
    "a private name": ("def f(a):\n    return a.__secret\n", 2, "the private name __secret"),
    "a positional-only parameter": ("def f(a, /):\n    pass\n", 1, "a positional-only parameter"),
    "bytes": ("def f(a):\n    return b''\n", 2, "the constant b''"),
    "an if at the top": ("if True:\n    b = 1\ndef f(a):\n    return b\n", 1, "If at the top"),
    "a second definition": ("b = 1\nb = 2\ndef f(a):\n    return b\n", 2, "defining b again"),
    "a relative import": ("from . import b\ndef f(a):\n    return b\n", 1, "a relative import"),
    "a module as a value": ("import math\ndef f(a):\n    return math\n", 3, "the module math"),
    "super() with arguments": ("def f(a):\n    return super(a)\n", 2, "super() with arguments"),
}


@pytest.mark.parametrize(("source", "line", "what"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_with_file_and_line(tmp_path, source, line, what):
    (tmp_path / "program.py").write_text(source, encoding="utf-8")
    told = f"{re.escape(str(tmp_path))}/program.py:{line}: {re.escape(what)}"
    with pytest.raises(UnsupportedError, match=told):
        translate(tmp_path, ["program.f"])


def test_an_export_must_be_defined(tmp_path):
    (tmp_path / "program.py").write_text("import math\n", encoding="utf-8")
    for name in ("program.f", "program.math", "elsewhere.f"):
        with pytest.raises(ValueError, match=f"the program defines no {name}"):
            translate(tmp_path, [name])


def test_what_is_not_needed_is_not_translated(tmp_path):
    (tmp_path / "a.py").write_text("from b import used\ndef f():\n    return used()\n")
    (tmp_path / "b.py").write_text("def used():\n    return 1\ndef other():\n    return eval('')\n")
    assert "other$" not in translate(tmp_path, ["a.f"])


LATER = {
    "0.5 ** 2": "a power that is not whole",
    "2 ** -1": "a power that is not whole",
    "'a' * 3": "this operator of str",
    "(1,) * 3": "this operator of tuple",
    "1 is a": "`is` between numbers or texts",
    "hash(a)": "hash()",
    "{(1, 2): 3}": "a tuple as a key",
    "int('3')": "int of a str",
    "f'{a:x}'": "the format code x",
    "range(0, 9, 2)": "this kind of range",
    "{1} == {1}": "this operator of set",
    "tomllib.loads('a = 1')": "TOML that is not a file of the program",
}


def test_a_gap_that_shows_at_work_is_no_exception_of_the_program(tmp_path):
    """No `except` catches it, so it cannot become a wrong answer."""
    functions = (
        f"def f{n}(a):\n    try:\n        return {text}\n    except Exception:\n        return a\n"
        for n, text in enumerate(LATER)
    )
    source = "import tomllib\n" + "".join(functions)
    (tmp_path / "program.py").write_text(source, encoding="utf-8")
    names = [f"f{n}" for n in range(len(LATER))]
    exports = [f"program.{name}" for name in names]
    found = answers(tmp_path, tmp_path, exports, [(name, (1,)) for name in names])
    assert found == [f"Error: not supported by the translation: {what}" for what in LATER.values()]
