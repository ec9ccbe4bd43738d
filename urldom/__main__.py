"""`python -m urldom` is the command `urldom`."""

import sys

from urldom.command import main

if __name__ == "__main__":
    sys.exit(main())
