"""Small random changes of the core, to see which of them the quick suite notices. Run it with
`python -m tests.tools.mutate`. `--help` lists the options."""
