#!/bin/sh
# Judge two real systems against their baselines, then two that were broken on purpose.
#
#     sh examples/demo.sh path/to/gate
#
# The baseline is taken from the work tree, so that the demo works in any checkout; a pull request
# takes it from the merge base.
set -u
gate=${1:-gate}

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi

say() { printf '\n%s%s%s\n\n' "$bold" "$1" "$plain"; }

expect() {
    wanted=$1
    shift
    "$@"
    got=$?
    if [ "$got" -ne "$wanted" ]; then
        printf '\nexpected exit %s, got %s: %s\n' "$wanted" "$got" "$*" >&2
        exit 1
    fi
    printf '\n(exit %s, as expected)\n' "$got"
}

say "1. Two changes that are fine: a search over this project's documentation, asked here and now, and a
   classifier whose answers lie in a file."
expect 0 "$gate" check configs/docs_search_live.yaml configs/breast_cancer.yaml --base worktree

say "2. The search, broken on purpose. The gate must say so: exit 1 is what we expect."
expect 1 "$gate" check configs/docs_search_live.yaml --run runs/docs_search.fault.jsonl --base worktree

say "3. The classifier, broken on purpose. Exit 1 is what we expect."
expect 1 "$gate" check configs/breast_cancer.yaml --run runs/breast_cancer.fault.csv --base worktree

say "The demo is over: good changes passed, broken ones were caught."
