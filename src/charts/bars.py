"""Bars: stacked ones on a common scale, and plain ones from a common zero."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt

from charts.html import COLOR, FONT_SIZE, Cell, Rows, figure, points
from charts.palette import BACKGROUND, FAINT, LANES, TEXT, color
from gpumath.memory.bill import Bill
from gpumath.quantities import Quantity

_LINE = FONT_SIZE * 1.25  # one line of text, in pixels


class Share(NamedTuple):
    """A bar by itself: its kind, which colours it, its label and its size."""

    kind: str
    label: str
    size: Quantity


def stacked_bars(
    bills: Sequence[Bill], *, unit: str, limit: Quantity, limit_label: str, caption: str
) -> str:
    """HTML of stacked bars on one scale, with a dashed line to compare them with.

    Terms are labelled beside the bar. Labels of thin ones move up, tied to them by a line.

    Args:
        bills: from left to right.
        unit: in which sizes are printed.
        limit: where the dashed line stands.
        limit_label: what it means.
        caption: the chart in words.
    """
    height, bar_width, pitch, label_width = 320, 56, 184, 104
    scale = height / max(bill.total.in_unit(unit) for bill in bills)
    boxes: Rows = []
    ties: Rows = []
    labels: Rows = []
    names: Rows = []
    for position, bill in enumerate(bills):
        left, low, label_at = position * pitch, 0.0, -_LINE
        right = left + bar_width
        for term in bill.terms:
            high = low + term.size.in_unit(unit) * scale
            middle = (low + high) / 2
            label_at = max(middle, label_at + 2.2 * _LINE)  # a label has two lines
            box = {"x": left, "x2": right, "y": low, "y2": high}
            boxes.append({**box, "color": color(term.kind)})
            ties.append({"x": right + 1, "x2": right + 9, "y": middle, "y2": label_at})
            label = [term.label, f"{term.size:.1f {unit}}"]
            labels.append({"x": right + 12, "y": label_at, "text": label})
            low = high
        text = [bill.name.capitalize(), f"{bill.total:.1f {unit}}"]
        names.append({"x": left, "y": 0, "text": text, "color": _lane(bill.name)})
    width = pitch * (len(bills) - 1) + bar_width + label_width
    line: Rows = [{"x": 0, "x2": width, "y": limit.in_unit(unit) * scale, "text": limit_label}]

    bottom = -2.5 * _LINE  # the names stand below the bars
    x = alt.X("x:Q", scale=alt.Scale(domain=[0, width], nice=False), axis=None)
    y = alt.Y("y:Q", scale=alt.Scale(domain=[bottom, height], nice=False), axis=None)
    x2, y2, texts = alt.X2("x2:Q"), alt.Y2("y2:Q"), alt.Text("text:N")
    chart = alt.layer(
        points(boxes).mark_rect(stroke=BACKGROUND, strokeWidth=1.5).encode(x, x2, y, y2, COLOR),
        points(ties).mark_rule(color=FAINT).encode(x, x2, y, y2),
        points(labels).mark_text(baseline="middle", dy=-_LINE / 2).encode(x, y, texts),
        points(names).mark_text(baseline="top", dy=8, fontWeight="bold").encode(x, y, texts, COLOR),
        points(line).mark_rule(strokeDash=[5, 4], color=TEXT).encode(x, x2, y),
        points(line)
        .mark_text(align="right", baseline="bottom", dy=-4)
        .encode(alt.X("x2:Q"), y, texts),
        width=width,
        height=height - bottom,
    )
    table: list[list[Cell]] = [["", "term", "size"]]
    for bill in bills:
        name = bill.name.capitalize()
        table += [[name, term.label, (term.size, f".1f {unit}")] for term in bill.terms]
        table += [[name, "Total", (bill.total, f".1f {unit}")]]
    return figure(chart, caption=caption, table=table)


def _lane(name: str) -> str:
    """The colour of a bar's name: that of the lane it begins with, if it begins with one."""
    first = name.split()[0].rstrip(",")
    return color(first) if first in LANES else TEXT


def bars(shares: Sequence[Share], *, unit: str, caption: str) -> str:
    """HTML of horizontal bars from a common zero, negative ones to its left, labelled above.

    Args:
        shares: from the top down.
        unit: in which sizes are printed.
        caption: the chart in words.
    """
    width, bar_height, pitch = 380, 20, 54
    rows: Rows = [
        {
            "x": min(0.0, share.size.in_unit(unit)),
            "x2": max(0.0, share.size.in_unit(unit)),
            "zero": 0,
            "y": (position + 1) * pitch - bar_height,
            "y2": (position + 1) * pitch,
            "text": f"{share.label}: {share.size:.1f {unit}}",
            "color": color(share.kind),
        }
        for position, share in enumerate(shares)
    ]
    ends = [min(row["x"] for row in rows), max(row["x2"] for row in rows)]
    x = alt.X("x:Q", scale=alt.Scale(domain=ends, nice=False), axis=None)
    y = alt.Y("y:Q", scale=None, axis=None)
    chart = alt.layer(
        points(rows).mark_rect().encode(x, alt.X2("x2:Q"), y, alt.Y2("y2:Q"), COLOR),
        points(rows)
        .mark_text(baseline="bottom", dy=-4)
        .encode(alt.X("zero:Q"), y, alt.Text("text:N")),
        width=width,
        height=len(rows) * pitch,
    )
    table: list[list[Cell]] = [["", "size"]]
    table += [[share.label, (share.size, f".1f {unit}")] for share in shares]
    return figure(chart, caption=caption, table=table)
