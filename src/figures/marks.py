"""The classes by which readers' pages tell what was generated, and what could not be."""

FIGURE_CLASS = "figure"
ERROR_CLASS = "figure-error"
