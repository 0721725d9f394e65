"""Every source of a catalogue, convention or docstring is listed once, with what it is for."""

import re
from datetime import date
from pathlib import Path

from gpumath.memory.training_state import CONVENTIONS
from gpumath.models.published import published_models
from gpumath.parts.part import parts
from gpumath.sources import DATA_SHEETS, GROUPS, PAPERS, SOFTWARE, Mention, gather, quoted, sources

FOUND = {source.name: source for source in sources()}


def entries():
    return {entry for source in sources() for entry in source.entries}


def test_each_entry_of_a_catalogue_has_a_source():
    assert published_models().keys() <= entries()
    assert parts().keys() <= entries()
    assert {f"training state, {name}" for name in CONVENTIONS} <= entries()


def test_every_paper_that_the_package_names_is_there_once():
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in Path("src/gpumath").rglob("*")
        if path.suffix in (".py", ".toml") and path.name != "sources.py"
    )
    named = set(re.findall(r"arXiv\s+(\d{4}\.\d{5})", text))
    assert len(named) > 10
    listed = re.findall(r"(?m)\d{4}\.\d{5}$", "\n".join(source.name for source in sources()))
    assert sorted(listed) == sorted(named)


def test_papers_by_what_they_are_for():
    # From the titles of the papers: scaling laws give FLOP, PagedAttention the KV cache.
    expected = {
        'Kaplan et al., "Scaling Laws", arXiv 2001.08361': (
            "https://arxiv.org/abs/2001.08361",
            "training_flop_per_token",
        ),
        'Kwon et al., "PagedAttention", arXiv 2309.06180': (
            "https://arxiv.org/abs/2309.06180",
            "kv_cache_per_token",
        ),
        'Williams, Waterman and Patterson, "Roofline", CACM 52(4), 2009': (None, "ridge_point"),
    }
    for name, (address, function) in expected.items():
        assert FOUND[name].group == PAPERS
        assert FOUND[name].address == address
        assert function in FOUND[name].functions


def test_a_source_of_many_entries_is_listed_once():
    github = [source for source in sources() if "stas00" in source.name]
    assert [source.address for source in github] == ["https://github.com/stas00/ml-engineering"]
    assert {"H100 SXM", "MI300X", "TPU v5p"} <= set(github[0].entries)
    zero = FOUND["Rajbhandari et al., ZeRO, arXiv 1910.02054"]
    assert zero.entries == ("training state, zero",)
    assert "sharded_state" in zero.functions


def test_configurations_are_where_they_are_published():
    llama = next(source for source in sources() if source.entries == ("Llama-3.1-8B",))
    assert llama.address == "https://huggingface.co/meta-llama/Llama-3.1-8B"
    assert llama.checked == date(2026, 12, 1)


def test_groups_are_in_order_and_their_names_in_the_alphabets():
    listed = [(GROUPS.index(source.group), source.name.casefold()) for source in sources()]
    assert listed == sorted(listed)
    assert {source.group for source in sources()} == set(GROUPS)


def test_no_source_is_without_a_use_and_none_is_our_own():
    for source in sources():
        assert source.entries or source.functions
        assert not re.search(r"^as for|lesson|^measured", source.name)
        assert source.name == source.name.strip(" .;")
        assert ": " not in source.name


def test_a_paper_has_its_longest_name_and_the_oldest_date():
    old, new = date(2020, 1, 2), date(2021, 1, 1)
    (paper,) = gather(
        [
            Mention(DATA_SHEETS, "PaLM, arXiv 2204.02311 §4.1", entry="a", checked=new),
            Mention(SOFTWARE, "Chowdhery et al., PaLM, arXiv 2204.02311, for b", entry="b"),
            Mention(SOFTWARE, "arXiv 2204.02311", entry="a", function="f", checked=old),
        ]
    )
    assert (paper.group, paper.name) == (PAPERS, "Chowdhery et al., PaLM, arXiv 2204.02311")
    assert (paper.entries, paper.functions, paper.checked) == (("a", "b"), ("f",), old)


def test_a_data_sheet_is_one_whoever_names_it():
    (sheet,) = gather([Mention(SOFTWARE, "NVIDIA X1 data sheet", function="f")])
    assert sheet.group == DATA_SHEETS and sheet.checked is None and sheet.address is None


def test_sources_are_quoted_to_the_end_of_their_paragraph():
    text = "F.\n\nIt is so.\nSources: A, 1;\nB\n\nSource code is not one.\n\nSource: C.\n\n>>> 1"
    assert quoted(text) == ["A, 1", "B", "C"]
    assert quoted("Without. Source: not at a line's begin.") == []
