"""A scatter of labelled points on two logarithmic axes, with lines of equal ratio between them."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from charts.html import ABOVE, Cell, Rows, figure, points
from charts.palette import FAINT, TEXT
from gpumath.quantities import Quantity


@dataclass(frozen=True)
class Spot:
    """A point: its label and its two values.

    Args:
        label: stands to its right, or to its left.
        across: the horizontal value.
        up: the vertical value.
        left: where the label stands.
        strong: one of the points that the chart is about.
    """

    label: str
    across: Quantity
    up: Quantity
    left: bool = False
    strong: bool = False


@dataclass(frozen=True)
class EqualRatio:
    """A line on which up / across is the same.

    Args:
        label: stands beside the line.
        value: up / across, in the units of the axes.
        at: the height at which the label stands.
    """

    label: str
    value: float
    at: float


def scatter(
    spots: Sequence[Spot],
    ratios: Sequence[EqualRatio],
    *,
    units: tuple[str, str],
    titles: tuple[str, str],
    ends: tuple[tuple[float, float], tuple[float, float]],
    caption: str,
) -> str:
    """HTML of labelled points, and of lines of equal ratio, which are straight and parallel.

    Args:
        spots: points.
        ratios: lines.
        units: of the horizontal and of the vertical axis.
        titles: of the two axes.
        ends: of the two axes, in these units.
        caption: the chart in words.
    """
    (left, right), (low, high) = ends
    width, height = 280, 300
    rows: Rows = [
        {
            "x": spot.across.in_unit(units[0]),
            "y": spot.up.in_unit(units[1]),
            "text": spot.label,
            "left": spot.left,
            "strong": spot.strong,
        }
        for spot in spots
    ]
    lines: Rows = [
        {
            "x": max(left, low / ratio.value),
            "y": max(low, left * ratio.value),
            "x2": min(right, high / ratio.value),
            "y2": min(high, right * ratio.value),
        }
        for ratio in ratios
    ]
    names: Rows = [
        {"x": ratio.at / ratio.value, "y": ratio.at, "text": ratio.label} for ratio in ratios
    ]
    x = alt.X(
        "x:Q",
        title=titles[0],
        scale=alt.Scale(type="log", domain=[left, right], nice=False),
        axis=alt.Axis(values=_round(left, right), format="~d"),
    )
    y = alt.Y(
        "y:Q",
        title=titles[1],
        scale=alt.Scale(type="log", domain=[low, high], nice=False),
        axis=alt.Axis(values=_round(low, high), format="~g", **ABOVE),
    )
    x2, y2, text = alt.X2("x2:Q"), alt.Y2("y2:Q"), alt.Text("text:N")
    layers: list[alt.Chart] = [
        points(lines).mark_rule(color=FAINT, strokeDash=[3, 3], opacity=0.6).encode(x, y, x2, y2),
        points(names).mark_text(baseline="middle", dx=8).encode(x, y, text),
    ]
    for strong in (False, True):
        some = [row for row in rows if row["strong"] is strong]
        layers.append(
            points(some)
            .mark_point(filled=True, size=70, opacity=1, color=TEXT if strong else FAINT)
            .encode(x, y)
        )
        for to_the_left in (False, True):
            layers.append(
                points([row for row in some if row["left"] is to_the_left])
                .mark_text(
                    align="right" if to_the_left else "left",
                    baseline="middle",
                    dx=-8 if to_the_left else 8,
                    fontWeight="bold" if strong else "normal",
                )
                .encode(x, y, text)
            )
    table: list[list[Cell]] = [["", *titles]]
    table += [
        [spot.label, (spot.across, f",.0f {units[0]}"), (spot.up, f".2f {units[1]}")]
        for spot in spots
    ]
    chart = alt.layer(*layers, width=width, height=height)
    return figure(chart, caption=caption, table=table)


def _round(low: float, high: float) -> list[float]:
    """The ones, twos and fives between two ends, for the ticks of a logarithmic axis.

    >>> _round(50, 2000)
    [50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0]
    """
    numbers = [digit * 10.0**power for power in range(-3, 7) for digit in (1, 2, 5)]
    return [number for number in numbers if low <= number <= high]
