"""Takes the pictures of the player page and of a served folder that docs/guides/player.md shows.

    python tests/browser/screenshots.py --out docs/pictures

Chromium and Selenium must be installed; look at the pictures afterwards.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser.chromium import browser, missing
from browser.machines import machine, offered
from serve.serving import serving
from sokogen.families.catalogue import FAMILIES
from sokospec import Level
from sokospec.formats import WRITERS, Recording, entry_of
from sokoview.player import Offer, page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

LEVELS = (
    Offer(
        "A wall too many",
        Level.parse("##########\n#   #    #\n# @$ $ . #\n# .### $ #\n# $ .  . #\n#   #    #\n##########"),
    ),
    Offer("Room", Level.parse("########\n#   #  #\n# $    #\n# .#@$ #\n#  # . #\n#      #\n########")),
)
ROOT = Path(__file__).resolve().parents[2]
LOW = {"width": 1000, "height": 330, "deviceScaleFactor": 1, "mobile": False}
WIDE = {"width": 1200, "height": 760, "deviceScaleFactor": 1, "mobile": False}
PHONE = {"width": 390, "height": 800, "deviceScaleFactor": 1.5, "mobile": True}


def take(driver: Chrome, file: Path, folder: Path) -> None:
    """Take a picture of a warning on a desk, and one of a chosen box on a phone."""

    def command(name: str, **values: object) -> None:
        driver.execute_cdp_cmd(name, values)

    def shoot(name: str) -> None:
        time.sleep(0.4)  # pieces on their way arrive
        driver.save_screenshot(str(folder / name))

    command("Emulation.setDeviceMetricsOverride", **WIDE)
    driver.get(file.as_uri())
    driver.find_element("id", "board").send_keys("d")
    shoot("player_warning.png")
    command("Emulation.setDeviceMetricsOverride", **PHONE)
    command("Emulation.setTouchEmulationEnabled", enabled=True)
    driver.get("about:blank")
    driver.get(file.as_uri())
    driver.find_element("id", "next").click()
    driver.execute_script("document.getElementById('board').focus()")
    x, y = driver.execute_script("return sokospec.now.view.centreOf(sokospec.now.level.board.square([2, 2]))")
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        command("Input.dispatchTouchEvent", type=kind, touchPoints=points)
    shoot("player_phone.png")


def take_machine(driver: Chrome, file: Path, folder: Path) -> None:
    """Take a picture of a machine whose run has come to its second configuration."""
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", WIDE)
    file.write_text(page([offered(machine(), compact=True)], "Machine"), encoding="utf-8")
    driver.get("about:blank")
    driver.get(file.as_uri())
    for name in (*["zoom-in"] * 4, "configuration-on"):
        driver.find_element("id", name).click()
    time.sleep(0.4)
    driver.save_screenshot(str(folder / "player_machine.png"))


def take_served(driver: Chrome, folder: Path, out: Path) -> None:
    """Take a picture of a served folder, and one of a level that has been solved there."""
    levels = [replace(entry_of(offer.level), title=offer.title) for offer in LEVELS]
    (folder / "Warehouse.xsb").write_text(WRITERS["xsb"](levels), encoding="utf-8")
    fill(folder)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    with serving(folder) as server:
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", LOW)
        driver.get(server.address)
        while "…" in driver.find_element("css selector", ".files").text:
            time.sleep(0.1)
        time.sleep(0.4)
        driver.save_screenshot(str(out / "player_folder.png"))
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", WIDE)
        driver.get(f"{server.address}play/Warehouse.xsb?level=2")
        driver.find_element("id", "solve").click()
        while not driver.find_element("id", "solve-news").text.startswith("Solved"):
            time.sleep(0.1)
        driver.execute_script("sokospec.show(sokospec.now.play.whole, 9)")
        time.sleep(0.4)
        driver.save_screenshot(str(out / "player_serve.png"))


def fill(folder: Path) -> None:
    """Put the examples and all families of levels into a folder, the smaller levels with their solutions."""
    shutil.copy(ROOT / "examples" / "warehouse.xsb", folder / "Four small levels.xsb")
    (folder / "Older ones").mkdir()
    for family in FAMILIES.values():
        entries = []
        for number, size in enumerate(range(family.least, family.least + 4), start=1):
            member = family.member(size)
            lurd = "".join(member.solution()) if number < 3 else ""
            entries.append(entry_of(member.level, number, (Recording(lurd),) if lurd else ()))
        (folder / f"{family.name}.xsb").write_text(WRITERS["xsb"](entries), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures and return the exit code."""
    parser = argparse.ArgumentParser(description="Take pictures of the player page.")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to put them")
    options = parser.parse_args(arguments)
    if (why := missing()) is not None:
        print(why, file=sys.stderr)
        return 5
    with tempfile.TemporaryDirectory() as profile, browser(Path(profile), "--no-proxy-server") as driver:
        file = Path(profile) / "page.html"
        file.write_text(page(LEVELS, "Player"), encoding="utf-8")
        take(driver, file, options.out)
        take_machine(driver, file, options.out)
        served = Path(profile) / "levels"
        served.mkdir()
        take_served(driver, served, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
