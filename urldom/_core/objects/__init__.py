"""The mutable classes `URLDecomposition` and `URL`, with their segments, display text and pydantic
fields."""
