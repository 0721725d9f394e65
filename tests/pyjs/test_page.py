"""What a page does with a translation: it types, calls, reads and prints, and computes nothing."""

import gzip
import subprocess

from node import SOURCE, node

import gpumath
from pyjs import toml_of, translate

PUBLIC = [f"gpumath.{name}" for name in gpumath.__all__]

PAGE = """
import { all, call, format, get, item, repr, text, value, Raised } from "./program.mjs";
const typed = ["8", " -3 ", "1e3", "2.5", "eight", "", "0x10", "9007199254740993"];
const llama = call("published", ["Llama-3.1-8B"]);
const bill = call("training_bill", [llama, value("8"), value("2048"), 12n]);
const rows = all(get(bill, "terms")).map(
  (term) => `${get(term, "label")} ${format(get(term, "size"), ".1f GB")}`,
);
let refused = "";
try {
  call("Attention", [], { heads: 3n, kv_heads: 2n, head_dim: 4n });
} catch (error) {
  refused = `${error instanceof Raised} ${error.name} ${error.message}`;
}
const older = item(call("published_models"), "Llama-2-7B");
const date = text(get(older, "checked"));
console.log(typed.map(value).map(repr).join(" "));
for (const line of [...rows, text(get(bill, "total")), refused, date]) console.log(line);
"""

SAID = """8 -3 1000.0 2.5 'eight' '' '0x10' 9007199254740993
Weights 32.1 GB
Gradients 32.1 GB
Moments 64.2 GB
Activations 51.5 GB
180,023,787,520 B
true ValueError heads must be a multiple of kv_heads (2), not 3
2026-12-01
"""


def test_a_page_calls_and_prints(tmp_path):
    executable = node()
    names = ("training_bill", "published", "published_models", "Attention")
    exports = [f"gpumath.{name}" for name in names]
    program = translate(SOURCE, exports, toml_of(SOURCE, "gpumath"))
    (tmp_path / "program.mjs").write_text(program, encoding="utf-8")
    (tmp_path / "page.mjs").write_text(PAGE, encoding="utf-8")
    done = subprocess.run([executable, "page.mjs"], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == SAID, done.stderr


def test_all_of_gpumath_is_small():
    """A page loads it compressed: everything public together."""
    program = translate(SOURCE, PUBLIC, toml_of(SOURCE, "gpumath"))
    assert len(gzip.compress(program.encode())) < 60_000


def test_only_data_that_is_read_is_taken_along():
    program = translate(SOURCE, ["gpumath.published"], toml_of(SOURCE, "gpumath"))
    assert "gpumath/models/models.toml" in program
    assert "gpumath/parts/parts.toml" not in program
