"""`python -m bench._harness`: what `make bench` runs."""

import sys

from bench._harness.main import main

if __name__ == "__main__":
    sys.exit(main())
