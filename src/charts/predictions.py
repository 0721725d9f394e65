"""Predictions beside measurements: how far two counts of each case are from what was measured."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from charts.html import COLOR, Cell, Rows, figure, points
from charts.palette import FAINT, TEXT, color
from gpumath.quantities import Quantity


@dataclass(frozen=True)
class Predicted:
    """A case that was measured: its lane, which colours it, its label, and two counts of it."""

    lane: str
    label: str
    rough: Quantity
    exact: Quantity
    measured: Quantity


def predictions(cases: Sequence[Predicted], *, unit: str, caption: str) -> str:
    """HTML of a row for each case, drawn to the scale of its own measurement.

    So all measurements stand on one line. An exact count falls on it; a rough one stands to its
    left, at the part of the measurement that it makes up.

    Args:
        cases: from the top down; rough counts are below what was measured.
        unit: in which sizes are printed.
        caption: the chart in words.
    """
    width, right, pitch, top = 250, 80, 48, 26
    rows: Rows = []
    for position, case in enumerate(cases):
        off = (case.rough - case.measured) / case.measured
        upper = top + position * pitch
        rows.append(
            {
                "zero": 0,
                "y": upper + 8,
                "at": upper + 32,
                "rough": width * float(case.rough / case.measured),
                "exact": width * float(case.exact / case.measured),
                "label": case.label,
                "rough_label": f"{case.rough:.1f {unit}}, {off:+.0f %}",
                "exact_label": f"{case.exact:.1f {unit}}",
                "color": color(case.lane),
            }
        )
    height = top + len(rows) * pitch
    line: Rows = [{"x": width, "y": top - 6, "y2": height, "text": "measured"}]
    names: Rows = [{**rows[0], "rough_label": "rough", "exact_label": "exact", "at": rows[0]["y"]}]

    def across(field: str) -> alt.X:
        domain = [0, width + right]
        return alt.X(f"{field}:Q", scale=alt.Scale(domain=domain, nice=False), axis=None)

    def up(field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", scale=alt.Scale(domain=[height, 0], nice=False), axis=None)

    x, y, at, rough, exact = across("x"), up("y"), up("at"), across("rough"), across("exact")
    text, rough_text, exact_text = (
        alt.Text(f"{field}:N") for field in ("text", "rough_label", "exact_label")
    )
    marks, labels = points(rows), points(names + rows)
    chart = alt.layer(
        points(line).mark_rule(color=TEXT).encode(x, y, alt.Y2("y2:Q")),
        points(line).mark_text(align="center", baseline="bottom", dy=-3).encode(x, y, text),
        marks.mark_text(baseline="middle", fontWeight="bold").encode(
            across("zero"), y, alt.Text("label:N")
        ),
        marks.mark_rule(color=FAINT, strokeWidth=2).encode(rough, at, alt.X2("exact:Q")),
        marks.mark_point(filled=True, size=60, opacity=1, color=FAINT).encode(rough, at),
        marks.mark_point(filled=True, size=110, opacity=1).encode(exact, at, COLOR),
        labels.mark_text(align="right", baseline="middle", dx=-9).encode(rough, at, rough_text),
        labels.mark_text(baseline="middle", dx=11).encode(exact, at, COLOR, exact_text),
        width=width + right,
        height=height,
    )
    table: list[list[Cell]] = [["", "rough", "exact", "measured"]]
    for case in cases:
        sizes = case.rough, case.exact, case.measured
        table.append([case.label, *((size, f".1f {unit}") for size in sizes)])
    return figure(chart, caption=caption, table=table)
