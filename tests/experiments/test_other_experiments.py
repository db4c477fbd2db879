"""The experiments on certificates, families and sound detectors: small runs, and faults that they must notice."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path

import pytest

import certificates
import families
import soundness
import unsolvable
from lessons import weighted_astar
from sokodead import first_evidence
from sokogen.families.catalogue import FAMILIES, Member
from sokosolve.solver import solve
from sokospec import Level
from sokospec.answer import Objective, Verdict
from sokospec.certificates import Evidence, Prices
from sokospec.errors import SokobanError
from sokospec.limits import Limits

LEVELS = "; one\n\n######\n#@$ .#\n######\n\n; none\n\n#####\n#@ .#\n#$  #\n#####\n"


def test_each_level_is_solved_proved_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    levels, record = tmp_path / "two.xsb", tmp_path / "record.json"
    levels.write_text(LEVELS, encoding="ascii")
    assert certificates.main(["--levels", str(levels), "--out", str(record)]) == 0
    printed = capsys.readouterr().out
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert [(row["verdict"], row["accepted"]) for row in rows] == [("OPTIMAL", True), ("UNSOLVABLE", True)]
    assert "2 accepted, 0 rejected [], 0 not settled in time []" in printed
    assert f"| all 2 | {sum(row['solve_seconds'] for row in rows):.2f} " in printed


def test_a_record_of_certificates_is_gone_on_with(tmp_path: Path) -> None:
    levels, record = tmp_path / "two.xsb", tmp_path / "record.json"
    levels.write_text(LEVELS, encoding="ascii")
    arguments = ["--levels", str(levels), "--out", str(record)]
    assert certificates.main([*arguments, "--only", "1"]) == 0
    [first] = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert certificates.main(arguments) == 0
    assert json.loads(record.read_text(encoding="utf-8"))["rows"][0] == first
    with pytest.raises(SokobanError, match="another file"):
        certificates.main([*arguments, "--time-limit", "9"])


def test_levels_that_nothing_solves_are_certified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unsolvable, "FORMULAS", ())  # a level of which takes some seconds
    monkeypatch.setattr(unsolvable, "SIDES", (5,))
    monkeypatch.setattr(unsolvable, "BOXES", (4,))
    record = tmp_path / "record.json"
    assert unsolvable.main(["--count", "3", "--out", str(record)]) == 0
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert [(row["sort"], row["levels"], row["accepted"], row["at_least_states"]["1"]) for row in rows] == [
        (f"{kind} 5 x 5", 1, 1, 1) for kind in ("scattered", "corridors", "rooms")
    ]
    assert all(row["left_out"]["plainly dead"] > 0 for row in rows)
    assert "3 of 3 accepted by both checkers, 0 rejected" in capsys.readouterr().out


def test_no_detector_sees_that_the_levels_are_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unsolvable, "SIDES", (5,))
    monkeypatch.setattr(unsolvable, "BOXES", (4,))
    left_out: unsolvable.LeftOut = defaultdict(Counter)
    [(_, level)] = islice(unsolvable.levels(1, Limits(), left_out), 1)
    assert first_evidence(level) is None
    assert solve(level, Objective.PUSHES).verdict is Verdict.UNSOLVABLE
    assert left_out["scattered 5 x 5", 4][unsolvable.SEEN] > 0


def test_a_family_is_searched_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, plot = tmp_path / "record.json", tmp_path / "plot.svg"
    arguments = ["--sizes", "4,5", "--oracle", "4", "--certificates", "--out", str(record), "--plot", str(plot)]
    assert families.main(arguments) == 0
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert [row["found"] for row in rows if row["engine"] == "fast"] == [59, 18, 106, 34]
    assert [row["found"] for row in rows if row["engine"] == "oracle"] == [59, 18]
    assert all(row["accepted"] for row in rows if row["engine"] == "fast")
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    assert capsys.readouterr().out.count("accepted") == 4


def test_a_wrong_prediction_is_noticed() -> None:
    member: Member = FAMILIES["fibonacci"].member(4)
    wrong = families.searched("fast", Objective.MOVES, 4, member.level, member.moves + 1, Limits(), False)
    assert wrong.differs
    right = families.searched("fast", Objective.MOVES, 4, member.level, member.moves, Limits(), True)
    assert not right.differs


@pytest.mark.long
def test_the_detectors_are_sound_on_some_boards(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    assert soundness.main(["--states", "1000", "--jobs", "1", "--out", str(record)]) == 0
    found = json.loads(record.read_text(encoding="utf-8"))
    assert found["states"] >= 1000
    assert found["faults"] == []
    assert sum(found["first_to_fire"].values()) == found["flagged"] <= found["dead"]


def test_a_detector_that_flags_everything_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(level: Level) -> Evidence:
        return (Prices(1, (0,) * len(level.goals)),)

    monkeypatch.setattr(soundness, "DETECTORS", {"wrong": wrong})
    tally = soundness.try_boards("1 0", 1)
    assert any("can be solved" in fault for fault in tally.faults)
    assert any("rejected" in fault for fault in tally.faults)


def test_weight_1_is_always_the_shortest_and_heavier_weights_expand_fewer_states() -> None:
    rows = weighted_astar.measure(60, seed=3)
    assert [row.weight for row in rows] == list(weighted_astar.WEIGHTS)
    assert rows[0].longer == rows[0].excess == 0
    assert rows[-1].expanded < rows[0].expanded
