"""Fixtures every test may use: shared reference data, whole golden files."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
SHARED = REPOSITORY.parent / "shared"

# A change is judged by the same questions each time; GATE_FUZZ=fresh asks others.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("fresh", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("fresh" if os.environ.get("GATE_FUZZ") == "fresh" else "same")


def pytest_configure(config):
    """Forget the CI job that the suite may run in: no test may speak to its runner or heed its event."""
    for name in filter(re.compile("GITHUB_|GITLAB_|CI_|GATE_(BASE|TOKEN|DEBUG)$").match, list(os.environ)):
        del os.environ[name]


def pytest_addoption(parser):
    parser.addoption("--accept", action="store_true", help="rewrite the files under tests/golden/")


def shared_path(*parts):
    """Return a path in the reference data beside the checkout, or skip where it is absent."""
    if not SHARED.is_dir():
        reason = "no reference data beside this checkout"
        if os.environ.get("GATE_REQUIRE_SHARED") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return SHARED.joinpath(*parts)


@pytest.fixture(scope="session")
def shared():
    """Give a function from path parts to a path in the reference data."""
    return shared_path


@pytest.fixture
def golden(request):
    """Compare text with tests/golden/NAME, or rewrite that file under --accept."""

    def check(name, text):
        path = GOLDEN / name
        if request.config.getoption("--accept"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.exists(), f"no {path}; pytest --accept writes it"
        assert text == path.read_text("utf-8"), f"if intended: pytest --accept, then read {path}"

    return check
