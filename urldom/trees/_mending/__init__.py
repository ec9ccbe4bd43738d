"""Mends XML that is nearly well-formed: see `mending`."""
