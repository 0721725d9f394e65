"""Keeps pytest from importing the measuring programs: PyTorch is no dependency of the project."""

from pathlib import Path

here = Path(__file__).parent
collect_ignore = [path.name for path in here.glob("*.py") if not path.name.startswith("test_")]
