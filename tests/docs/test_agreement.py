"""What the pages list, beside what the code has."""

import re
import tomllib

import pytest

from gate import config, metrics
from gate.cli import Commands, commands
from gate.errors import ExitCode
from gate.readers import formats
from gate.verdict import Mode, Outcome, Reason
from tests.docs.pages import REPOSITORY, headings, section, tables

DOCS = REPOSITORY / "docs"


def exit_codes(page):
    """Return the table of exit codes of ``page``, without its head."""
    return next(table[2:] for table in tables(page) if table[0] == ["code", "meaning", "whose move"])


@pytest.mark.parametrize("name", ["README.md", "docs/exit-codes.md"])
def test_exit_codes_are_those_of_the_code(name):
    """The table of exit codes has each code once, in ascending order, and no other."""
    assert [int(code) for code, *_ in exit_codes(REPOSITORY / name)] == sorted(ExitCode)


def test_exit_codes_mean_the_same_everywhere():
    """README and the page on exit codes describe each code in the same words."""
    assert exit_codes(REPOSITORY / "README.md") == exit_codes(DOCS / "exit-codes.md")


def keys(node, schema):
    """Yield every key that may stand in a config; names of metrics and slices are not keys."""
    if "$ref" in node:
        node = schema["definitions"][node["$ref"].rpartition("/")[2]]
    for key in ("allOf", "anyOf"):
        for part in node.get(key, ()):
            yield from keys(part, schema)
    for key, value in node.get("properties", {}).items():
        if key not in metrics_named():
            yield key
        yield from keys(value, schema)
    if isinstance(node.get("additionalProperties"), dict):
        yield from keys(node["additionalProperties"], schema)


def metrics_named():
    """Return the names of all metrics, which the schema offers as keys."""
    return {name for task in metrics.FOLDERS for name in metrics.names(task)}


def test_every_key_of_a_config_is_described():
    """Each key of the schema occurs, as code, on the page about configuration."""
    text = (DOCS / "configuration.md").read_text("utf-8")
    code = " ".join(re.findall(r"`[^`]+`|```.*?```", text, re.DOTALL))
    schema = config.schema()
    found = set(keys(schema, schema))
    assert len(found) > 50
    assert sorted(key for key in found if not re.search(rf"\b{key}\b", code)) == []


def test_every_metric_is_listed():
    """The table of metrics names every metric of each task, and none that does not exist."""
    table = next(t for t in tables(DOCS / "metrics.md") if t[0][:2] == ["spelling", "task"])
    listed = {(re.match(r"`(\w+)", row[0])[1], row[1], row[2]) for row in table[2:]}
    everything = set()
    for name in metrics_named():
        tasks = [task for task in metrics.FOLDERS if name in metrics.names(task)]
        for metric in {metrics.find(name, task).formula: metrics.find(name, task) for task in tasks}.values():
            having = [task for task in tasks if metrics.find(name, task) is metric]
            better = "as written" if "better" in metric.parameters else metric.better
            shown = "all" if len(having) == len(metrics.FOLDERS) else ", ".join(having)
            everything.add((name, shown, better))
    assert listed == everything


def test_every_metric_is_explained():
    """Each metric's name occurs as code outside of that table."""
    text = (DOCS / "metrics.md").read_text("utf-8")
    words = "\n".join(line for line in text.splitlines() if not line.startswith("| "))
    tabled = section(DOCS / "metrics.md", "Confusion-table metrics")
    unknown = [n for n in metrics_named() if not re.search(rf"`{n}\b", words + tabled)]
    assert sorted(set(unknown) - {"error_rate"}) == []


def test_every_reason_is_explained():
    """The table of reasons has each reason once, and no other."""
    page = DOCS / "reports.md"
    rows = next(table[2:] for table in tables(page) if table[0][0] == "reason")
    listed = [row[0].strip("`") for row in rows]
    assert sorted(listed) == sorted(Reason)


def test_every_reason_of_a_regression_leads_to_code_1():
    """The section on exit code 1 lists the reasons whose outcome is *regressed*, and no other."""
    rows = next(table[2:] for table in tables(DOCS / "reports.md") if table[0][0] == "reason")
    regressed = {row[0].strip("`") for row in rows if row[1].startswith("regressed")}
    listed = re.findall(r"^\* (.*?):", section(DOCS / "exit-codes.md", "Code 1: a regression"), re.MULTILINE)
    named = {word for item in listed for word in re.findall(r"`(\w+)`", item)}
    assert named == regressed
    assert named <= set(Reason)


def test_every_outcome_and_mode_is_explained():
    """The concepts list the outcomes in order; the configuration lists the modes."""
    outcomes = next(table[2:] for table in tables(DOCS / "concepts.md") if table[0][0] == "outcome")
    assert [row[0].strip("`") for row in outcomes] == list(Outcome)
    text = section(DOCS / "configuration.md", "Choosing how strictly to decide")
    assert re.findall(r"^\| `(\w+)`", text, re.MULTILINE) == list(Mode)


def test_every_format_is_listed():
    """The table of file formats names each format with its suffixes."""
    rows = next(table[2:] for table in tables(DOCS / "conventions.md") if table[0][0] == "format")
    listed = {row[0].strip("`"): set(re.findall(r"`(\.\w+)`", row[1])) for row in rows}
    assert listed == {form.name: set(form.suffixes) for form in formats()}


def test_every_command_has_a_section():
    """The page on commands has one section a command, in the order of `gate --help`."""
    spelt = []
    for name in Commands.places:
        inside = getattr(commands.get_command(None, name), "places", ())
        spelt += [f"gate {name} {each}" for each in inside] or [f"gate {name}"]
    assert headings(DOCS / "commands.md", level=2) == spelt
    assert set(Commands.places) == set(commands.list_commands(None))


def test_every_option_is_described():
    """Each option of a command occurs in the command's section."""
    unsaid = []
    for heading in headings(DOCS / "commands.md", level=2):
        command = commands
        for word in heading.split()[1:]:
            command = command.get_command(None, word)
        text = section(DOCS / "commands.md", heading)
        longest = [max(p.opts, key=len) for p in command.params if p.param_type_name == "option"]
        unsaid += [f"{heading} {option}" for option in longest if option not in text]
    assert unsaid == []


def plan():
    """Return ``{module: floor}`` of the floor plan, top down."""
    text = section(REPOSITORY / "CONTRIBUTING.md", "The floor plan").split("```")[1]
    lines = re.findall(r"^[├└]── ((?:\w+(?:\.py|/) +)+).*?(\d+)$", text, re.MULTILINE)
    return {name: int(floor) for names, floor in lines for name in re.findall(r"\w+(?=\.py|/)", names)}


def test_the_floor_plan_is_complete():
    """The floor plan names every module of the package and none that is not there."""
    modules = {path.stem for path in (REPOSITORY / "gate").glob("*.py") if not path.stem.startswith("__")}
    modules |= {path.parent.name for path in (REPOSITORY / "gate").glob("*/__init__.py")}
    assert set(plan()) == modules


def test_the_floor_plan_follows_the_contract():
    """A module on a higher floor of the plan never lies on a lower layer of the import contract."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    depth = {name.removeprefix("gate."): i for i, layer in enumerate(layers) for name in layer.split(" | ")}
    floors = plan()
    assert set(depth) <= set(floors)
    wrong = [(a, b) for a in depth for b in depth if floors[a] > floors[b] and depth[a] > depth[b]]
    assert wrong == []
