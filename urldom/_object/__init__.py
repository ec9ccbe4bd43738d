"""The mutable objects, `URLDecomposition` and `URL`, and what they show of themselves."""
