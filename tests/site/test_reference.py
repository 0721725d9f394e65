"""The generated reference: complete, and true to the pages and the code that it is about."""

import re

import gpumath
from figures.accepted import read_accepted


def test_everything_public_is_on_a_page_of_the_api(site):
    pages = [path.read_text(encoding="utf-8") for path in (site / "reference/api").rglob("*.html")]
    anchors = {anchor for page in pages for anchor in re.findall(r' id="gpumath\.([\w.]+)"', page)}
    missing = set(gpumath.__all__) - {anchor.split(".")[-1] for anchor in anchors}
    assert missing == set()


def test_examples_of_the_api_are_shown_as_code(read):
    page = read("reference/api/lifetime")
    assert "45 trillion tokens" in page.get_text()
    assert page.article("blockquote") == []


def entries(read):
    return [
        " ".join(item.get_text(" ").split())
        for item in read("reference/every-figure").select(".every-figure li")
    ]


def test_every_field_of_every_page_is_in_the_list(read, pytestconfig):
    listed = " ".join(entries(read))
    accepted = read_accepted(pytestconfig.rootpath / "tests/accepted")
    fields = {
        figure.origin.rsplit(":", 1)[0] if ":" in figure.origin else figure.origin
        for figures in accepted.values()
        for figure in figures
        if "." in figure.origin
    }
    assert len(fields) > 150
    assert {field for field in fields if field not in listed.replace("’", "'")} == set()


def test_an_entry_has_the_value_the_expression_the_line_and_the_pages(read):
    entry = next(item for item in entries(read) if "footprint.activations" in item)
    assert entry.startswith("51,539,607,552 B footprint.activations , line ")
    assert "Printed as 51.5 GB on " in entry
    assert "Training vs inference" in entry


def test_the_count_is_that_of_the_pages(read, site):
    told = re.search(
        r"([\d,]+) figures, printed ([\d,]+) times, on (\d+) pages",
        read("reference/every-figure").get_text(),
    )
    printed = [
        len(re.findall(r"<data [^>]*data-answer=", path.read_text(encoding="utf-8")))
        for path in site.rglob("index.html")
    ]
    assert int(told[2].replace(",", "")) == sum(printed)
    assert int(told[3]) == len([count for count in printed if count])
    assert int(told[1].replace(",", "")) == len(entries(read))
