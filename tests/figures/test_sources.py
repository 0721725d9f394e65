"""The line of a page's source that a message is about."""

import pytest

from figures.sources import Source

TEXT = """# Page

```markdown
{{ a.m }}
```

Inline `{{ a.m }}` is code.
{{ a.m }} and {{ a.m }}

> {{ a.n
> :d }}
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(TEXT)
    return Source(path)


def lines(places):
    return [int(place.rpartition(":")[2]) for place in places]


def test_code_is_skipped_and_each_occurrence_has_its_line(source):
    assert lines(source.place("{{ a.m }}") for _ in range(2)) == [8, 8]


def test_a_field_over_two_lines_is_found_where_it_begins(source):
    assert lines([source.place("{{ a.n\n:d }}")]) == [10]


def test_what_is_not_there_has_no_line(source):
    assert source.place("{{ from elsewhere }}") == str(source.path)
