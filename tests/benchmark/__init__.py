"""Compare urldom with its peers, by family of URLs: `python -m tests.benchmark`.

A *family* is a set of URLs with one property in common (a port, spaces, a non-ASCII host). A *job* is one operation on
URLs. A *cell* is one job on one family. In jobs that assign, each kind of value has its own cell. A *subject* is
urldom, a peer, or a part of one of them. A cell contains the time of every subject, on the same distinct URLs and in
the same process. The *bars* are the limits that urldom has to keep. A bar limits the worst cell, the plain cell or the
mean over the families. An average alone could hide a slow family.

- Inputs: `families` (built from `seeds`), `references`, `values`, and `real` for columns.
- Jobs: `make_and_read`, `assigning`, `resolving`, `relating`, `parts`, `headers`, `live`, `cost`, `whole` and others.
  `columns`, `cluster` and `spark` measure columns. `jobs` lists all of them.
- Results: `timing` measures times, `cells` contains the values, `bars` contains the limits, and `report` prints the
  tables. `speed_page` and `columns_page` write the tables of the documentation.
- `growth` measures how the time grows with the length of hostile input.
"""
