"""The closed lists: what can be concluded, why, and how strictly."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What is concluded of a check, of a config, or of the whole call; most worrying first."""

    REGRESSED = "regressed"
    NOT_COMPARABLE = "not_comparable"
    INCONCLUSIVE = "inconclusive"
    PASS = "pass"
    IMPROVED = "improved"
    INFO = "info"
    NOT_AFFECTED = "not_affected"


class Reason(StrEnum):
    """Why, in one word; the closed list."""

    UNCHANGED = "unchanged"
    WITHIN_TOLERANCE = "within_tolerance"
    GAIN = "gain"
    ABOVE_FLOOR = "above_floor"
    NOT_GATED = "not_gated"
    ADVISORY = "advisory"
    NEW = "new"
    SUSPECT = "suspect"
    NOISY_DROP = "noisy_drop"
    SMALL_REAL_DROP = "small_real_drop"
    UNDERPOWERED = "underpowered"
    TOO_FEW_POSITIVES = "too_few_positives"
    TOO_MANY_REJECTED = "too_many_rejected"
    FLOOR_WITHIN_NOISE = "floor_within_noise"
    DROP = "drop"
    CREEP = "creep"
    FLOOR = "floor"
    CRITICAL = "critical"
    THRESHOLD_SHIFT = "threshold_shift"
    NO_BASELINE = "no_baseline"
    VANISHED = "vanished"
    UNDEFINED = "undefined"
    TOO_FEW_PAIRS = "too_few_pairs"
    UNKNOWN_IDS = "unknown_ids"
    STALE_JUDGE = "stale_judge"
    UNFIT_JUDGE = "unfit_judge"


class Mode(StrEnum):
    """How strictly a drop is judged; see :func:`judge`."""

    SIGNIFICANT = "significant"
    STRICT = "strict"
    MINIMUM_EFFECT = "minimum_effect"
    POINT = "point"
    REPORT_ONLY = "report_only"
