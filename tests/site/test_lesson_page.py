"""The lesson as readers get it."""

import re
from decimal import Decimal


def text(element):
    return " ".join(element.get_text(" ").split())


def section(lesson, heading):
    """The text from one second-level heading to the next."""
    start = next(h for h in lesson("h2") if h.get_text().startswith(heading))
    parts = []
    for sibling in start.find_next_siblings():
        if sibling.name == "h2":
            break
        parts.append(text(sibling))
    return " ".join(parts)


def test_sections_are_the_lessons_in_its_order(lesson):
    assert [heading.find(string=True) for heading in lesson("h2")] == [
        "The idea in one minute",
        "A picture",
        "How it really works",
        "What that means for hardware",
        "The activation memory difference, concretely",
        "Code",
        "Remember this",
        "Try it",
        "Check yourself",
    ]


def test_the_two_lines_stand_on_the_page_as_the_go_program_printed_them(lesson):
    printed = (
        "TRAINING   weights+grads+optimizer   128 GB   activations   52 GB   total  180 GB\n"
        "INFERENCE  weights                    16 GB   KV + activations  2.7 GB   total   19 GB\n"
    )
    assert printed in [code.get_text() for code in lesson("code")]


def test_the_diagram_has_the_lessons_boxes_and_figures(lesson):
    (diagram,) = lesson("pre", class_="mermaid")
    source = diagram.get_text()
    assert source.startswith(("flowchart TB", "%%{init"))
    for label in (
        "Training step",
        "Forward pass",
        "Loss",
        "Backward pass",
        "Update weights",
    ):
        assert label in source
    for label in (
        "Inference step",
        "Output token",
        "51.5 GB",
        "32.0 GB",
        "64.0 GB",
        "2.1 GB",
    ):
        assert label in source
    classes = re.findall(r"(F1|F2|BK|L|U|O)\[.*?\]:::(\w+)", source)
    assert dict(classes) == {
        **dict.fromkeys(("F1", "F2", "BK"), "compute"),
        **dict.fromkeys(("L", "U"), "neutral"),
        "O": "io",
    }
    for name in ("compute", "neutral", "io"):
        assert f"classDef {name} fill:#" in source


def test_figures_of_each_section(lesson):
    # Each from facts outside this repository or from arithmetic done by hand.
    expected = {
        "The idea in one minute": ["179.5 GB", "18.7 GB", "9.6×"],
        "How it really works": [
            "48 GFLOP",
            "16 GFLOP",
            "0.1 MB",
            "295 FLOP/B",
            "16,384 tokens",
        ],
        "What that means for hardware": [
            "1,000 W",
            "70 W",
            "72 W",
            "900 GB/s",
            "4.2 GB/s per W",
            "60 FLOP/B",
        ],
        "The activation memory difference": [
            "32 %",
            "70 %",
            "69.6 %",
            "40.7 thousand tokens",
            "80 GB",
        ],
        "Code": ["9.6×", "51.540 GB", "179.540 GB", "18.684 GB"],
        "Try it": [
            "3 GPUs",
            "1 GPU",
            "4 GPUs",
            "44.9 GB",
            "153.8 GB",
            "2 GPUs",
            "86 %",
            "16 B",
        ],
        "Check yourself": ["16 B", "2 B", "9.6×", "3×"],
    }
    for heading, figures in expected.items():
        found = section(lesson, heading)
        assert [figure for figure in figures if figure not in found] == [], heading


def test_every_question_has_a_closed_answer(lesson):
    answers = lesson("details", class_="question")
    assert len(answers) == 6
    assert not any(answer.has_attr("open") for answer in answers)


def test_inline_figures_carry_their_value_and_expression(lesson):
    figures = lesson.select("data.figure[data-expression]")
    assert len(figures) > 80
    for figure in figures:
        assert figure["data-expression"]
        assert figure["value"]
    total = next(f for f in figures if f["data-expression"] == "footprint.training.total")
    assert (total["value"], total.get_text()) == ("179539607552", "179.5 GB")


def test_terms_are_explained(lesson):
    found = text(lesson)
    for term in (
        "AdamW",
        "master weights",
        "KV cache",
        "ridge point",
        "NVLink",
        "prefill",
        "decode",
    ):
        assert term in found


def number(cell):
    match = re.match(r"-?[\d,]+(\.\d+)?", cell)
    return Decimal(match[0].replace(",", "")) if match else None


def test_tables_with_a_total_add_up_as_shown(lesson):
    tables = []
    for table in lesson("table"):
        rows = [[text(cell) for cell in row("td")] for row in table.tbody("tr")]
        if rows[-1][0] == "Total":
            tables.append(rows)
    assert len(tables) == 3  # the gap, and the two bills
    for *rows, total in tables:
        for column in range(1, len(total)):
            if number(total[column]) is not None:
                assert sum(number(row[column]) for row in rows) == number(total[column])


def test_listings_with_a_total_add_up_as_shown(lesson):
    listings = [code.get_text() for code in lesson("code") if "\nTotal " in code.get_text()]
    assert len(listings) == 1  # the halved batch
    *rows, total = [re.findall(r"([\d.]+) GB", line) for line in listings[0].splitlines()]
    for column in (0, 1):
        assert sum(Decimal(row[column]) for row in rows) == Decimal(total[column])
