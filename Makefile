# Everything this project can do is one command here; the work itself is done by ordinary tools.
.PHONY: site test accept mutants measure serve lint lock clean
.DELETE_ON_ERROR:

PYTHON ?= python3
BIN := .venv/bin
MERMAID := docs/assets/mermaid.min.js
export NO_MKDOCS_2_WARNING := 1

site: $(MERMAID) .venv/installed
	rm -rf site
	$(BIN)/mkdocs build
	@test -f site/index.html

test: $(MERMAID) .venv/installed
	$(BIN)/pytest --numprocesses auto --dist worksteal

# Agrees to all figures of the site as they are now.
accept: .venv/installed $(MERMAID)
	$(BIN)/python -m figures accept

# Changes every number and operator of the arithmetic in turn, and reports what notices.
mutants: .venv/installed
	$(BIN)/python tests/mutants.py

# Measures PyTorch again, in an environment of its own, and fails where the arithmetic differs.
measure: .venv-measure/installed
	PYTHONPATH=src .venv-measure/bin/python tests/oracle/compare.py $(MEASURE)

.venv-measure/installed: tests/oracle/requirements.txt
	$(PYTHON) -m venv --clear .venv-measure
	.venv-measure/bin/pip install --quiet -r tests/oracle/requirements.txt
	@touch $@

serve: $(MERMAID) .venv/installed
	$(BIN)/mkdocs serve --no-strict --dev-addr 127.0.0.1:8000

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv/installed: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Python 3.11 or newer is needed: $(PYTHON) is missing or older. Try: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements.txt
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(MERMAID): package.json package-lock.json
	@command -v npm >/dev/null || { echo "npm is needed, to fetch Mermaid: https://nodejs.org"; exit 1; }
	npm ci --ignore-scripts --no-audit --no-fund
	@mkdir -p $(@D) && cp node_modules/mermaid/dist/mermaid.min.js $@

# Renews both locks within the ranges of pyproject.toml and package.json.
lock: .venv/installed
	$(PYTHON) -m venv --clear .venv/uv && .venv/uv/bin/pip install --quiet uv
	.venv/uv/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --upgrade \
	  --group dev --no-emit-index-url --no-header --output-file requirements.txt pyproject.toml
	npm update --package-lock-only --omit-lockfile-registry-resolved --ignore-scripts

clean:
	rm -rf .venv .venv-measure .cache node_modules site $(MERMAID) src/*.egg-info .mypy_cache .pytest_cache .ruff_cache
