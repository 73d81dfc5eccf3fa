"""The page of `make bench-report`: the kept results as plots."""
