"""A monitor's config: its schema, the page about it and the worked example agree with what is accepted."""

import json
import os
import re
import subprocess

import jsonschema
import pytest
import yaml

from gate import config
from tests.conftest import REPOSITORY
from tests.docs.pages import blocks
from tests.drift.traffic import CONFIG

PUBLISHED = REPOSITORY / "gate" / "monitor.schema.json"


def test_configs_on_the_page_can_be_read(tmp_path):
    """Every config that the page about drift shows is one that the command accepts."""
    shown = [
        block.text for block in blocks(REPOSITORY / "docs" / "drift.md", "yaml") if "version: 1" in block.text
    ]
    assert len(shown) == 2
    for text in shown:
        (tmp_path / "c.yaml").write_text(text, "utf-8")
        assert config.load_monitor(tmp_path / "c.yaml").proxies


def test_the_page_names_every_key_and_statistic():
    """Keys of the config and of `levels`, and names of statistics, stand as code on the page about drift."""
    text = (REPOSITORY / "docs" / "drift.md").read_text("utf-8")
    code = " ".join(re.findall(r"`[^`\n]+`", text))
    schema = config.monitor_schema()
    keys = {key for part in (schema, *schema["definitions"].values()) for key in part["properties"]}
    assert sorted(key for key in keys if not re.search(rf"\b{key}\b", code)) == []


def test_the_example_is_generated():
    """The windows are what the script writes, byte for byte."""
    before = {path: path.read_bytes() for path in sorted((REPOSITORY / "windows").iterdir())}
    script = REPOSITORY / "examples" / "docs_traffic" / "make.py"
    subprocess.run([os.sys.executable, str(script)], check=True)
    assert {path: path.read_bytes() for path in sorted((REPOSITORY / "windows").iterdir())} == before


def test_the_published_schema_is_current(request):
    """gate/monitor.schema.json is what `gate schema --monitor` prints; pytest --accept rewrites it."""
    text = json.dumps(config.monitor_schema(), indent=2, ensure_ascii=False) + "\n"
    if request.config.getoption("--accept"):
        PUBLISHED.write_text(text, "utf-8")
    assert PUBLISHED.read_text("utf-8") == text
    jsonschema.Draft7Validator.check_schema(config.monitor_schema())


def test_the_schema_fits_the_example_and_refuses_mistakes():
    """What the gate accepts and refuses, an editor does too; every key is described."""
    found = yaml.safe_load(CONFIG.read_text("utf-8"))
    jsonschema.validate(found, config.monitor_schema())
    for change in ({"windw": "x"}, {"fields": {"x": {"kind": "numbr"}}}, {"levels": {"p": 1}}, {"draws": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(found | change, config.monitor_schema())
    parts = [config.monitor_schema(), *config.monitor_schema()["definitions"].values()]
    keys = [(key, below) for part in parts for key, below in part.get("properties", {}).items()]
    assert len(keys) > 30
    assert [key for key, below in keys if not below.get("description")] == []


def test_nothing_heavy_is_loaded_by_the_config():
    """Reading a monitor's config needs neither numpy nor scipy."""
    code = (
        "import sys, pathlib; from gate import config; config.load_monitor(pathlib.Path(sys.argv[1]));"
        "import gate.monitoring, gate.cli.monitor; print([m for m in ('numpy', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run(
        [os.sys.executable, "-c", code, str(CONFIG)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
