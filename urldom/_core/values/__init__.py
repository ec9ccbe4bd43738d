"""The immutable values: the pieces of a URL, `ParsedURL`, the references of the RFCs and their
resolution."""
