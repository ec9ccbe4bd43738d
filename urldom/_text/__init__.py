"""Text and nothing else: grammars, percent-encoding, character encodings, IDNA2003. It knows no URL object."""
