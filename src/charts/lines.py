"""Lines over a common axis, each labelled where it ends."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from charts.html import ABOVE, COLOR, Cell, Rows, figure, points
from charts.palette import FAINT, TEXT, color
from gpumath.quantities import Quantity


@dataclass(frozen=True)
class Line:
    """A line: its kind, which colours it, its label, and its value at each x."""

    kind: str
    label: str
    values: Sequence[Quantity]


@dataclass(frozen=True)
class Mark:
    """A point to point out: where it is, and what to say of it."""

    x: float
    value: Quantity
    label: str


def lines(
    lines: Sequence[Line],
    *,
    x: Sequence[int],
    x_title: str,
    unit: str,
    marks: Sequence[Mark] = (),
    caption: str,
) -> str:
    """HTML of lines over a common axis, with points pointed out.

    Args:
        lines: as many values each as there are in `x`.
        x: the horizontal values.
        x_title: what they are.
        unit: of the vertical axis.
        marks: points to point out, such as a crossing.
        caption: the chart in words.
    """
    rows: Rows = [
        {"x": at, "y": value.in_unit(unit), "color": color(line.kind)}
        for line in lines
        for at, value in zip(x, line.values, strict=True)
    ]
    ends: Rows = [
        {"x": x[-1], "y": line.values[-1].in_unit(unit), "text": line.label} for line in lines
    ]
    spots: Rows = [
        {"x": mark.x, "y": mark.value.in_unit(unit), "text": mark.label} for mark in marks
    ]
    across = alt.X("x:Q", title=x_title, axis=alt.Axis(tickCount=5))
    up = alt.Y("y:Q", title=unit, axis=alt.Axis(tickCount=5, **ABOVE))
    chart = alt.layer(
        points(rows).mark_line(strokeWidth=2.5).encode(across, up, COLOR),
        points(ends).mark_text(baseline="middle", dx=6).encode(across, up, text="text:N"),
        points(spots).mark_rule(color=FAINT, strokeDash=[3, 3]).encode(across, up, y2=alt.datum(0)),
        points(spots).mark_point(color=TEXT, filled=True, size=50, opacity=1).encode(across, up),
        points(spots)
        .mark_text(align="right", baseline="bottom", dx=-8, dy=-4)
        .encode(across, up, text="text:N"),
        width=270,
        height=230,
    )
    head: list[Cell] = [x_title, *(line.label for line in lines)]
    body: list[list[Cell]] = [
        [f"{at:,}", *((line.values[row], f".1f {unit}") for line in lines)]
        for row, at in enumerate(x)
    ]
    return figure(chart, caption=caption, table=[head, *body])
