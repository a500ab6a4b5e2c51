"""What a config file may say: one question, strictly read."""

from gate.config.load import load, parse
from gate.config.models import MAX_ERRORS, Config
from gate.config.rules import Bound, CheckRule
from gate.config.schema import schema
from gate.config.values import Tolerance

__all__ = ["MAX_ERRORS", "Bound", "CheckRule", "Config", "Tolerance", "load", "parse", "schema"]
