"""A served level in Chromium: opened, solved by a click, put on the slider; a search ended; an empty console."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from browser.chromium import MARKS, browser
from serve.serving import HARD, ROOM, serving
from sokospec import Level, replay
from sokoview.serving.server import Server

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = MARKS


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browser(tmp_path_factory.mktemp("profile"), "--window-size=1200,800", "--no-proxy-server") as driver:
        yield driver


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("levels")
    levels = f"{ROOM}\nTitle: Room\n\n{HARD.replace('|', chr(10))}\nTitle: Hard\n"
    (folder / "some.xsb").write_text(levels, encoding="utf-8")
    with serving(folder) as server:
        yield server


def wait(driver: Chrome, condition: str) -> None:
    deadline = time.monotonic() + 900
    while time.monotonic() < deadline:
        if driver.execute_script(f"return {condition}"):
            return
        time.sleep(0.05)
    news = driver.execute_script("return document.body.innerText")
    raise AssertionError(f"it never became true that {condition}; the page says:\n{news}")


def follow(driver: Chrome, text: str) -> None:
    driver.find_element("partial link text", text).click()


def errors(driver: Any) -> list[object]:
    entries = driver.get_log("browser")
    return [entry for entry in entries if entry["level"] in ("SEVERE", "WARNING")]


def test_a_folder_is_listed_on_a_phone_with_pictures_and_counts(chromium: Chrome, server: Server) -> None:
    phone = {"width": 320, "height": 600, "deviceScaleFactor": 2, "mobile": True}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        chromium.get(server.address)
        wait(chromium, "document.querySelector('.files span').textContent === '2 levels'")
        wait(chromium, "document.images[0].complete && document.images[0].naturalWidth > 0")
        for path in ("", "levels/some.xsb"):
            chromium.get(f"{server.address}{path}")
            wait(chromium, "document.readyState === 'complete'")
            assert chromium.execute_script("return document.documentElement.scrollWidth") <= 320
        assert errors(chromium) == []
    finally:
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_level_is_opened_and_solved_by_clicks(chromium: Chrome, server: Server) -> None:
    chromium.get(server.address)
    follow(chromium, "some.xsb")
    wait(chromium, "[...document.images].length === 2 && document.images[0].naturalWidth > 0")
    follow(chromium, "Room")
    chromium.find_element("id", "solve").click()
    wait(chromium, "document.getElementById('solve-news').textContent.startsWith('Solved')")
    assert "with the fewest pushes: 3 pushes" in chromium.find_element("id", "solve-news").text
    lurd = str(chromium.execute_script("return sokospec.now.play.whole"))
    assert replay(Level.parse(ROOM), lurd).valid
    slider = chromium.find_element("id", "slider")
    assert (slider.get_property("value"), slider.get_property("max")) == ("0", str(len(lurd)))
    chromium.find_element("id", "end").click()
    assert chromium.execute_script("return sokospec.now.play.solved") is True
    assert errors(chromium) == []


def test_a_level_is_solved_from_the_position_shown(chromium: Chrome, server: Server) -> None:
    chromium.get(f"{server.address}play/some.xsb?level=1")
    chromium.find_element("id", "board").send_keys("d", "w")
    chromium.find_element("id", "solve-here").click()
    chromium.find_element("id", "solve").click()
    wait(chromium, "document.getElementById('solve-news').textContent.startsWith('Solved')")
    lurd = str(chromium.execute_script("return sokospec.now.play.whole"))
    assert lurd.startswith("ru") and replay(Level.parse(ROOM), lurd).valid
    assert chromium.find_element("id", "slider").get_property("value") == "2"
    assert errors(chromium) == []


def test_a_search_is_cancelled_by_a_click_and_by_leaving_the_page(chromium: Chrome, server: Server) -> None:
    chromium.get(f"{server.address}play/some.xsb?level=1")
    follow(chromium, "2 ›")
    for leave in (False, True):
        wait(chromium, "globalThis.sokospec?.now.title === 'some.xsb: 2. Hard'")
        chromium.find_element("id", "solve").click()
        wait(chromium, "/[1-9].* states, bound/.test(document.getElementById('solve-news').textContent)")
        assert len(server.jobs.pids()) == 1
        if leave:
            follow(chromium, "2 of 2")
        else:
            chromium.find_element("id", "solve-cancel").click()
        deadline = time.monotonic() + 900
        while server.jobs.pids() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert server.jobs.pids() == []
    assert errors(chromium) == []
