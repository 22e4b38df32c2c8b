"""Codes of the rules over the whole bank."""

from __future__ import annotations
