"""Why a check was decided as it was: the reasons of verdicts."""

from __future__ import annotations

from gate.codes.declare import verdict

CODES = (
    verdict(
        "drop",
        "The candidate is worse by more than is tolerated, and not by chance.",
        why="All three hold: the drop exceeds the tolerance, a drop this large would come from "
        "interchangeable systems "
        "in at most 1 of 100 families of checks, and the interval of the gain excludes 0. Regressed, exit "
        "code 1.",
        fix="`gate explain item CONFIG METRIC` lists what moved. Mend the change, or accept the loss with "
        "`gate accept --reason`.",
        example="ndcg@10 fell by 0.054 (95 % interval -0.081 to -0.027), more than the 0.02 tolerated",
    ),
    verdict(
        "creep",
        "Since the anchor more was lost than the budget allows, in however many steps.",
        why="A rolling baseline never sees a slow slide; a fixed point does. Regressed, exit code 1.",
        fix="Look at the steps in `gate history show`; mend the last ones, or move the anchor on purpose.",
        example="ndcg@10 since v1.2.0 fell by 0.031, more than the budget of 0.02",
    ),
    verdict(
        "floor",
        "The value lies below its floor, or above its ceiling.",
        why="A limit is a promise about the value itself, whatever the baseline was. Regressed, exit code 1.",
        fix="Mend the change, or correct the limit in the config; the base's limit counts too.",
        example="recall@10 is 0.78, below its floor of 0.8",
    ),
    verdict(
        "critical",
        "What became of the items that must not break.",
        why="An item marked critical that broke is a regression by itself, whatever the means say.",
        fix="`gate explain item CONFIG METRIC ITEM` shows both answers.",
        example="critical item 'q007' lost its last relevant document",
    ),
    verdict(
        "threshold_shift",
        "The cost at the deployed threshold rose, and at a re-tuned one it would not.",
        why="The scores moved, not their order: the system is as good, the threshold is not. Regressed, "
        "exit code 1.",
        fix="Re-tune to the threshold that the report names, and commit it.",
        example="expected_cost rose by 0.4; at 0.41 instead of 0.5 it would not",
    ),
    verdict(
        "no_baseline",
        "There is no baseline to compare with.",
        why="A tolerance needs one. Not comparable, exit code 3; a pass where a missing one is said to be "
        "fine.",
        fix="`gate refresh CONFIG` records one; on a first pull request, `--first-run pass`.",
        example="a new config",
        is_error=True,
    ),
    verdict(
        "vanished",
        "The baseline has this check, and the config no longer asks for it.",
        why="A check that disappears cannot fail any more. Not comparable, exit code 3.",
        fix="Put it back, or accept the new set of checks with `gate accept --reason`.",
        example="recall@10 is in the baseline, not in the config",
    ),
    verdict(
        "undefined",
        "The value does not exist on these items.",
        why="Undefined is not 0 and not a pass. Not comparable, exit code 3.",
        fix="Add items on which it exists, such as positives for recall.",
        example="precision where nothing is flagged",
    ),
    verdict(
        "too_few_pairs",
        "Too many of the baseline's items are gone to compare the two.",
        why="A difference of what is left may be one of the items, not of the systems. Not comparable, "
        "exit code 3.",
        fix="Keep the items, or accept a baseline on the new set.",
        example="90 of 300 golden items were removed",
        is_error=True,
    ),
    verdict(
        "unknown_ids",
        "The run knows none of the golden items.",
        why="Every item would count as missing, for a mistake in the ids. Not comparable, exit code 3.",
        fix="Compare the ids on both sides: leading zeros, prefixes, another golden set.",
        example="'q1' in the golden set, '1' in the run",
        is_error=True,
    ),
    verdict(
        "stale_judge",
        "The judge is another one than was measured, or than gave the baseline's numbers.",
        why="With another model or rubric, what differs may be the judge. Not comparable, exit code 3.",
        fix="Run the judge on its golden set and accept it with `gate accept --reason`; then the configs "
        "that rely on it.",
        example="judge: {model: judge-3} where the baseline says model judge-2",
    ),
    verdict(
        "unfit_judge",
        "The judge agrees too little with people, or was never compared with them.",
        why="What an unfit judge says is not low, it is no measurement. Not comparable, exit code 3.",
        fix="Mend the rubric, label more items, or measure the judge with `gate refresh`.",
        example="cohen_kappa 0.48 where `requires_judge` asks for 0.6",
    ),
    verdict(
        "suspect",
        "Probably worse, but not surely.",
        why="The drop exceeds the tolerance and chance explains it in 1 of 100 to 5 of 100 cases. "
        "Inconclusive: a warning, "
        "unless `fail_on` names it.",
        fix="Look at the movers; more items would decide it.",
        example="ndcg@10 fell by 0.024, p = 0.03",
    ),
    verdict(
        "noisy_drop",
        "The value fell by more than tolerated, and that is within what chance does.",
        why="Blocking on it would block harmless changes as well. Inconclusive: a warning, unless "
        "`fail_on` names it.",
        fix="Look at the movers; `gate power CONFIG` says how many items would decide it.",
        example="ndcg@10 fell by 0.03, p = 0.2",
    ),
    verdict(
        "small_real_drop",
        "Surely a drop, and perhaps within the tolerance.",
        why="The interval excludes 0 and not the tolerance. Inconclusive; the anchor counts such drops "
        "together.",
        fix="Nothing, or a smaller tolerance if such drops matter.",
        example="ndcg@10 fell by 0.015, tolerated are 0.02",
    ),
    verdict(
        "underpowered",
        "A loss beyond the tolerance cannot be ruled out with so few items.",
        why="No drop was seen, and one could hide in the noise. Inconclusive.",
        fix="Add items (the report says how many), or tolerate more.",
        example="needs 460 items, has 120",
    ),
    verdict(
        "too_few_positives",
        "Too few positives for this metric to block.",
        why="Below 30 its interval cannot be trusted. Inconclusive.",
        fix="Add positives.",
        example="pr_auc on 14 positives",
    ),
    verdict(
        "too_many_rejected",
        "The metric is undefined on too many resamples.",
        why="An interval from the others would be of another quantity. Inconclusive.",
        fix="Add items on which it is defined.",
        example="precision where few items are flagged",
    ),
    verdict(
        "floor_within_noise",
        "The limit is crossed by less than its hysteresis.",
        why="So little may come and go from run to run. Inconclusive.",
        fix="Nothing, or no `hysteresis`.",
        example="floor: {value: 0.8, hysteresis: 0.02}, and the value is 0.79",
    ),
    verdict(
        "unchanged",
        "Every item scores exactly as before.",
        why="Then nothing has to be estimated. Pass.",
        fix="Nothing.",
        example="a change of the documentation",
    ),
    verdict(
        "within_tolerance",
        "A loss beyond the tolerance is ruled out.",
        why="The lower end of the gain's interval lies above the tolerance. Pass.",
        fix="Nothing.",
        example="gain -0.004, interval -0.012 to +0.004, tolerated 0.02",
    ),
    verdict(
        "above_floor",
        "There is no tolerance, and the limit holds.",
        why="Only the value is asked for. Pass.",
        fix="Nothing.",
        example="recall@10 is 0.84, floor 0.8",
    ),
    verdict(
        "gain",
        "Better, and not by chance.",
        why="The interval lies above 0, and so large a gain is no chance. Improved; a refresh may raise "
        "the baseline.",
        fix="Nothing.",
        example="ndcg@10 rose by 0.04 (95 % interval +0.02 to +0.06)",
    ),
    verdict(
        "not_gated",
        "Reported only.",
        why="The config has no rule for it.",
        fix="Give it a tolerance or a floor, if it should block.",
        example="mrr: {}",
    ),
    verdict(
        "advisory",
        "The slice is too small for any drop in it to be told from chance.",
        why="A check that cannot fail should not look like one.",
        fix="Add items of this group.",
        example="topic=refunds has 3 items",
    ),
    verdict(
        "new",
        "There is nothing to compare with yet: all items of the slice are new, or the anchor does not know "
        "the check.",
        why="It is judged from the next baseline on.",
        fix="Nothing.",
        example="a slice that this change adds",
    ),
)
