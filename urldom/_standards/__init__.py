"""The five standards. What a standard is stands in `interface`, the attributes of HTML5 2.6.6 in `table`; then each
has its own module or package. None of them imports another, and whoever wants one asks `urldom._standards.registry`."""
