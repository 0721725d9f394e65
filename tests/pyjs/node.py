"""Runs translated programs in Node, all inputs of a test at once."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import gpumath
from pyjs import translate

SOURCE = Path(gpumath.__file__).parents[1]

# What Python's values are in the JSON of inputs: floats and whole numbers are told apart.
_REVIVED = """
function revived(value) {
  if (Array.isArray(value)) return page.list(value.map(revived));
  if (value === null || typeof value !== "object") return value;
  if ("int" in value) return BigInt(value.int);
  if ("float" in value) return Number(value.float);
  return page.dict(Object.entries(value.dict).map(([key, each]) => [key, revived(each)]));
}
"""

_RUN = (
    """
import * as page from "./program.mjs";
import { readFileSync, writeFileSync } from "node:fs";
"""
    + _REVIVED
    + """
const answers = JSON.parse(readFileSync("inputs.json", "utf8")).map(([name, args]) => {
  try {
    return page.text(page.call(name, args.map(revived)));
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
});
writeFileSync("answers.json", JSON.stringify(answers));
"""
)


def node() -> str:
    """The path of Node; without it a test is skipped, but fails under CI."""
    found = shutil.which("node")
    if not found:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say("node is not on this machine: what JavaScript answers is not compared")
    return str(found)


def answers(
    folder: Path,
    program: Path,
    exports: Iterable[str],
    inputs: Iterable[tuple[str, tuple[Any, ...]]],
    resources: Mapping[str, Any] | None = None,
) -> list[str]:
    """What each call answers in JavaScript: a text, or an exception's class and message.

    Args:
        folder: for the files of the run.
        program: the folder with the Python to translate.
        exports: names with their modules.
        inputs: a name and its arguments, for each call.
        resources: as for `translate`.
    """
    executable = node()
    script = translate(program, exports, resources)
    (folder / "program.mjs").write_text(script, encoding="utf-8")
    (folder / "run.mjs").write_text(_RUN, encoding="utf-8")
    calls = [[name, [_plain(each) for each in args]] for name, args in inputs]
    (folder / "inputs.json").write_text(json.dumps(calls), encoding="utf-8")
    done = subprocess.run([executable, "run.mjs"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return list(json.loads((folder / "answers.json").read_text(encoding="utf-8")))


def answer(function: Any, args: tuple[Any, ...]) -> str:
    """What the same call answers in Python."""
    try:
        return str(function(*args))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _plain(value: Any) -> Any:
    match value:
        case None | bool() | str():
            return value
        case int():
            return {"int": str(value)}
        case float():
            text = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}
            return {"float": text.get(repr(value), repr(value))}
        case list() | tuple():
            return [_plain(each) for each in value]
        case dict():
            return {"dict": {key: _plain(each) for key, each in value.items()}}
    raise TypeError(f"not an input: {value!r}")
