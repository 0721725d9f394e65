"""Changes every number and operator of the arithmetic, one at a time, and reports what notices.

Run it with ``make mutants``. A mutant is killed by the gate when a figure that a page prints
changes, or a program on a page fails; otherwise by the tests. Pages are not built for that: what a
page prints is a function of what its snippets print and what its fields evaluate to, and those are
compared. Charts are compared by their specification, before they are drawn.

A mutant that nothing notices must be listed in SURVIVORS with the reason, or the run fails.
"""

import ast
import contextlib
import io
import json
import multiprocessing
import os
import re
import runpy
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import altair  # noqa: F401  (before the fork, once for all mutants)
import pytest
import vl_convert

from figures.accepted import read_accepted
from figures.cells import run_cells
from figures.expressions import FieldError, evaluate, parse, show
from figures.snippets import Snippets

PACKAGE = Path("src/gpumath")

# Where a mutant stands, and why nothing can or need notice it.
SURVIVORS = {
    "memory/bill.py: for decimals in range(at_least, 10):: 10 -> 11": (
        "the end of a search: rows that need as many decimals are no rows for readers"
    ),
    'parallel/count.py: for gpus in range(whole("at_least", at_least), whole("batch", batch) + 1):'
    ": 1 -> 2": ("equivalent: a batch is never divisible by more GPUs than it has sequences"),
    "memory/kv_cache.py: most = free // (int(of_token) * block): FloorDiv -> Mult": (
        "equivalent: a larger bound of a search"
    ),
    "memory/kv_cache.py: range(1, most + 1), free, key=lambda blocks: "
    "kv_cache(model, 1, blocks * block, dtype): 1 -> 2": "equivalent: a larger bound of a search",
    "checks.py: near = get_close_matches(str(value), names, n=1): 1 -> 2": (
        "equivalent: only the nearest name is shown"
    ),
}

_OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


class Mutant(NamedTuple):
    """One change: the file, the line and its text, what was changed, and the whole new text."""

    file: str
    line: int
    code: str
    change: str
    text: str

    @property
    def name(self) -> str:
        """What identifies it while lines move: the file, the line's text, and the change."""
        return f"{self.file}: {self.code}: {self.change}"


def mutants() -> Iterator[Mutant]:
    """All mutants of the package, in the order of its files."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from _of_python(path)
    for path in sorted(PACKAGE.rglob("*.toml")):
        yield from _of_toml(path)


def _file(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def _of_python(path: Path) -> Iterator[Mutant]:
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()

    def mutant(node: ast.AST, change: str) -> Mutant:
        code = lines[node.lineno - 1].strip()
        return Mutant(_file(path), node.lineno, code, change, ast.unparse(tree))

    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            value = node.value
            node.value = value + 1 if isinstance(value, int) else value * 1.5
            yield mutant(node, f"{value} -> {node.value}")
            node.value = value
        elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            before = node.op
            if not isinstance(node.left, ast.JoinedStr | ast.Constant) or not isinstance(
                getattr(node.left, "value", 0), str
            ):
                node.op = _OPERATORS[type(before)]()
                yield mutant(node, f"{type(before).__name__} -> {type(node.op).__name__}")
                node.op = before
        elif isinstance(node, ast.Compare):
            for position, before in enumerate(node.ops):
                if type(before) in _OPERATORS:
                    node.ops[position] = _OPERATORS[type(before)]()
                    change = f"{type(before).__name__} -> {type(node.ops[position]).__name__}"
                    yield mutant(node, change)
                    node.ops[position] = before
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            node.op = ast.UAdd()
            yield mutant(node, "USub -> UAdd")
            node.op = ast.USub()


def _of_toml(path: Path) -> Iterator[Mutant]:
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if re.match(r"#|source =|checked =|\[", line):
            continue
        for match in re.finditer(r"(?<= = )(\d+(?:\.\d+)?|true|false)\b", line):
            before = match[0]
            if before in ("true", "false"):
                after = "false" if before == "true" else "true"
            else:
                after = str(float(before) + 1 if "." in before else int(before) + 1)
            changed = line[: match.start()] + after + line[match.end() :]
            text = "\n".join([*lines[: number - 1], changed, *lines[number:]]) + "\n"
            entry = next(above for above in reversed(lines[:number]) if above.startswith("["))
            yield Mutant(_file(path), number, f"{entry} {line}", f"{before} -> {after}", text)


def printed() -> dict[str, str]:
    """What the pages show, with the gpumath that is first on the path: by snippet, field, cell."""
    vl_convert.vegalite_to_svg = lambda spec: json.dumps(spec, sort_keys=True)
    shown = {}
    for path in sorted(Path("snippets").glob("*.py")):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            runpy.run_path(str(path))
        shown[path.name] = output.getvalue()
    snippets = Snippets(Path("snippets"))
    for page, figures in read_accepted(Path("tests/accepted")).items():
        for origin in {figure.origin for figure in figures}:
            with contextlib.suppress(FieldError):
                field = parse(origin)
                if all((Path("snippets") / f"{name}.py").is_file() for name in field.names):
                    if origin in field.names:
                        continue  # a program, not a field
                    value = evaluate(field, {name: snippets[name] for name in field.names})
                    shown[f"{page} {origin}"] = show(value, field.format)
    for path in sorted(Path("docs").rglob("*.ipynb")):
        shown[path.name] = json.dumps([cell.get("outputs") for cell in run_cells(path).cells])
    return shown


def _in_child(text: str, file: str | None, agreed: dict[str, str] | None) -> object:
    """In a process of its own, with the package changed: what is printed, or who notices."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "gpumath"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
        if file:
            (package / file).write_text(text, encoding="utf-8")
        sys.path.insert(0, folder)
        sys.dont_write_bytecode = True
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            if agreed is None:
                return printed()
            try:
                if printed() != agreed:
                    return "gate"
            except (Exception, SystemExit):
                return "gate"
            for name in [name for name in sys.modules if name.startswith("gpumath")]:
                del sys.modules[name]
            everything = ["tests/gpumath", "tests/oracle", "tests/snippets/test_claims.py"]
            for tests in (_near(package, file), [*everything, str(package)]):
                code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests])
                if code in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED):
                    return "tests"
            return "survived"


def _near(package: Path, file: str) -> list[str]:
    """Tests that are likely to notice: the file's own examples, and tests that name its parts."""
    path = (package / file).with_suffix(".py")
    sources = [path] if path.is_file() else sorted((package / file).parent.glob("*.py"))
    trees = [ast.parse(source.read_text(encoding="utf-8")) for source in sources]
    names = {getattr(node, "name", "") for tree in trees for node in tree.body} - {""}
    tests = [
        test
        for test in sorted(Path("tests").glob("*/test_*.py"))
        if test.parent.name in ("gpumath", "oracle")
        and names & set(re.findall(r"\w+", test.read_text(encoding="utf-8")))
    ]
    return [*map(str, sources), *map(str, tests)]


def _judge(task: tuple[Mutant | None, dict[str, str] | None]) -> object:
    """Fork once more, so that no mutant sees what another has imported."""
    mutant, agreed = task
    receive, send = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        try:
            send.send(_in_child(mutant.text if mutant else "", mutant and mutant.file, agreed))
        except BaseException as error:
            send.send(f"failed: {type(error).__name__}: {error}")
        finally:
            os._exit(0)
    result = receive.recv() if receive.poll(60) else "tests"  # an endless loop is noticed
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, 9)
    os.waitpid(child, 0)
    return result


def main() -> int:
    """Judge all mutants, and print the table."""
    agreed = _judge((None, None))
    if not isinstance(agreed, dict):
        print(agreed)
        return 1
    everything = list(mutants())
    context = multiprocessing.get_context("fork")
    with context.Pool(os.cpu_count()) as pool:
        verdicts = pool.map(_judge, [(each, agreed) for each in everything], chunksize=4)
    files: dict[str, Counter[str]] = {}
    survivors = []
    for mutant, verdict in zip(everything, verdicts, strict=True):
        files.setdefault(mutant.file, Counter())[str(verdict)] += 1
        if verdict not in ("gate", "tests"):
            survivors.append((mutant, verdict))
    print(f"{'file':28} {'mutants':>8} {'gate':>6} {'tests':>6} {'survived':>9}")
    for file, counts in files.items():
        rest = counts.total() - counts["gate"] - counts["tests"]
        print(f"{file:28} {counts.total():8} {counts['gate']:6} {counts['tests']:6} {rest:9}")
    total = sum(files.values(), Counter())
    print(f"{'all':28} {total.total():8} {total['gate']:6} {total['tests']:6} {len(survivors):9}")
    unexplained = 0
    for mutant, verdict in survivors:
        reason = SURVIVORS.get(mutant.name)
        unexplained += reason is None
        print(f"\n{mutant.file}:{mutant.line}: {mutant.code}\n  {mutant.change}: {verdict}")
        print(f"  {reason or 'NOT EXPLAINED: ' + mutant.name}")
    stale = SURVIVORS.keys() - {mutant.name for mutant, _ in survivors}
    for name in sorted(stale):
        print(f"\nno longer survives, remove it from SURVIVORS: {name}")
    return 1 if unexplained or stale else 0


if __name__ == "__main__":
    sys.exit(main())
