"""`python -m bench._report`: what `make bench-report` runs."""

import sys

from bench._report.page import main

if __name__ == "__main__":
    sys.exit(main())
