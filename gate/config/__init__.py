"""What a config file may say: one question, strictly read."""

from gate.config.load import load, parse, text_of
from gate.config.load_monitor import load_monitor
from gate.config.models import Config
from gate.config.monitor import MonitorConfig
from gate.config.rules import Bound, CheckRule
from gate.config.schema import monitor_schema, schema
from gate.config.values import Tolerance

__all__ = [
    "Bound",
    "CheckRule",
    "Config",
    "MonitorConfig",
    "Tolerance",
    "load",
    "load_monitor",
    "monitor_schema",
    "parse",
    "schema",
    "text_of",
]
