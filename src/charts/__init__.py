"""How numbers are drawn: one look for all charts, one colour for each kind of term.

Charts are static SVG made at build. Text stays text, colours are CSS variables of the site, and no
code runs in the reader's browser. This package draws bills and quantities; it knows neither pages
nor formulas.
"""

from charts.bars import Share, bars, stacked_bars
from charts.lines import Line, Mark, lines
from charts.predictions import Predicted, predictions
from charts.roofline import Job, Roof, roofline
from charts.scatter import EqualRatio, Spot, scatter
from charts.stacked_rows import stacked_rows

__all__ = [
    "EqualRatio",
    "Job",
    "Line",
    "Mark",
    "Predicted",
    "Roof",
    "Share",
    "Spot",
    "bars",
    "lines",
    "predictions",
    "roofline",
    "scatter",
    "stacked_bars",
    "stacked_rows",
]
