"""The player page in Chromium, from a file:// address: its engine conforms, levels are solved with mouse and keys, the
console stays empty.

The tests start the browser themselves, and are skipped where Chromium or Selenium is not installed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import asdict, astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.chromium import MARKS, browser
from browser.machines import machine, offered
from sokocli.main import exit_code
from sokospec import Level, replay
from sokospec.conformance import FILES, load
from sokospec.formats import url
from sokospec.metrics import Metrics
from sokoview.player import Offer, Panel, page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

HERE = Path(__file__).parent
pytestmark = MARKS

ROOM = Level.parse("########\n#      #\n# $  . #\n#   @  #\n########")
CORNER = Level.parse("######\n#    #\n# $@ #\n#  . #\n######")


class Page:
    """The page in a browser, and what a player does on it."""

    def __init__(self, driver: Chrome, folder: Path) -> None:
        self.driver = driver
        self.folder = folder

    def open(self, *offers: Offer, fragment: str = "") -> None:
        """Open a page without progress."""
        file = self.folder / "page.html"
        file.write_text(page(offers, "Test"), encoding="utf-8")
        self.open_again(fragment)
        self.script("document.getElementById('forget').click()")
        self.open_again(fragment)

    def open_again(self, fragment: str = "") -> None:
        """Open the page that is there, with its progress."""
        self.driver.get("about:blank")  # a new fragment alone would not load the page again
        self.driver.get((self.folder / "page.html").as_uri() + fragment)
        self.wait("window.sokospec !== undefined")

    def script(self, script: str, *values: object) -> object:
        return self.driver.execute_script(script, *values)

    def text(self, name: str) -> str:
        return str(self.driver.find_element("id", name).get_property("textContent")).strip()

    def shown(self, name: str) -> bool:
        return self.driver.find_element("id", name).is_displayed()

    def press(self, name: str) -> None:
        self.driver.find_element("id", name).click()

    def keys(self, *keys: str) -> None:
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def marked(self, kind: str) -> object:
        """How many squares have a mark: each begins with an M in a path."""
        drawn = "[...document.querySelectorAll(arguments[0])].map(path => path.getAttribute('d')).join('')"
        return self.script(f"return {drawn}.split('M').length - 1", kind)

    def place(self, row: int, column: int) -> tuple[int, int]:
        centre = self.script(
            "const {view, level} = sokospec.now; return view.centreOf(level.board.square(arguments[0]))", [row, column]
        )
        assert isinstance(centre, list)
        return round(centre[0]), round(centre[1])

    def click(self, row: int, column: int) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        actions = ActionChains(self.driver)
        pointer: Any = actions.w3c_actions.pointer_action
        pointer.move_to_location(*self.place(row, column))
        pointer.click()
        actions.perform()

    def wait(self, condition: str) -> None:
        deadline = time.monotonic() + 900
        while time.monotonic() < deadline:
            if self.script(f"return {condition}"):
                return
            time.sleep(0.02)
        raise AssertionError(f"it never became true that {condition}")

    @property
    def lurd(self) -> str:
        self.wait("!sokospec.busy")
        return str(self.script("return sokospec.now.play.lurd"))

    def errors(self) -> list[object]:
        driver: Any = self.driver
        entries = driver.get_log("browser")
        return [entry for entry in entries if entry["level"] in ("SEVERE", "WARNING")]


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browser(tmp_path_factory.mktemp("profile"), "--window-size=1200,800") as driver:
        yield driver


@pytest.fixture
def player(chromium: Chrome, tmp_path: Path) -> Iterator[Page]:
    yield (opened := Page(chromium, tmp_path))
    assert opened.errors() == []


@pytest.mark.long
def test_the_engine_of_the_page_passes_the_conformance_suite(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    source = re.sub(r"^export ", "", (HERE / "conformance.mjs").read_text(encoding="utf-8"), flags=re.MULTILINE)
    compared = {}
    for name in FILES:
        cases = [asdict(case) for case in load(name)]
        outcome = player.script(f"{source}; return runSuite(sokospec.engine, arguments[0])", cases)
        assert isinstance(outcome, dict)
        assert outcome["wrong"] == []
        compared[name] = outcome["compared"]
        if name == "rules":
            assert outcome["compared"] == len(cases)
    assert compared["levels"] > 600 and compared["formats"] > 20 and compared["killers"] > 100


def test_a_level_is_solved_by_clicks(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    player.click(2, 2)
    assert player.marked(".reach") == 17
    player.click(2, 5)
    assert replay(ROOM, player.lurd).valid
    assert player.text("pushes") == "3"
    assert player.shown("status") and player.text("status").startswith("Solved in")
    assert "Solved" in player.text("live")


def test_squares_where_the_box_would_be_lost_have_a_mark_of_their_own(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    assert not player.shown("legend")
    player.click(2, 2)
    assert player.marked(".reach") == 17 and player.marked(".reach.loses") == 14
    assert player.script("return document.querySelector('.reach.loses title').textContent")
    assert "can be pushed to 17 squares; on 14 of them it would be lost" in player.text("live")
    assert player.shown("legend") and "lost" in player.text("legend")
    player.click(1, 1)
    assert player.shown("warning") and player.lurd == ""
    player.press("warning-no")
    assert not player.shown("legend")


def test_a_click_walks_and_one_undo_takes_the_walk_back(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    player.click(1, 1)
    assert len(player.lurd) == 5
    player.keys("z")
    assert player.lurd == ""
    player.keys("y")
    assert len(player.lurd) == 5


def test_with_less_motion_a_walk_is_done_at_once(player: Page) -> None:
    less = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    player.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", less)
    try:
        player.open(Offer("Room", ROOM))
        player.click(1, 1)
        assert player.script("return [sokospec.busy, sokospec.now.play.length]") == [False, 5]
    finally:
        player.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_level_is_solved_with_keys_and_everything_is_said(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    assert player.text("live") == "Room: 5 rows, 8 columns, 1 box. Row 4, column 5."
    player.keys(*"aaa", "w")
    assert player.lurd == "lllu"
    assert player.text("live") == "Up. Row 3, column 2."
    player.keys("i")
    assert "right: box, can be pushed" in player.text("live")
    player.keys(*"dddz")
    assert player.lurd == "llluRR"
    player.keys("d")
    assert "Solved in 7 moves, 3 pushes" in player.text("live")


def test_the_cursor_pushes_a_box_without_a_mouse(player: Page) -> None:
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    player.open(Offer("Room", ROOM))

    def shift(*arrows: str) -> None:
        ActionChains(player.driver).key_down(Keys.SHIFT).send_keys(*arrows).key_up(Keys.SHIFT).perform()

    shift(Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert player.text("live") == "box. Row 3, column 3."
    player.keys(Keys.ENTER)
    assert "can be pushed to 17 squares" in player.text("live")
    shift(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert player.text("live").startswith("goal, the chosen box can be pushed here")
    player.keys(Keys.ENTER)
    assert replay(ROOM, player.lurd).valid


def test_a_push_that_loses_is_warned_of_with_evidence(player: Page) -> None:
    player.open(Offer("Corner", CORNER))
    player.keys("a")
    assert player.shown("warning") and "not even if it were the only box" in player.text("warning-text")
    assert player.script("return document.querySelectorAll('.evidence rect').length") == 2
    assert player.script("return document.activeElement.id") == "warning-no"
    assert player.lurd == ""
    player.press("warning-no")
    assert not player.shown("warning") and player.lurd == ""
    player.keys("a")
    player.press("warning-yes")
    assert player.lurd == "L"
    assert player.text("status").startswith("No way to solve it from here")
    player.keys("z")
    assert not player.shown("status")


def test_two_boxes_for_one_goal_are_warned_of(player: Page) -> None:
    player.open(Offer("Edge", Level.parse("#########\n#.      #\n# $ $   #\n#   @ . #\n#########")))
    player.keys(*"wsaaw")
    assert player.shown("warning") and "can never both get to goals" in player.text("warning-text")
    player.press("warning-no")
    assert player.lurd == "Udll"


def test_the_side_of_the_player_is_shown_where_it_matters(player: Page) -> None:
    door = Level.parse("#########\n# $.#@  #\n# ###   #\n#   $. ##\n#########")
    player.open(Offer("Door", door))
    assert "With the player on this side of it" in player.text("status")
    assert player.script("return document.querySelectorAll('.evidence .region').length") == 8


def test_a_play_is_replayed_with_slider_and_button(player: Page) -> None:
    player.open(Offer("Room", ROOM, "llluRRR"))
    assert player.text("counter") == "0 of 7 steps"
    player.script(
        "const slider = document.getElementById('slider'); slider.value = '5';"
        "slider.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert player.lurd == "llluR"
    names = [each.name for each in fields(Metrics)]
    assert [player.text(f"{name}-name") for name in names] == [name.replace("_", " ").capitalize() for name in names]
    metrics = astuple(replay(ROOM, "llluR").metrics)
    assert [player.text(name) for name in names] == [*map(str, metrics)] and metrics[:6] == (5, 1, 1, 1, 1, 3)
    player.script("document.getElementById('speed').value = '16'")
    player.press("play")
    player.wait("sokospec.now.play.steps.length === 7")
    assert player.lurd == "llluRRR"


def test_the_run_of_a_machine_is_shown_beside_the_board(player: Page) -> None:
    player.open(offered(machine()), Offer("Room", ROOM))
    assert [player.text(name) for name in ("control", "tape", "configuration-counter")] == ["State go", "10", "1 of 3"]
    assert player.script("return document.querySelector('.tape .head').textContent") == "1"
    player.press("configuration-on")
    assert [player.text(name) for name in ("tape", "configuration-counter")] == ["1x", "2 of 3"]
    assert "wire go at 2" in player.text("whereabouts") and "cell 2: x" in player.text("live")
    player.press("configuration-on")
    assert "State yes: it accepts" in player.text("control")
    player.press("configuration-back")
    assert player.text("configuration-counter") == "2 of 3"
    assert player.script("return document.querySelectorAll('.names .gadget').length") == len(machine().network.tiles)
    player.press("reverse")
    assert not player.shown("configuration")
    player.press("next")
    assert not player.shown("configuration") and not player.shown("names-option")


def test_a_play_of_a_hundred_thousand_steps_is_no_trouble(player: Page) -> None:
    player.open(Offer("Room", ROOM, "lr" * 50_000 + "llluRRR"))
    player.press("end")
    assert player.text("counter") == "100,007 of 100,007 steps"
    assert player.text("status") == "Solved in 100,007 moves, 3 pushes."
    player.keys("zz")
    assert player.text("counter") == "100,005 of 100,007 steps"
    player.press("restart")
    assert player.text("counter") == "0 of 100,007 steps"


def back(player: Page) -> str:
    player.wait("!sokospec.busy")
    return str(player.script("return sokospec.now.back.whole"))


def test_a_level_is_played_in_reverse_and_its_solution_shown_forwards(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    player.keys("a")
    player.press("reverse")
    assert player.script("return document.querySelectorAll('.start').length") == 2
    player.click(2, 5)
    assert "can be pulled to" in player.text("live")
    player.click(2, 2)
    assert back(player) == "[]uLLL"
    assert player.shown("found") and "a solution with 7 moves, 3 pushes" in player.text("found-text")
    player.keys("z")
    assert not player.shown("found") and player.text("counter") == "0 of 4 steps"
    player.keys("y")
    player.press("found-show")
    whole = str(player.script("return sokospec.now.play.whole"))
    assert replay(ROOM, whole).valid and whole == "llluRRR"
    assert not player.shown("found") and player.script("return document.querySelectorAll('.start').length") == 0
    player.press("end")
    assert player.text("status") == "Solved in 7 moves, 3 pushes."
    player.press("reverse")
    assert player.text("counter") == "4 of 4 steps"


def test_in_reverse_arrows_pull_or_walk_and_a_click_sets_down_until_the_first_pull(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    player.keys("r")
    player.click(1, 1)
    assert back(player) == "[uulll]"
    player.click(2, 4)
    player.keys("g", "a", "g", "d", "a")
    assert back(player) == "[u]lrL"
    assert player.text("pushes-name") == "Pulls" and player.text("pushes") == "1"
    assert "Pulled a box; 0 of 1 on start squares." in player.text("live")
    player.click(1, 1)
    assert back(player) == "[u]lrLull"
    player.press("restart")
    assert player.script("return sokospec.now.shown.state.boxes.indexOf(1)") == 21
    player.keys("r", "a")
    assert player.lurd == "l"
    player.keys("r")
    assert player.text("counter") == "0 of 8 steps"


def test_a_play_in_reverse_is_copied_and_pasted_and_goes_into_the_link(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    player.press("open-text")
    player.script("document.getElementById('lurd').value = '[]uL[r]'")
    player.press("load")
    assert 'Symbol 7 of the play in reverse, "]", ends a jump after a pull' in player.text("text-error")
    player.script("document.getElementById('lurd').value = '[]uL'")
    player.press("load")
    assert back(player) == "[]uL" and player.text("counter") == "2 of 2 steps"
    link = str(player.script("return sokospec.link()"))
    assert url.read(link)[0].level == ROOM
    player.open(Offer("Corner", CORNER), fragment="#" + link.split("#")[1])
    assert player.text("title") == "Room" and back(player) == "[]uL"


def test_text_is_pasted_copied_and_refused_with_a_reason(player: Page) -> None:
    player.open(Offer("Room", ROOM))

    def load(xsb: str, lurd: str) -> None:
        player.script("document.getElementById('xsb').value = arguments[0]", xsb)
        player.script("document.getElementById('lurd').value = arguments[0]", lurd)
        player.press("load")

    player.press("open-text")
    load("####\n#@.\n####", "")
    assert "close the outer wall [L5]" in player.text("text-error")
    load("5#|#@$.#|5#", "2R")
    assert "the box is blocked [T4]" in player.text("text-error")
    load("5#|#@$.#|5#\nTitle: <b>One</b> push", "R")
    assert player.text("title") == "<b>One</b> push"
    assert player.script("return sokospec.now.play.whole") == "R"


def test_the_link_opens_the_same_play_and_sokospec_reads_it(player: Page) -> None:
    player.open(Offer("Room", ROOM, "llluRRR"), Offer("Corner", CORNER))
    link = str(player.script("return sokospec.link()"))
    assert url.read(link)[0].level == ROOM
    player.open(Offer("Corner", CORNER), Offer("Corner again", CORNER), fragment="#" + link.split("#")[1])
    assert player.text("title") == "Room"
    assert player.script("return sokospec.now.play.whole") == "llluRRR"


def test_an_open_level_is_played_as_it_is(player: Page) -> None:
    player.open(Offer("Open", Level.parse(".  #\n@$ #", lenient=True)))
    player.keys("wa", "d", "a", "s", "d")
    assert player.lurd == "urldR"


def test_levels_are_chosen_from_the_list(player: Page) -> None:
    player.open(Offer("Room", ROOM), Offer("", CORNER))
    player.press("next")
    assert player.text("title") == "Level 2"
    player.keys("[")
    assert player.text("title") == "Room"


def test_a_phone_has_a_pad_and_swipes(chromium: Chrome, player: Page) -> None:
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        player.open(Offer("Room", ROOM))
        assert player.script("return document.documentElement.scrollWidth <= innerWidth")
        x, y = player.place(3, 4)
        finger = [("touchStart", [{"x": x, "y": y}]), ("touchMove", [{"x": x - 60, "y": y + 5}]), ("touchEnd", [])]
        for kind, points in finger:
            chromium.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert player.lurd == "l"
        pad = chromium.find_element("css selector", ".pad [data-direction='3']")
        assert pad.is_displayed()
        pad.click()
        assert player.lurd == "lr"
    finally:
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_list_of_levels_keeps_room_for_a_title_on_a_phone(chromium: Chrome, player: Page, width: int) -> None:
    metrics = {"width": width, "height": 640, "deviceScaleFactor": 1, "mobile": True}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        player.open(Offer("A room with a long title", ROOM), Offer("Corner", CORNER))
        assert player.script("return document.documentElement.scrollWidth <= innerWidth")
        letters = player.script(
            "const list = document.getElementById('levels');"
            "return list.clientWidth / parseFloat(getComputedStyle(list).fontSize)"
        )
        assert isinstance(letters, float | int) and letters > 7
    finally:
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_command_writes_a_page_that_works(player: Page, tmp_path: Path) -> None:
    out = tmp_path / "warehouse.html"
    assert exit_code(["render", "examples/warehouse.xsb", "--to", "html", "--out", str(out)]) == 0
    player.driver.get(out.as_uri())
    assert player.text("title") == "Two in a row"
    assert player.script("return performance.getEntriesByType('resource').length") == 0


def test_everything_has_a_name_for_screen_readers(player: Page) -> None:
    player.open(Offer("Room", ROOM), Offer("Corner", CORNER))
    nameless = player.script(
        "return [...document.querySelectorAll('button, select, input, textarea')].filter(e =>"
        " !(e.textContent.trim() && e.matches('button')) && !e.ariaLabel && !e.labels?.length).map(e => e.outerHTML)"
    )
    assert nameless == []
    assert player.script("return document.activeElement.id") == "board"
    assert "0 of 1 box on goals" in str(player.script("return document.getElementById('board').ariaLabel"))


LINE = Level.parse("######\n#@$ .#\n######")


def test_a_solved_level_and_a_position_are_remembered_when_the_page_is_opened_again(player: Page) -> None:
    player.open(Offer("Line", LINE), Offer("Room", ROOM))
    player.keys("d", "d")
    player.press("next")
    player.keys("a", "a", "z")
    player.open_again()
    assert [option.text for option in player.driver.find_elements("css selector", "#levels option")][:2] == [
        "✓ 1. Line (2 moves, 2 pushes)",
        "2. Room",
    ]
    assert player.text("best") == "✓ Solved: 2 moves, 2 pushes"
    player.press("next")
    assert player.lurd == "l"
    assert player.text("counter") == "1 of 2 steps"


def test_a_page_plays_without_storage(player: Page) -> None:
    file = player.folder / "page.html"
    deny = "<script>Object.defineProperty(window, 'localStorage', {get() { throw new Error('denied'); }})</script>"
    file.write_text(page([Offer("Line", LINE)], "Test").replace("<head>", f"<head>{deny}"), encoding="utf-8")
    player.open_again()
    player.keys("d", "d")
    assert player.text("best") == "✓ Solved: 2 moves, 2 pushes"
    player.press("watch")
    player.wait("!sokospec.busy")
    player.open_again()
    assert not player.shown("best")


def test_the_solution_of_the_file_is_watched_and_the_own_play_comes_back(player: Page) -> None:
    player.open(Offer("Line", Level.parse("#######\n#@$  .#\n#######"), solution="RRR"))
    player.keys("d", "d", "z")
    assert player.text("watch") == "Watch the solution"
    player.press("watch")
    player.wait("!sokospec.busy")
    assert (player.lurd, player.text("counter"), player.shown("best")) == ("RRR", "3 of 3 steps", False)
    player.press("undo")
    assert player.text("counter") == "2 of 3 steps"
    player.press("watch")
    assert (player.lurd, player.text("counter")) == ("R", "1 of 2 steps")
    player.open_again()
    assert player.text("counter") == "1 of 2 steps"


def test_undo_and_redo_are_called_so(player: Page) -> None:
    player.open(Offer("Room", ROOM))
    assert (player.text("undo"), player.text("redo")) == ("Undo", "Redo")


BUTTONS = "[...document.querySelectorAll('button, select, input')].filter(each => each.offsetParent)"
COVERED = f"""
const covered = [];
for (const each of {BUTTONS}) {{
  if (each.closest('dialog, .hidden')) continue;
  const {{left, top, width, height}} = each.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  if (y < 0 || y > innerHeight) continue;
  const there = document.elementFromPoint(x, y);
  const box = document.querySelector('#status:not([hidden]), #warning:not([hidden])')?.getBoundingClientRect();
  const under = box && x > box.left && x < box.right && y > box.top && y < box.bottom && !each.closest('#warning');
  if (under || !(there === each || each.contains(there))) covered.push(each.id || each.ariaLabel);
}}
return covered
"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800), (800, 400)])
def test_no_message_hides_a_button(chromium: Chrome, player: Page, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        for rows in (
            "######\n#   .#\n#    #\n# $@ #\n#    #\n######",
            "######\n#    #\n# $@ #\n#    #\n#   .#\n######",
        ):
            player.open(Offer("Corner", Level.parse(rows)))
            player.keys("a")
            assert player.shown("warning") and player.script(COVERED) == []
            player.press("warning-yes")
            assert player.shown("status") and player.script(COVERED) == []
    finally:
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_pad_is_above_the_fold_of_a_phone_also_when_a_server_adds_its_panel(chromium: Chrome, player: Page) -> None:
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        for panel in (None, Panel("<section style='height: 200px'></section>", "")):
            (player.folder / "page.html").write_text(page([Offer("Room", ROOM)], "Test", panel), encoding="utf-8")
            player.open_again()
            bottom = player.script("return document.querySelector('.pad').getBoundingClientRect().bottom")
            assert isinstance(bottom, (int, float)) and 0 < bottom <= 844
    finally:
        chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
