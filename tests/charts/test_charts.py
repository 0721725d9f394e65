"""Charts: what is drawn, in which colours, and what is said of it."""

import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from charts import (
    EqualRatio,
    Job,
    Line,
    Mark,
    Predicted,
    Roof,
    Share,
    Spot,
    bars,
    lines,
    predictions,
    roofline,
    scatter,
    stacked_bars,
    stacked_rows,
)
from charts.palette import COLORS, FAINT, TEXT, color
from gpumath import Bill, Term
from gpumath.quantities import Bytes, BytesPerSecond, FlopPerByte, FlopPerSecond, Ratio, Watts

BILLS = [
    Bill(
        "training",
        (
            Term("weights", "Weights", Bytes(30_000_000_000), ""),
            Term("activations", "Activations & more", Bytes(70_000_000_000), ""),
        ),
    ),
    Bill("inference", (Term("weights", "Weights", Bytes(10_000_000_000), ""),)),
]


@pytest.fixture
def drawn():
    return stacked_bars(
        BILLS, unit="GB", limit=Bytes(50_000_000_000), limit_label="a <card>", caption="One & two."
    )


def svg(html):
    return ElementTree.fromstring(re.search("<svg.*</svg>", html, re.DOTALL)[0])


def texts(html):
    return ["".join(text.itertext()) for text in svg(html).iter("{http://www.w3.org/2000/svg}text")]


def dots(html):
    """Middles of the filled circles, by colour."""
    found = {}
    for path in svg(html).iter("{http://www.w3.org/2000/svg}path"):
        place = re.fullmatch(r"translate\(([\d.]+),([\d.]+)\)", path.get("transform", ""))
        if place and path.get("fill", "").startswith("var("):
            found.setdefault(path.get("fill"), []).append((float(place[1]), float(place[2])))
    return found


def test_text_is_text(drawn):
    found = " ".join(texts(drawn))
    for words in ("Weights30.0 GB", "Activations & more70.0 GB", "Training100.0 GB", "a <card>"):
        assert words in found


def test_heights_are_to_scale(drawn):
    boxes = {}
    for path in svg(drawn).iter("{http://www.w3.org/2000/svg}path"):
        match = re.fullmatch(r"M[-\d.]+,[-\d.]+h([\d.]+)v([\d.]+)h-\1Z", path.get("d", ""))
        if match and "var(" in path.get("fill", ""):
            boxes.setdefault(path.get("fill"), []).append(float(match[2]))
    weights, activations = boxes[color("weights")], boxes[color("activations")]
    assert [h / activations[0] for h in weights] == pytest.approx([3 / 7, 1 / 7], rel=1e-6)


def plain(html):
    """Without the elements that tell whole values."""
    return re.sub("</?data[^>]*>", "", html)


def test_numbers_in_the_table_tell_their_whole_value():
    chart = bars([Share("weights", "w", Bytes(1_234_567_890))], unit="GB", caption="c")
    assert (
        '<data class="figure" value="1234567890" data-exact="1,234,567,890 B">1.2 GB</data>'
    ) in chart
    ratio = bars([Share("weights", "w", Ratio(0.125))], unit="%", caption="c")
    assert '<data class="figure" value="0.125" data-exact="0.125×">12.5 %</data>' in ratio


def test_the_drawing_is_described_and_its_numbers_are_in_a_table(drawn):
    assert svg(drawn).get("role") == "img"
    assert svg(drawn).get("aria-label") == "One & two."
    rows = re.findall("<tr>(.*?)</tr>", plain(drawn))
    assert [re.findall("<t[hd]>(.*?)</t[hd]>", row) for row in rows] == [
        ["", "term", "size"],
        ["Training", "Weights", "30.0 GB"],
        ["Training", "Activations &amp; more", "70.0 GB"],
        ["Training", "Total", "100.0 GB"],
        ["Inference", "Weights", "10.0 GB"],
        ["Inference", "Total", "10.0 GB"],
    ]


def test_negative_bars_stand_left_of_zero():
    shares = [Share("weights", "up", Ratio(0.5)), Share("kv_cache", "down", Ratio(-0.25))]
    html = bars(shares, unit="%", caption="c")
    assert texts(html) == ["up: 50.0 %", "down: -25.0 %"]
    starts = {}
    for path in svg(html).iter("{http://www.w3.org/2000/svg}path"):
        match = re.match(r"M([-\d.]+),[-\d.]+h([\d.]+)", path.get("d", ""))
        if match and "var(" in path.get("fill", ""):
            starts[path.get("fill")] = float(match[1]), float(match[2])
    (up, up_width), (down, down_width) = starts[color("weights")], starts[color("kv_cache")]
    assert down == 0
    assert up == pytest.approx(down_width)
    assert up_width == pytest.approx(2 * down_width)


def test_lines_are_labelled_where_they_end():
    html = lines(
        [
            Line("weights", "flat", [Bytes(10**9)] * 2),
            Line("kv_cache", "up", [Bytes(0), Bytes(2 * 10**9)]),
        ],
        x=[0, 10],
        x_title="tokens",
        unit="GB",
        marks=[Mark(5, Bytes(10**9), "here")],
        caption="c",
    )
    assert {"flat", "up", "here", "tokens", "GB"} <= set(texts(html))
    assert "<td>10</td><td>1.0 GB</td><td>2.0 GB</td>" in plain(html)


STEEP = [
    Line("gradients", "low", [Ratio(1), Ratio(0.1), Ratio(0.01)]),
    Line("gradients", "high", [Ratio(10), Ratio(1), Ratio(0.1)]),
]


def steep():
    title, marks = "a over b", [Mark(10, Ratio(1), "here", "right")]
    axes = {"x": [1, 10, 100], "x_title": "tokens", "y_title": title, "unit": "×"}
    return lines(STEEP, **axes, marks=marks, log=True, number=".2g", caption="c")


def test_on_axes_that_grow_by_tens_each_factor_has_the_same_length():
    strokes = [
        [tuple(map(float, point.split(","))) for point in re.findall(r"[\d.]+,[\d.]+", path["d"])]
        for path in (element.attrib for element in svg(steep()).iter())
        if path.get("stroke") == color("gradients")
    ]
    assert len(strokes) == 2  # of one colour, and yet two lines
    for (x0, y0), (x1, y1), (x2, y2) in strokes:
        assert x1 - x0 == pytest.approx(x2 - x1, abs=0.01)
        assert y1 - y0 == pytest.approx(y2 - y1, abs=0.01)


def test_axes_that_grow_by_tens_are_labelled_at_tens_and_say_what_they_are():
    html = steep()
    assert {"a over b", "0.01", "0.1", "1", "10", "100", "low", "high"} <= set(texts(html))
    assert "<td>10</td><td>0.1×</td><td>1×</td>" in plain(html)


def anchors(html, text):
    found = [each for each in svg(html).iter() if "".join(each.itertext()) == text]
    return {each.get("text-anchor") for each in found if each.tag.endswith("text")}


def test_what_is_said_of_a_point_stands_on_the_side_that_is_asked_for():
    assert anchors(steep(), "here") == {"start"}
    up = [Line("weights", "up", [Bytes(0), Bytes(2 * 10**9)])]
    marks = [Mark(5, Bytes(10**9), "here")]
    html = lines(up, x=[0, 10], x_title="tokens", unit="GB", marks=marks, caption="c")
    assert anchors(html, "here") == {"end"}


LYING = [
    BILLS[0],
    Bill(
        "shared & so on",
        (
            Term("weights", "Weights", Bytes(10_000_000_000), ""),
            Term("activations", "Activations & more", Bytes(70_000_000_000), ""),
        ),
    ),
]


@pytest.fixture
def lain():
    limit = {"limit": Bytes(50_000_000_000), "limit_label": "a <card>"}
    return stacked_rows(LYING, unit="GB", **limit, caption="One & two.")


def boxes(html):
    """Left end and width of each box, by colour, from the top down."""
    found = {}
    for path in svg(html).iter("{http://www.w3.org/2000/svg}path"):
        match = re.match(r"M([-\d.]+),[-\d.]+h([\d.]+)v", path.get("d", ""))
        if match and "var(--color" in path.get("fill", ""):
            found.setdefault(path.get("fill"), []).append((float(match[1]), float(match[2])))
    return found


def test_lying_bars_are_to_scale_and_begin_where_the_one_before_ends(lain):
    found = boxes(lain)
    (first, first_width), (second, second_width) = found[color("weights")]
    assert first == second == 0
    assert first_width == pytest.approx(3 * second_width)
    (after_first, width), (after_second, same) = found[color("activations")]
    assert (after_first, after_second) == (pytest.approx(first_width), pytest.approx(second_width))
    assert [width, same] == [pytest.approx(7 * second_width)] * 2


def test_the_line_to_compare_with_is_to_scale_on_lying_bars(lain):
    scale = boxes(lain)[color("weights")][0][1] / 30
    rules = re.findall(r'<line [^>]*transform="translate\(([\d.]+),[^>]*stroke-dasharray', lain)
    assert [float(at) for at in rules] == [pytest.approx(50 * scale)] * 2


def test_lying_bars_have_names_with_totals_and_the_first_has_labels(lain):
    assert texts(lain) == [
        "training: 100.0 GB",
        "shared & so on: 80.0 GB",
        "Activations & more",
        "Weights",
        "a <card>",
    ]
    assert "<td>shared &amp; so on</td><td>Total</td><td>80.0 GB</td>" in plain(lain)


def test_labels_of_thin_parts_of_lying_bars_move_to_the_left():
    thin = (Term("weights", "Weights", Bytes(99), ""), Term("kv_cache", "KV cache", Bytes(1), ""))
    html = stacked_rows([Bill("b", thin)], unit="B", limit=Bytes(50), limit_label="l", caption="c")
    at = {
        "".join(text.itertext()): float(re.match(r"translate\(([\d.]+)", text.get("transform"))[1])
        for text in svg(html).iter("{http://www.w3.org/2000/svg}text")
    }
    assert at["Weights"] < at["KV cache"] < boxes(html)[color("kv_cache")][0][0]


def test_a_chart_is_the_same_each_time(drawn):
    again = stacked_bars(
        BILLS, unit="GB", limit=Bytes(50_000_000_000), limit_label="a <card>", caption="One & two."
    )
    assert drawn == again


def test_an_unknown_kind_has_no_colour():
    with pytest.raises(ValueError, match="no colour for 'weight'; there are training, "):
        color("weight")


def test_the_stylesheet_has_every_colour_in_both_palettes():
    css = Path("docs/assets/stylesheets/palette.css").read_text(encoding="utf-8")
    light, dark = re.findall(r"\[data-md-color-scheme=\"\w+\"\] \{(.*?)\}", css, re.DOTALL)[:2]
    names = {f"--color-{kind.replace('_', '-')}": value for kind, value in COLORS.items()}
    pattern = r"(--color-[\w-]+): (#\w+);"
    assert dict(re.findall(pattern, light)) == names
    assert dict(re.findall(pattern, dark)).keys() == names.keys()


@pytest.fixture
def roofs():
    made = [
        Roof(name, FlopPerSecond(peak * 10**12), FlopPerByte(ridge))
        for name, peak, ridge in [("A", 1000, 250), ("B", 1000, 200), ("C", 100, 400)]
    ]
    jobs = [
        Job("training", "step", {1: FlopPerByte(9000.0)}),
        Job("inference", "token", {1: FlopPerByte(2.5), 64: FlopPerByte(25.0)}),
    ]
    return roofline(made, jobs, ends=(1, 100_000), caption="Roofs.")


def test_a_roofline_names_its_roofs_and_jobs(roofs):
    # Roofs of one height share a label, and so do the batches of a job.
    assert {"A, B", "C", "step 1", "token 1 · 64"} <= set(texts(roofs))


def test_the_table_of_a_roofline_has_each_point(roofs):
    for row in (
        "<td>C</td><td>100.0 TFLOP/s</td><td>400.0 FLOP/B</td>",
        # Under the flat part, at a hundredth of the ridge point, and at a tenth of it.
        "<td>step, batch 1</td><td>1,000.0 TFLOP/s</td><td>9,000.0 FLOP/B</td>",
        "<td>token, batch 1</td><td>10.0 TFLOP/s</td><td>2.5 FLOP/B</td>",
        "<td>token, batch 64</td><td>100.0 TFLOP/s</td><td>25.0 FLOP/B</td>",
    ):
        assert row in plain(roofs)


def test_a_job_stands_on_the_first_roof_and_in_a_row_of_its_own(roofs):
    found = dots(roofs)
    one, many, *row = found[color("inference")]
    training, training_row = found[color("training")]
    decade = many[0] - one[0]
    assert training[0] - one[0] == pytest.approx(decade * math.log10(9000 / 2.5))
    assert one[1] - many[1] == pytest.approx(many[1] - training[1])  # a decade of FLOP/s each
    assert [x for x, _ in row] == [one[0], many[0]]
    assert row[0][1] == row[1][1] > training_row[1] > one[1]


def test_a_bar_of_no_lane_is_named_in_the_colour_of_text():
    rough = Bill("rough", BILLS[0].terms)
    html = stacked_bars([rough], unit="GB", limit=Bytes(1), limit_label="", caption="One.")
    assert "Rough" in " ".join(texts(html))
    assert color("training") not in html


CASES = [
    Predicted("training", "a & b", Bytes(60 * 10**9), Bytes(80 * 10**9), Bytes(80 * 10**9)),
    Predicted("inference", "c", Bytes(8 * 10**9), Bytes(9 * 10**9), Bytes(10**10)),
]


def test_each_count_stands_at_its_part_of_the_measurement():
    html = predictions(CASES, unit="GB", caption="c")
    found = dots(html)
    [(on_the_line, first)], [(off, second)] = found[color("training")], found[color("inference")]
    assert re.search(
        rf'<line [^>]*transform="translate\({on_the_line:g},[^>]* stroke="var\(--chart-text', html
    )
    assert off == pytest.approx(on_the_line * 0.9)
    assert found[FAINT] == [
        (pytest.approx(on_the_line * 0.75), first),
        (pytest.approx(on_the_line * 0.8), second),
    ]


def test_a_prediction_says_how_far_it_is_off():
    html = predictions(CASES, unit="GB", caption="c")
    assert {"a & b", "rough", "exact", "measured", "60.0 GB, -25 %", "8.0 GB, -20 %"} <= set(
        texts(html)
    )
    assert "<td>a &amp; b</td><td>60.0 GB</td><td>80.0 GB</td><td>80.0 GB</td>" in plain(html)


@pytest.fixture
def spots():
    made = [
        Spot("large & fast", Watts(1000), BytesPerSecond(8 * 10**12), left=True, strong=True),
        Spot("small", Watts(100), BytesPerSecond(8 * 10**11)),
        Spot("slow", Watts(100), BytesPerSecond(8 * 10**10)),
    ]
    return scatter(
        made,
        [EqualRatio("the same", 0.008, at=1)],
        units=("W", "TB/s"),
        titles=("power", "speed"),
        ends=((10, 1000), (0.01, 10)),
        caption="c",
    )


def test_a_scatter_is_logarithmic_on_both_axes(spots):
    [large], [small, slow] = dots(spots)[TEXT], dots(spots)[FAINT]
    assert slow[0] == small[0] < large[0]
    assert slow[1] - small[1] == pytest.approx(small[1] - large[1])  # a decade each


def test_a_line_of_equal_ratio_runs_through_points_of_that_ratio(spots):
    [large], [small, _] = dots(spots)[TEXT], dots(spots)[FAINT]
    [line] = [
        each
        for each in svg(spots).iter("{http://www.w3.org/2000/svg}line")
        if each.get("stroke-dasharray") == "3,3"
    ]
    x, y = map(float, re.findall(r"[-\d.]+", line.get("transform")))
    slope = float(line.get("y2")) / float(line.get("x2"))
    for point in (small, large):
        assert point[1] - y == pytest.approx(slope * (point[0] - x), abs=0.01)


def test_a_scatter_names_its_points_and_lines(spots):
    assert {"large & fast", "small", "slow", "the same", "power", "speed"} <= set(texts(spots))
    assert "<td>large &amp; fast</td><td>1,000 W</td><td>8.00 TB/s</td>" in plain(spots)
    found = {
        "".join(text.itertext()): text
        for text in svg(spots).iter("{http://www.w3.org/2000/svg}text")
    }
    assert found["large & fast"].get("text-anchor") == "end"
    assert found["large & fast"].get("font-weight") == "bold"
    assert found["small"].get("text-anchor") == "start"
