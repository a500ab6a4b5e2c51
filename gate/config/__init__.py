"""What a config file may say: one question, strictly read."""

from gate.config.load import load, parse
from gate.config.models import Config
from gate.config.rules import Bound, CheckRule
from gate.config.schema import schema
from gate.config.values import Tolerance

__all__ = ["Bound", "CheckRule", "Config", "Tolerance", "load", "parse", "schema"]
