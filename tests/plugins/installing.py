"""A distribution that offers something of every kind, as an installer leaves it."""

import sys
import zipfile

from gate.metrics.own import installed_metric
from gate.plugins import installed as points
from gate.readers.own import installed_reader

POINTS = """\
[gate.metrics]
first = news_gate.metrics
direct = news_gate.more:direct
broken = news_gate.broken
absent = news_gate.metrics
mrr = news_gate.metrics

[gate.readers]
log = news_gate.log
other = news_gate.log

[gate.systems]
news = news_gate.system:connect
half = news_gate.system:half
mute = news_gate.system:mute

[gate.reporters]
short = news_gate.short
wordless = news_gate.system
wrong = news_gate.wrong
stopped = news_gate.stopped
cancelled = news_gate.cancelled
"""
SYSTEM = """\
from gate.systems.asking import FailedError, Reply


class News:
    def __init__(self, options, folder, depth, timeout):
        assert folder.is_absolute()
        self.options, self.depth = options, depth

    def ask(self, questions):
        print("::error::asked")
        (question,) = questions
        if question.query == self.options.get("refuses"):
            raise FailedError("nothing is known of it", again=False)
        if question.query == self.options.get("breaks"):
            raise KeyError(question.query)
        return [Reply({"ranked": [f"d{question.query.split()[1]}", "x"][: self.depth]}, 1.0)]

    def hide(self, text):
        return text

    def last_words(self):
        return ["good bye"]

    def close(self):
        pass


def connect(options, *, folder, depth, timeout):
    if "shy" in options:
        raise RuntimeError("no")
    return News(options, folder, depth, timeout)


def half(options, **_):
    return object()
"""


def forget():
    """Let this process look at what is installed as a new one would."""
    for looked_up in (points._points, points.find, installed_metric, installed_reader):
        looked_up.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "news_gate"]:
        del sys.modules[name]


def put(site, name, version, points):
    """Write the metadata that an installer writes."""
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    (folder / "entry_points.txt").write_text(points, "utf-8")


def wheel(folder, name, version, files):
    """Write a wheel, which is a ZIP file, and return its path."""
    meta = f"{name}-{version}.dist-info"
    files = files | {
        f"{meta}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{meta}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{meta}/RECORD"])
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for inside, text in {**files, f"{meta}/RECORD": record}.items():
            packed.writestr(inside, text)
    return path
