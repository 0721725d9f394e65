"""Stacked bars that lie, one below the other: for more bills than fit side by side on a phone."""

from collections.abc import Sequence

import altair as alt

from charts.html import COLOR, FONT_SIZE, Cell, Rows, figure, points
from charts.palette import BACKGROUND, TEXT, color
from gpumath.memory.bill import Bill
from gpumath.quantities import Quantity

_LETTER = FONT_SIZE * 0.56  # the width of one, on average


def stacked_rows(
    bills: Sequence[Bill], *, unit: str, limit: Quantity, limit_label: str, caption: str
) -> str:
    """HTML of bills as lying bars on one scale, with a dashed line to compare them with.

    Each bar has its name and total above it. Terms are labelled above the first bar only, so all
    bills have the same terms in the same order, and the first is the longest.

    Args:
        bills: from the top down.
        unit: in which sizes are printed.
        limit: where the dashed line stands.
        limit_label: what it means.
        caption: the chart in words.
    """
    width, bar_height, pitch, line = 344, 20, 50, 20
    scale = width / max(bill.total.in_unit(unit) for bill in bills)
    boxes: Rows = []
    names: Rows = []
    lines: Rows = []
    at = limit.in_unit(unit) * scale
    for position, bill in enumerate(bills):
        upper = position * pitch + 2 * line
        text = f"{bill.name}: {bill.total:.1f {unit}}"
        names.append({"x": 0, "y": upper - (2 if position == 0 else 1) * line, "text": text})
        lines.append({"x": at, "y": upper - 6, "y2": upper + bar_height + 6})
        left = 0.0
        for term in bill.terms:
            right = left + term.size.in_unit(unit) * scale
            box = {"x": left, "x2": right, "y": upper, "y2": upper + bar_height}
            boxes.append({**box, "color": color(term.kind)})
            left = right
    labels: Rows = []
    free = float(width)  # of the space for labels, what is left of those that have their place
    for term, box in reversed(list(zip(bills[0].terms, boxes, strict=False))):
        free = min(box["x"], free - _LETTER * len(term.label))
        labels.append({"x": free, "y": line, "text": term.label})
        free -= _LETTER
    foot = len(bills) * pitch + line - 2
    below: Rows = [{"x": at, "y": foot, "text": limit_label}]

    x = alt.X("x:Q", scale=alt.Scale(domain=[0, width], nice=False), axis=None)
    y = alt.Y("y:Q", scale=None, axis=None)
    x2, y2, texts = alt.X2("x2:Q"), alt.Y2("y2:Q"), alt.Text("text:N")
    chart = alt.layer(
        points(boxes).mark_rect(stroke=BACKGROUND, strokeWidth=1.5).encode(x, x2, y, y2, COLOR),
        points(names).mark_text(baseline="top", fontWeight="bold").encode(x, y, texts),
        points(labels).mark_text(baseline="top").encode(x, y, texts),
        points(lines).mark_rule(strokeDash=[4, 3], strokeWidth=1.5, color=TEXT).encode(x, y, y2),
        points(below).mark_text(baseline="top", align="center").encode(x, y, texts),
        width=width,
        height=foot + line,
    )
    table: list[list[Cell]] = [["", "term", "size"]]
    for bill in bills:
        table += [[bill.name, term.label, (term.size, f".1f {unit}")] for term in bill.terms]
        table += [[bill.name, "Total", (bill.total, f".1f {unit}")]]
    return figure(chart, caption=caption, table=table)
