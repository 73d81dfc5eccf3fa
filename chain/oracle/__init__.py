"""Index prints: sources, how they must agree, and who posts them."""
