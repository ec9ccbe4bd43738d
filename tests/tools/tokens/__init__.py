"""Strings made of *tokens*: short texts for which a standard has a rule of its own, such as a soft
hyphen, a full-width bracket, `%2e` or `xn--`. `python -m tests.tools.tokens` compares every quick way of
the package with the reading of its specification on such strings.

- `making` has the tokens, and makes strings and cases of them;
- `entries` has a check for each place where a string enters the package;
- `columns` has the checks that need a whole column of strings;
- `running` runs the checks, and shortens each case with a difference."""
