"""The real site, built once for all tests here."""

import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def read(site):
    """The parsed page at a path of the site."""
    return lambda path: BeautifulSoup(
        (site / path / "index.html").read_text(encoding="utf-8"), "html.parser"
    )


@pytest.fixture(scope="session")
def lesson(read):
    """The lesson's article, parsed."""
    return read("lessons/training-vs-inference").article
