"""Bounds of the journal in a database."""

CONNECT_S = 5.0
CLOSE_S = 1.0
STATEMENT_S = 15.0  # an append that takes longer is asked about by another connection
AWAY_MAX_S = 60.0  # without the database for so long, the writer ends
RETRY_FIRST_S = 0.05
RETRY_MAX_S = 1.0
READ_ROWS = 2_000  # in one answer
READ_ATTEMPTS = 3  # of records that do not continue the hash chain
LEASE_S = 4.0
LEASE_RENEW_S = 1.0
LEASE_LATE_S = 1.5  # since the last renewal; a holder without a connection is gone then
LEASE_POLL_S = 0.25
