"""Two builds of one state are byte-identical, whatever the day, the locale and the hash seed."""

import os
import shutil
import subprocess
import sys

import pytest

ADDRESSES = {"SITE_URL": "https://lesson.example/", "SOURCE_DATE_EPOCH": "86400"}


def digest(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONHASHSEED": "2", "LC_ALL": "C", "TZ": "Pacific/Kiritimati", "LANG": "C"}],
)
def test_two_builds_are_the_same(tmp_path, environment):
    for name in ("docs", "snippets", "src", "tests/accepted"):
        shutil.copytree(name, tmp_path / name)
    for name in ("mkdocs.yml", "requirements.txt", "package-lock.json"):
        shutil.copy(name, tmp_path / name)
    sites = []
    for number, changes in enumerate([{"PYTHONHASHSEED": "1"}, environment]):
        shutil.rmtree(tmp_path / ".cache", ignore_errors=True)  # run everything again
        folder = tmp_path / f"site{number}"
        command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env={**os.environ, **ADDRESSES, **changes},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        sites.append(digest(folder))
    first, second = sites
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
