"""The harness of the benchmarks: bars, repetitions, the table, and the kept results."""
