"""Published packages that do the same work, in the same run and with the same answers."""
