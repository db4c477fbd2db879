"""What the program that plants mutants copies is there: it runs too long for a test to notice a file that has moved."""

from __future__ import annotations

from mutation.run import CERTIFICATES, HELPERS, KILLING_TESTS, ROOT, RULES


def test_the_tests_that_kill_and_what_they_read_are_there() -> None:
    assert [name for name in (*KILLING_TESTS, *HELPERS) if not (ROOT / name).is_file()] == []


def test_the_modules_that_are_changed_are_there() -> None:
    folder = ROOT / "reference" / "sokospec"
    assert [name for name in (*RULES, *CERTIFICATES) if not (folder / f"{name}.py").is_file()] == []
