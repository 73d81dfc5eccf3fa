"""Commands of a wallet on the chain: margin, positions, orders, delegates."""
