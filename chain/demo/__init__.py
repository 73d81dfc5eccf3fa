"""Simulated activity of the demo, named as such."""
