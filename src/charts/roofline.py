"""A roofline: how much arithmetic parts can do at each intensity, and where jobs stand on one."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from charts.html import COLOR, Rows, figure, points
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
    """A job under the first roof: its lane, which colours it, a short label, and its intensity."""

    lane: str
    label: str
    intensity: FlopPerByte


def roofline(
    roofs: Sequence[Roof],
    jobs: Sequence[Job],
    *,
    ends: tuple[float, float],
    caption: str,
) -> str:
    """HTML of roofs over a logarithmic axis of intensity, with jobs on the first of them.

    Roofs of one height share a label. Jobs are labelled below their points.

    Args:
        roofs: the first is drawn strongly, and carries the jobs.
        jobs: from the left to the right.
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
    spots: Rows = [
        {
            "x": float(job.intensity),
            "y": reach(roofs[0], float(job.intensity)),
            "text": job.label,
            "color": color(job.lane),
        }
        for job in jobs
    ]
    across = alt.X(
        "x:Q",
        title="FLOP for each byte of memory traffic",
        scale=alt.Scale(type="log", domain=list(ends), nice=False),
        axis=alt.Axis(format="~s", tickCount=5),
    )
    up = alt.Y(
        "y:Q",
        title="TFLOP/s",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(
            titleAngle=0, titleAlign="left", titleX=-40, titleY=-14, format="~g", tickCount=4
        ),
    )
    chart = alt.layer(
        points(lines).mark_line(strokeWidth=2).encode(across, up, COLOR, detail="roof:N"),
        points(labels).mark_text(baseline="middle", dx=6).encode(across, up, text="text:N"),
        points(spots).mark_point(filled=True, size=70, opacity=1).encode(across, up, COLOR),
        points(spots)
        .mark_text(baseline="top", dx=7, dy=4)
        .encode(across, up, COLOR, text="text:N"),
        width=215,
        height=260,
    )
    table = [["", "peak", "ridge point"]]
    table += [[r.label, f"{r.peak:,.0f TFLOP/s}", f"{r.ridge:.0f FLOP/B}"] for r in roofs]
    table += [[f"{job.lane}, {job.label}", "", f"{job.intensity:,.1f FLOP/B}"] for job in jobs]
    return figure(chart, caption=caption, table=table)
