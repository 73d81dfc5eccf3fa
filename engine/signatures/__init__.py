"""Ed25519 signatures, many in one call without the interpreter's lock."""
