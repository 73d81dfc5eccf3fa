"""Questions about the indexes that are always there: which, and the keeper that asks them."""
