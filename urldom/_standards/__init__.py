"""The standards, one module or folder for each. No standard imports another.

- `names` lists the standards, and `registry` finds one by its name.
- `interface` has the class `Standard`, which users hold, and the class `Engine`: the parts that each standard fills in.
- `table` has the attributes of HTML5 2.6.6, which all but one standard share. `setter_steps` is its reading.
- `rfcs` has what the standards share that define URI references.
- `relating` makes references, which is the reverse of resolving.
- `sentences` has what `explain` says of steps that several standards share."""
