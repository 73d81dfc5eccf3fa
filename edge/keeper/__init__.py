"""`acre keeper`: liquidates and settles at any Acre endpoint, as an outsider; docs/keepers.md."""
