"""Bounds of the journal."""

SEGMENT_BYTES = 64 * 1024 * 1024
SEGMENT_BYTES_MIN = 4 * 1024
RECORD_PAYLOAD_MAX = 64 * 1024
SEGMENTS_MAX = 1_000_000
TORN_FILES_MAX = 16  # kept ends of a journal that were cut
