# Two commands for a newcomer: `make demo` and `make test`. Both build .venv when it is not there.

PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
GATE    = $(BIN)/gate

.PHONY: demo test slow frameworks formats browser screenshots docs lint ci format clean

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.searching: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group demo
	touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group test
	touch $@

$(VENV)/.linted: $(VENV)/.tested
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group lint
	touch $@

$(VENV)/.ci: $(VENV)/.tested
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group ci
	touch $@

$(VENV)/.browsing: $(VENV)/.tested
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group browser
	touch $@

$(VENV)/.writing: $(VENV)/.tested
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group docs
	touch $@

demo: $(VENV)/.searching                 ## judge two real systems, then two broken ones
	sh examples/demo.sh $(GATE)

test: $(VENV)/.tested                    ## the fast test suite
	$(BIN)/python -m pytest -q -n auto

slow: $(VENV)/.tested                    ## simulations and fuzzing
	$(BIN)/python -m pytest -q -n auto -m slow

frameworks:                              ## retrievers of the real frameworks, in an environment of their own
	$(PYTHON) -m venv $(VENV)-frameworks
	$(VENV)-frameworks/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)-frameworks/bin/python -m pip install --quiet --editable ".[haystack,langchain,llama-index]" --group frameworks
	GATE_REQUIRE_FRAMEWORKS=1 $(VENV)-frameworks/bin/python -m pytest -q tests/systems/test_frameworks.py

formats: $(VENV)/.installed              ## files and words of other packages; installs 700 MB
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group formats
	$(BIN)/python -m pip install --quiet --no-deps llama-index-finetuning==0.4.2
	GATE_REQUIRE_FORMATS=1 $(BIN)/python -m pytest -q tests/readers/test_written.py tests/readers/test_real_packages.py \
		tests/metrics/text/test_dictionaries.py

browser: $(VENV)/.browsing                ## the HTML report in Chromium, which must be installed
	GATE_REQUIRE_BROWSER=1 $(BIN)/python -m pytest -q -m slow tests/browser

screenshots: $(VENV)/.browsing            ## the pictures in docs/images
	$(BIN)/python -m tests.browser.screenshots

docs: $(VENV)/.writing                   ## the pages as a site in out/site; broken links are errors
	$(BIN)/python -m sphinx --quiet --fail-on-warning --nitpicky --fresh-env \
	  --doctree-dir out/doctrees docs out/site
	GATE_REQUIRE_SPHINX=1 $(BIN)/python -m pytest -q -m "slow or not slow" tests/docs/test_site.py

lint: $(VENV)/.linted                    ## style, types, floors
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

ci: $(VENV)/.ci                          ## workflows, job templates and hooks, with the tools themselves
	GATE_REQUIRE_CI_TOOLS=1 $(BIN)/python -m pytest -q -m "slow or not slow" tests/ci

format: $(VENV)/.linted
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) $(VENV)-frameworks .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
