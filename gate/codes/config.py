"""What can be wrong with a config, or with what a config asks of its files."""

from __future__ import annotations

from gate.codes.declare import both, error

CODES = (
    error(
        "config_missing",
        "There is no config at this path.",
        why="Without a config there is no question, and a check that asks nothing must not pass.",
        fix="Check the path, relative to the folder you are in; `gate init` writes a first config.",
        example="gate: configs/serach.yaml: no such config",
    ),
    error(
        "config_syntax",
        "The config is not the YAML that a config is written in.",
        why="A config that is guessed at may ask something else than was meant. Tags, aliases that grow, "
        "and deep "
        "nesting are refused as well: a config is plain keys and values.",
        fix="Look at the line and the caret: most often an indentation, a quote or a bracket.",
        example="metrics:\n\tndcg@10: {tolerance: 0.02}     # a tab where YAML wants spaces",
    ),
    error(
        "key_twice",
        "The same key, or the same metric by two spellings, is given twice.",
        why="YAML would silently keep one of them, and nobody could tell which rule counts.",
        fix="Keep one of them.",
        example="metrics:\n  ndcg@10: {tolerance: 0.02}\n  ndcg@10: {tolerance: 0.05}",
    ),
    both(
        "unknown_key",
        "A key that nobody reads; in the lines of a data file only a notice.",
        why="A misspelt rule that is ignored is a rule that is not there, and the build stays green for it.",
        fix="Take the key that the message suggests; `docs/configuration.md` lists all.",
        example="metrics:\n  ndcg@10: {tolerence: 0.02}     # did you mean 'tolerance'?",
    ),
    error(
        "missing_key",
        "A key that a config cannot do without is missing.",
        why="Nothing else in the config says it, and a guess could be wrong without anybody noticing.",
        fix="Add it; the message says what it means.",
        example="version: 1\ntask: retrieval                   # no golden_set",
    ),
    error(
        "empty_value",
        "A key stands there without a value.",
        why="A rule without a value looks like a rule and is none.",
        fix="Write the value, or drop the key; a metric without a rule is `{}`.",
        example="metrics:\n  ndcg@10:                        # write {} to report it only",
    ),
    error(
        "config_value",
        "A value is of the wrong kind, out of range, or not one of those allowed.",
        why="The number would be used as it stands, and a tolerance of 2 instead of 0.02 tolerates "
        "everything.",
        fix="Write what the message allows.",
        example="metrics:\n  ndcg@10: {tolerance: -0.02}     # a tolerance is at least 0",
    ),
    error(
        "wrong_task",
        "A key, a class or a file format that means nothing for this task.",
        why="It would be ignored, while whoever wrote it relies on it.",
        fix="Drop it, or set the task that it belongs to.",
        example="task: retrieval\nthreshold: 0.5                    # rankings have no threshold",
    ),
    error(
        "unknown_metric",
        "A metric that does not exist for this task, or one that cannot be spelt so.",
        why="A metric that is not computed cannot block anything.",
        fix="`gate metrics` lists them; cut-off and parameters stand in the name: ndcg@10, fbeta(beta=2).",
        example="metrics:\n  ngcd@10: {tolerance: 0.02}      # did you mean 'ndcg'?",
    ),
    error(
        "unknown_check",
        "A check is named that this config does not ask for.",
        why="There is nothing to explain, to size or to budget under that name.",
        fix="Spell it as reports do, or as its key in the config; the message lists what there is.",
        example="gate explain item configs/search.yaml map@5",
    ),
    error(
        "unknown_profile",
        "The config has no profile of that name.",
        why="Without its profile the config would ask something else than was meant.",
        fix="Name one of its `profiles`, or leave `--profile` out.",
        example="gate check configs/search.yaml --profile nigthly",
    ),
    error(
        "unknown_slice",
        "No golden item has this slice field, or this value of it.",
        why="A check of no items can never fail.",
        fix="Correct the name, or give the items the field; `gate golden stats` lists fields and values.",
        example="slices:\n  topik: {tolerance: 0.05}        # did you mean 'topic'?",
    ),
    error(
        "too_many_slices",
        "A slice field has so many values that nearly every item would be a check of its own.",
        why="Each slice is one more chance of a false alarm, and slices of a few items see nothing.",
        fix="Slice by a field with fewer values, or name the values that matter.",
        example="slices:\n  user_id: {tolerance: 0.05}",
    ),
    error(
        "rule_unfit",
        "A rule that cannot be applied: it contradicts another one, or nothing could ever break it.",
        why="A tolerance wider than the metric's range, or a gate on a diagnostic, only looks like "
        "protection.",
        fix="The message names the contradiction; keep the half that is meant.",
        example="metrics:\n  ndcg@10: {tolerance: 1.5}       # no drop of a share is larger than 1",
    ),
    error(
        "costs_unfit",
        "Prices are missing, incomplete, of the wrong shape, or all 0.",
        why="Expected cost is a sum of prices; with a price missing some errors would be free.",
        fix="Two classes: `{false_negative: 10, false_positive: 1}`; several: `{true: {predicted: price}}`.",
        example="threshold: cheapest               # needs costs",
    ),
    error(
        "positive_unclear",
        "It is not clear which class is the one to be found.",
        why="With the classes swapped, recall, precision, costs and PR-AUC are those of another question.",
        fix="Write `positive: CLASS`, spelt as the golden set spells it.",
        example="task: classification              # labels are 'spam' and 'ham', and no `positive:`",
    ),
    error(
        "classes_unordered",
        "A metric counts how far off a decision is, and the config gives the classes no order.",
        why="No alphabet tells that `medium` lies between `low` and `high`.",
        fix="Write `classes: [LOWEST, …, HIGHEST]`.",
        example="task: multiclass\nmetrics:\n  cohen_kappa(weights=quadratic): {}     # and no `classes:`",
    ),
    error(
        "judge_incomplete",
        "The config of a judge, or a metric that relies on one, does not say what that takes.",
        why="Which judge it is, which verdict passes, in what order verdicts stand, which answer is shown "
        "first: each would have to be guessed, and another guess gives another number.",
        fix="Write the key that the message names; `docs/judge-guide.md` describes them.",
        example="metrics:\n  cohen_kappa(weights=quadratic): {}     # and no `classes: [low, medium, high]`",
    ),
)
