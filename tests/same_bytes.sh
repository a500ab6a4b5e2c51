#!/bin/sh
# Compare reports and baselines made by every Python at hand, under one and two BLAS threads.
#
#     sh tests/same_bytes.sh WORK_FOLDER GATE
set -eu
work=$1
first=$2

report() {
    gate=$1
    into=$2
    mkdir -p "$into/baselines"
    "$gate" check configs/docs_search.yaml configs/breast_cancer.yaml --base worktree \
        --output "markdown:$into/good.md" --output "json:$into/good.json" >"$into/good.txt"
    "$gate" check configs/breast_cancer.yaml --run runs/breast_cancer.fault.csv --base worktree \
        --output "markdown:$into/bad.md" --output "json:$into/bad.json" >"$into/bad.txt" || test $? -eq 1
    python3 tests/strip_provenance.py "$into/good.json" "$into/bad.json"
    rm "$into/good.txt" "$into/bad.txt"
}

export SOURCE_DATE_EPOCH=0
OPENBLAS_NUM_THREADS=1 report "$first" "$work/bytes-first"
OPENBLAS_NUM_THREADS=2 report "$first" "$work/bytes-threads"
diff -r "$work/bytes-first" "$work/bytes-threads"
echo "one and two threads: the same bytes"

# Print a Python of that version that starts: from the path, or one that pyenv keeps.
python_of() {
    for found in "$(command -v "python$1" || true)" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
        if [ -n "$found" ] && "$found" -c "" 2>/dev/null; then
            echo "$found"
            return
        fi
    done
}

for version in 3.11 3.12 3.13; do
    python=$(python_of "$version")
    if [ -z "$python" ]; then
        echo "python$version is not here: not compared"
        continue
    fi
    "$python" -m venv "$work/py$version"
    "$work/py$version/bin/python" -m pip install --quiet --constraint constraints.txt .
    report "$work/py$version/bin/gate" "$work/bytes-$version"
    diff -r "$work/bytes-first" "$work/bytes-$version"
    echo "python$version: the same bytes"
done
