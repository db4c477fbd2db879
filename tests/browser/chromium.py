"""Chromium for tests: found, started without a window, asked for the player page, and stopped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

NO_CHROMIUM = "Chromium and chromedriver are not installed (Debian: apt-get install chromium chromium-driver)"
NO_SELENIUM = "Selenium is not installed (pip install '.[browser]')"

OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def missing() -> str | None:
    """Return why no browser can be started, or None."""
    try:
        import_module("selenium")
    except ImportError:
        return NO_SELENIUM
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        return NO_CHROMIUM
    return None


WHY = missing()
MARKS = [
    pytest.mark.long,
    pytest.mark.skipif(WHY is not None, reason=WHY or ""),
    pytest.mark.xdist_group("chromium"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
"""The marks of a file of tests that start a browser."""


@contextmanager
def browser(profile: Path, *more: str) -> Iterator[Chrome]:
    """Start Chromium with an empty profile; its console is kept for `get_log`."""
    from selenium.webdriver import Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service

    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for option in (*OPTIONS, f"--user-data-dir={profile}", *more):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, Service(shutil.which("chromedriver")))
    driver.set_page_load_timeout(120)
    driver.set_script_timeout(300)
    try:
        yield driver
    finally:
        driver.quit()
