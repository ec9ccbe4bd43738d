"""Grammars, percent-encoding, character encodings and IDNA2003: functions of text, without URL
objects."""
