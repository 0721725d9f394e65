"""From a chart to the HTML of a page: the drawing, a caption, and the numbers in a table."""

from collections.abc import Sequence
from html import escape
from typing import Any

import altair as alt
import vl_convert

from charts.palette import FAINT, TEXT
from gpumath.quantities import Quantity

FONT_SIZE = 14

Rows = list[dict[str, Any]]
Cell = str | tuple[Quantity, str]
COLOR = alt.Color("color:N", scale=None)  # rows name their colour themselves
# A vertical axis has its title above it, where it is read first and takes no width.
ABOVE: dict[str, Any] = {"titleAngle": 0, "titleAlign": "left", "titleX": -40, "titleY": -14}

_LOOK: dict[str, Any] = {
    "background": "transparent",
    "padding": 4,
    "font": "inherit",
    "view": {"stroke": None},
    "text": {"align": "left", "fontSize": FONT_SIZE, "color": TEXT},
    "axis": {
        "labelColor": TEXT,
        "labelFontSize": FONT_SIZE,
        "titleColor": TEXT,
        "titleFontSize": FONT_SIZE,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "domainColor": FAINT,
        "tickColor": FAINT,
        "grid": False,
    },
}


def figure(
    chart: alt.LayerChart | alt.FacetChart,
    *,
    caption: str,
    table: Sequence[Sequence[Cell]],
) -> str:
    """HTML of a chart: SVG, caption, and a table of its numbers that opens on demand.

    The caption says in words what the chart shows; readers of screens get it for the drawing.

    Args:
        chart: the drawing.
        caption: one or two sentences.
        table: rows; the first is the head. A quantity stands with the format that it is printed in.
    """
    svg: str = vl_convert.vegalite_to_svg(chart.configure(**_LOOK).to_dict())
    # One image with one description, instead of a tree of marks to walk through.
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(caption)}" ', 1)
    return (
        f'<figure class="chart">{svg}<figcaption>{escape(caption)}</figcaption>'
        f"<details><summary>The numbers</summary>{_table(table)}</details></figure>"
    )


def _table(table: Sequence[Sequence[Cell]]) -> str:
    def row(tag: str, cells: Sequence[Cell]) -> str:
        return f"<tr>{''.join(f'<{tag}>{_cell(cell)}</{tag}>' for cell in cells)}</tr>"

    head, *rows = table
    body = "".join(row("td", cells) for cells in rows)
    return f"<table><thead>{row('th', head)}</thead><tbody>{body}</tbody></table>"


def _cell(cell: Cell) -> str:
    """Text, or what a quantity prints as; its element tells the whole value."""
    if isinstance(cell, str):
        return escape(cell)
    quantity, spec = cell
    plain = int(quantity) if isinstance(quantity, int) else float(quantity)  # type: ignore[arg-type]
    told = f'value="{plain!r}" data-exact="{escape(str(quantity))}"'
    return f'<data class="figure" {told}>{escape(format(quantity, spec))}</data>'


def points(rows: Rows) -> alt.Chart:
    """A chart of rows given in the drawing's own pixels or values, to put marks on."""
    return alt.Chart(alt.InlineData(values=rows))
