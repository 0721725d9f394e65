"""The fence that turns Mermaid source into a diagram."""

from typing import Any

from pymdownx import superfences


def fence_mermaid_custom(*args: Any, **kwargs: Any) -> str:
    """Write the diagram's source, escaped, as ``<pre class="mermaid"><code>``.

    mermaid2 looks for a fence function of this very name before it serves the library and leaves
    the drawing to the theme. Its own function of that name does not escape, so that ``<br>`` in a
    label would be lost.
    """
    return str(superfences.fence_code_format(*args, **kwargs))
