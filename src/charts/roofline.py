"""A roofline: how much arithmetic parts can do at each intensity, and where jobs stand on one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt

from charts.html import ABOVE, COLOR, Cell, Rows, figure, points
from charts.palette import FAINT, TEXT, color
from gpumath.quantities import FlopPerByte, FlopPerSecond


@dataclass(frozen=True)
class Roof:
    """A part's roof: its label, the level part's height, and where that begins."""

    label: str
    peak: FlopPerSecond
    ridge: FlopPerByte


@dataclass(frozen=True)
class Job:
    """A job under the first roof: its lane, which colours it, and its intensity by batch."""

    lane: str
    label: str
    intensity: Mapping[int, FlopPerByte]


def roofline(
    roofs: Sequence[Roof],
    jobs: Sequence[Job],
    *,
    ends: tuple[float, float],
    caption: str,
) -> str:
    """HTML of roofs over a logarithmic axis of intensity, with jobs on the first of them.

    Roofs of one height share a label. Each job has a row below the roofs, where its points are seen
    apart from those of others, with its batches behind them.

    Args:
        roofs: the first is drawn strongly, and carries the jobs.
        jobs: from the top down.
        ends: of the axis of intensity, in FLOP/B.
        caption: the chart in words.
    """

    def reach(roof: Roof, intensity: float) -> float:
        return roof.peak.in_unit("TFLOP/s") * min(1.0, intensity / float(roof.ridge))

    lines: Rows = [
        {"x": x, "y": reach(roof, x), "roof": roof.label, "color": TEXT if first else FAINT}
        for roof in reversed(roofs)  # the first is drawn over the others
        for first in [roof is roofs[0]]
        for x in (ends[0], float(roof.ridge), ends[1])
    ]
    heights: dict[float, list[str]] = {}
    for roof in roofs:
        heights.setdefault(reach(roof, ends[1]), []).append(roof.label)
    labels: Rows = [
        {"x": ends[1], "y": height, "text": ", ".join(names)} for height, names in heights.items()
    ]
    lowest = min(reach(roof, ends[0]) for roof in roofs)
    rows = [lowest / 3 ** (position + 1) for position in range(len(jobs))]
    spots: Rows = [
        {"x": float(x), "y": reach(roofs[0], float(x)), "row": row, "color": color(job.lane)}
        for job, row in zip(jobs, rows, strict=True)
        for x in job.intensity.values()
    ]
    batches: Rows = [
        {
            "x": float(max(job.intensity.values())),
            "row": row,
            "text": f"{job.label} {' · '.join(map(str, job.intensity))}",
            "color": color(job.lane),
        }
        for job, row in zip(jobs, rows, strict=True)
    ]
    across = alt.X(
        "x:Q",
        title="FLOP for each byte of memory traffic",
        scale=alt.Scale(type="log", domain=list(ends), nice=False),
        axis=alt.Axis(format="~s", tickCount=5),
    )
    scale = alt.Scale(type="log", domain=[rows[-1] / 2, max(heights)], nice=False)
    axis = alt.Axis(
        title="TFLOP/s",
        **ABOVE,
        format="~g",
        values=[1, 10, 100, 1000],
        domain=False,  # it ends above the rows
    )
    up, row = alt.Y("y:Q", scale=scale, axis=axis), alt.Y("row:Q", scale=scale)
    spot = points(spots).mark_point(filled=True, size=70, opacity=1)
    chart = alt.layer(
        points(lines).mark_line(strokeWidth=2).encode(across, up, COLOR, detail="roof:N"),
        points(labels).mark_text(baseline="middle", dx=6).encode(across, up, text="text:N"),
        points(spots).mark_rule(opacity=0.4).encode(across, up, COLOR, y2="row:Q"),
        spot.encode(across, up, COLOR),
        spot.encode(across, row, COLOR),
        points(batches)
        .mark_text(baseline="middle", dx=9)
        .encode(across, row, COLOR, text="text:N"),
        width=220,
        height=330,
    )
    rate, intensity = ",.1f TFLOP/s", ",.1f FLOP/B"
    table: list[list[Cell]] = [["", "at most", "at an intensity of"]]
    table += [[roof.label, (roof.peak, rate), (roof.ridge, intensity)] for roof in roofs]
    for job in jobs:
        for batch, each in job.intensity.items():
            reached = FlopPerSecond(reach(roofs[0], float(each)) * 10**12)
            table.append([f"{job.label}, batch {batch}", (reached, rate), (each, intensity)])
    return figure(chart, caption=caption, table=table)
