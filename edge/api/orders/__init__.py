"""Waiting orders: reads, quotes, builders."""
