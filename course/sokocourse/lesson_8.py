"""Exercises of lesson 8."""

from __future__ import annotations

from sokocourse.exercise import Exercise

EXERCISES: list[Exercise] = []
