"""The standards, one module or folder for each. No standard imports another.

A new standard needs:

1. its name in `names`
2. a module here with its constant, which is made of the four `parts` (for a grammar of references,
   `rfcs` makes most of them)
3. the constant in `urldom/__init__.py`
4. a public module, such as `urldom/rfc3986.py`
"""
