"""The real site, built once for all tests here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The folder of the built site."""
    return build(tmp_path_factory.mktemp("built") / "site")


@pytest.fixture(scope="session")
def published(tmp_path_factory) -> Path:
    """The folder of the site built for an address, with a repository."""
    return build(
        tmp_path_factory.mktemp("published") / "site",
        SITE_URL="https://lesson.example/gpu/",
        REPO_URL="https://github.com/example/lesson",
    )


def build(folder, **addresses):
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    environment = {**os.environ, "SITE_URL": "", "REPO_URL": "", **addresses}
    done = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", check=False
    )
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
