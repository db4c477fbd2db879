"""Exercises of lesson 2."""

from __future__ import annotations

from sokocourse.exercise import Exercise

EXERCISES: list[Exercise] = []
