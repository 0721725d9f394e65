"""A small site to break: one page, one snippet, its figures accepted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFIG = """
site_name: small
strict: true
theme: {name: mkdocs}
plugins:
  - figures:
      packages: [sums]
      texts: [snippets, sums]
      inputs: [snippets, sums, requirements.txt]
      units: [GB, GPUs]
markdown_extensions:
  - attr_list
  - figures: {seconds: 2}
  - tables
  - pymdownx.highlight
  - pymdownx.snippets: {base_path: [snippets], check_paths: true}
  - pymdownx.superfences:
      custom_fences:
        - name: python
          class: python
          validator: !!python/name:markdown_exec.validator
          format: !!python/name:figures.fences.python
        - name: mermaid
          class: mermaid
          format: !!python/name:figures.fences.fence_mermaid_custom
"""

A = """n = 12
huge = 10**400
def same(text): return text
def bye(): raise SystemExit(0)
def forever():
    while True: pass
"""


class Site:
    """A site in a folder, and the commands of its author."""

    def __init__(self, folder: Path):
        self.folder = folder
        for name in ("docs", "snippets", "sums"):
            (folder / name).mkdir()
        self.write("mkdocs.yml", CONFIG)
        self.write("snippets/a.py", A)
        self.write("sums/__init__.py", "n = 12\n")
        self.write("requirements.txt", "other==1\n")
        self.write("docs/index.md", "# Page\n\nIt is {{ a.n:d }}.\n")
        self.write("tests/accepted/index.txt", "a.n:d = 12\n")

    def write(self, path, text):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, path):
        return (self.folder / path).read_text(encoding="utf-8")

    def run(self, *command, **environment):
        return subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "CI": "", **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )

    def build(self, *options, **environment):
        return self.run("-m", "mkdocs", "build", *options, **environment)

    def figures(self, *arguments, **environment):
        return self.run("-m", "figures", *arguments, **environment)

    def built(self):
        """The names of what a build left."""
        folder = self.folder / "site"
        return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


@pytest.fixture
def site(tmp_path):
    return Site(tmp_path)


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory):
    """A site that tests of one module look at and do not change."""
    return Site(tmp_path_factory.mktemp("shared"))
