"""The folder of snippets: short programs whose names the pages print."""

import contextlib
import io
import runpy
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

from figures.expressions import FieldError, near
from figures.forget import forget


class Snippets:
    """The programs in one folder, run by path when a page first names them.

    The folder is never on ``sys.path``, so a ``json.py`` in it shadows nothing. What a snippet
    prints is kept from the terminal.
    """

    def __init__(
        self,
        folder: Path,
        packages: Iterable[str] = (),
        have_run: dict[str, SimpleNamespace] | None = None,
    ) -> None:
        """Name the folder, and packages that each program imports anew; nothing runs yet.

        Pages of one build share the programs that have run.
        """
        self.folder = folder
        self._packages = list(packages)
        self._run = {} if have_run is None else have_run

    def __getitem__(self, name: str) -> SimpleNamespace:
        """The public names that ``<name>.py`` defines.

        Raises:
            FieldError: no such file, or a program that does not run to its end.
        """
        if name not in self._run:
            path = self.folder / f"{name}.py"
            known = sorted(file.stem for file in self.folder.glob("*.py"))
            if name not in known:
                where = f"no snippet {name!r} in {self.folder.name}/"
                raise FieldError(where + near(name, known))
            forget(self._packages)
            self._run[name] = _run(path)
        return self._run[name]


def _run(path: Path) -> SimpleNamespace:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            names = runpy.run_path(str(path), run_name=f"<snippet {path.stem}>")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        where = f"{path.parent.name}/{path.name}"
        raise FieldError(f"{where} failed: {type(error).__name__}: {error}") from error
    return SimpleNamespace(**{name: names[name] for name in names if not name.startswith("_")})
