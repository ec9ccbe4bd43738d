"""Writes XML: see `writing`."""
