"""The five standards. `interface` contains their base class, and `table` contains the attributes of HTML5 2.6.6.

Each standard has its own module or package. The module of a standard does not import another standard. Other modules
get a standard from `urldom._standards.registry`."""
