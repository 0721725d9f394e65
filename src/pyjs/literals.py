"""Constants of Python as JavaScript."""

import json


def literal(value: object) -> str:
    r"""The JavaScript of a number, a text, a truth value or None.

    >>> [literal(each) for each in (2**60, 0.5, "a\n", True, None)]
    ['1152921504606846976n', '0.5', '"a\\n"', 'true', 'null']

    Raises:
        TypeError: any other kind of value.
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return f"{value}n"
        case float():
            return repr(value).replace("inf", "Infinity").replace("nan", "NaN")
        case str() if value.isprintable():
            return json.dumps(value, ensure_ascii=False)
        case str():
            return json.dumps(value)
    raise TypeError(f"no constant of JavaScript: {value!r}")
