"""Compare urldom with its peers, by family of URLs: `python -m tests.tools.benchmark`.

A *family* is a set of URLs with one property in common (a port, spaces, a non-ASCII host). A *job*
is one operation on URLs. A *cell* is one job on one family. In jobs that assign, each kind of value
has its own cell. A *peer* is another library. A *subject* is what a job measures: urldom, a peer,
or one interface of a library. A cell contains the time of every subject, on the same distinct URLs
and in the same process. A *bar* is a limit that urldom has to keep. Some bars limit the mean over
the families. A mean can hide a slow family, so other bars limit the plain cell or the worst cell.

- Inputs: `families` (built from `seeds`), `references`, `values`, and `real` for columns.
- Jobs: `make_and_read`, `assigning`, `resolving`, `relating`, `parts`, `headers`, `live`, `cost`,
  `whole` and others. `columns`, `cluster` and `spark` measure columns. `jobs` lists all of them.
- Results: `timing` measures times, `cells` stores the measured values, `bars` lists the limits, and
  `report` prints the tables. `speed_page` writes the conclusion, the table and the chart of the
  documentation.
- `beside` compares the times of two checkouts.
- `growth` measures how the time grows with the length of hostile input.
"""
