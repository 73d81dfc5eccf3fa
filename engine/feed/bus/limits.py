"""Bounds of the feed over the bus."""

CONNECT_S = 2.0
PING_S = 1.0  # between two messages without frames; also how soon a loss is noticed
PEER_SILENT_S = 10.0  # a replica that said nothing for so long is gone
ANSWER_S = 1.0  # in which a writer answers a new connection
UNSENT_BYTES_MAX = 64 * 1024 * 1024  # more is thrown away: the gap is read from the log
AHEAD_BYTES_MAX = 64 * 1024 * 1024  # of batches that came before the answer to HELLO
PENDING_MESSAGES_MAX = 65_536  # of one subscription, which loses what is more
PENDING_BYTES_MAX = 64 * 1024 * 1024
PEERS_MAX = 256
ENVELOPE_BYTES = 64  # what an envelope adds to frames, at most
