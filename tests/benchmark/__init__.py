"""How fast urldom is beside its peers, by family of URLs: `python -m tests.benchmark`.

A family is one thing that URLs have (a port, spaces, a host that is not ASCII), a job one thing that is done to them. A
*cell* is one job on one family (and, for assignments, with one kind of value): the time of every subject, urldom's and
its peers', on the same distinct URLs in the same process. The *bars* are what urldom has to reach; each is judged by
the worst cell, the plain one or the mean over the families, so that no family is hidden by the others.

`families` (built from `seeds`), `references` and `values` say what is measured on; `make_and_read`, `assigning`,
`resolving`, `relating`, `parts`, `headers`, `live`, `cost` and `whole` do it; `columns`, `cluster` and `spark` do it to
columns, of what `real` finds. `timing` has the clock, `cells` what comes of it, `bars` the judge, `report` the tables,
`speed_page` and `columns_page` those of the documentation; `jobs` names the jobs. `growth` stands apart: it is about
hostile input.
"""
