"""Exercises of lesson 7."""

from __future__ import annotations

from sokocourse.exercise import Exercise

EXERCISES: list[Exercise] = []
