"""Compare two checkouts of the package: `python -m tests.tools.beside OTHER_CHECKOUT`.

Both packages are called `urldom`, so each runs in its own process, with the same inputs. The
answers of all public functions and methods are compared: their types by name, their `repr`, and for
an error its class, its message and its attributes. A difference that is meant is listed in
`expected`, with its reason. `--help` lists the options.

- `inputs` makes a case from a seed and a number: real URLs, strings of tokens, mutated URLs, and
  random text.
- `calls` and `batches` call the package, one case at a time or many cases at once.
- `rendering` writes an answer as text.
- `names` lists the public names, their signatures and their hints.
- `worker` is the process of one checkout. `checkouts` prepares the folder in which it runs.
"""
