"""Lines over a common axis, each labelled where it ends."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

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
    """A point to point out: where it is, what to say of it, and on which side of it to say so."""

    x: float
    value: Quantity
    label: str
    side: Literal["left", "right"] = "left"


def lines(
    lines: Sequence[Line],
    *,
    x: Sequence[int],
    x_title: str,
    unit: str,
    y_title: str = "",
    marks: Sequence[Mark] = (),
    log: bool = False,
    number: str = ".1f",
    caption: str,
) -> str:
    """HTML of lines over a common axis, with points pointed out.

    Args:
        lines: as many values each as there are in `x`.
        x: the horizontal values.
        x_title: what they are.
        unit: of the vertical axis.
        y_title: what its values are; the unit alone if not given.
        marks: points to point out, such as a crossing.
        log: both axes grow by factors of ten; all values are above 0.
        number: the format of values in the table.
        caption: the chart in words.
    """
    rows: Rows = [
        {"x": at, "y": value.in_unit(unit), "line": line.label, "color": color(line.kind)}
        for line in lines
        for at, value in zip(x, line.values, strict=True)
    ]
    ends: Rows = [
        {"x": x[-1], "y": line.values[-1].in_unit(unit), "text": line.label} for line in lines
    ]
    sides: dict[str, Rows] = {"left": [], "right": []}
    for mark in marks:
        spot = {"x": mark.x, "y": mark.value.in_unit(unit), "text": mark.label}
        sides[mark.side].append(spot)
    left, right = points(sides["left"]), points(sides["right"])
    spots = points(sides["left"] + sides["right"])
    foot = 10.0 ** math.floor(math.log10(min(row["y"] for row in rows))) if log else 0.0
    across = alt.X("x:Q", title=x_title, axis=alt.Axis(tickCount=5))
    up = alt.Y("y:Q", title=y_title or unit, axis=alt.Axis(tickCount=5, **ABOVE))
    if log:
        tens = [10.0**power for power in range(-9, 13)]
        across = across.scale(type="log", nice=False).axis(values=tens, format="~s")
        up = up.scale(type="log", domainMin=foot).axis(values=tens, format="~g", **ABOVE)
    label: dict[str, Any] = {"baseline": "bottom", "dy": -4}
    chart = alt.layer(
        points(rows).mark_line(strokeWidth=2.5).encode(across, up, COLOR, detail="line:N"),
        points(ends).mark_text(baseline="middle", dx=6).encode(across, up, text="text:N"),
        spots.mark_rule(color=FAINT, strokeDash=[3, 3]).encode(across, up, y2=alt.datum(foot)),
        spots.mark_point(color=TEXT, filled=True, size=50, opacity=1).encode(across, up),
        left.mark_text(align="right", dx=-8, **label).encode(across, up, text="text:N"),
        right.mark_text(align="left", dx=8, **label).encode(across, up, text="text:N"),
        width=270,
        height=230,
    )
    head: list[Cell] = [x_title, *(line.label for line in lines)]
    body: list[list[Cell]] = [
        [f"{at:,}", *((line.values[row], f"{number} {unit}") for line in lines)]
        for row, at in enumerate(x)
    ]
    return figure(chart, caption=caption, table=[head, *body])
