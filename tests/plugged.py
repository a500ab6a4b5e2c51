"""How a test session of its own is given the plugin: by its installation, or else by name."""

from importlib.metadata import entry_points

INSTALLED = any(point.value == "gate.pytest_plugin" for point in entry_points(group="pytest11"))
PLUGIN = ("-p", "no:cacheprovider", *(() if INSTALLED else ("-p", "gate.pytest_plugin")))
