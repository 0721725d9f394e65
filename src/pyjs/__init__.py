"""Translates plain arithmetic Python into JavaScript that answers with the same bytes and text."""

from pyjs.errors import UnsupportedError
from pyjs.resources import toml_of
from pyjs.translate import translate

__all__ = ["UnsupportedError", "toml_of", "translate"]
