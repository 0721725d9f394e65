"""Data files of a program: what it reads from TOML while it runs, taken along as JavaScript."""

import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from pyjs.literals import literal


def toml_of(folder: Path, package: str) -> dict[str, Any]:
    """Every TOML file of a package, parsed, by its path from the folder that holds the package.

    >>> import gpumath
    >>> sorted(toml_of(Path(gpumath.__file__).parents[1], "gpumath"))[:2]
    ['gpumath/facts.toml', 'gpumath/memory/measured.toml']
    """
    return {
        file.relative_to(folder).as_posix(): tomllib.loads(file.read_text(encoding="utf-8"))
        for file in sorted((folder / package).rglob("*.toml"))
    }


def declared(resources: Mapping[str, Any], mentioned: set[str]) -> str:
    r"""JavaScript that makes each resource anew when asked; of those only whose file is mentioned.

    >>> declared({"a/b.toml": {"x": 1}, "a/c.toml": {}}, {"b.toml"})
    'resources.set("a/b.toml", () => $dict([["x", 1n]]));\n'
    """
    return "".join(
        f"resources.set({literal(path)}, () => {_made(content)});\n"
        for path, content in resources.items()
        if Path(path).name in mentioned
    )


def _made(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"[{literal(key)}, {_made(each)}]" for key, each in value.items())
        return f"$dict([{', '.join(pairs)}])"
    if isinstance(value, list):
        return f"$list([{', '.join(map(_made, value))}])"
    if type(value) is date:
        return f"$date({literal(value.isoformat())})"
    return literal(value)
