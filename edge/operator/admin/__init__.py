"""The operator's way into the running core: signed commands over a local socket, never HTTP."""
