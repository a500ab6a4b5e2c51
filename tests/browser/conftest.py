"""The browser that pages are opened in."""

import pytest

from tests.browser.pages import chromium


@pytest.fixture(scope="module")
def browser():
    """One browser for the tests of a file."""
    with chromium() as started:
        yield started
