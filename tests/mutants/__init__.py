"""Mutants of the engine: small wrongs in its sources that the tests have to notice."""
