"""A market simulation that drives the real exchange: what providers and traders earn.

Agents decide in floats from what the events show; every figure of the result comes from the engine.
"""
