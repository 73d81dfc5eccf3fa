"""Errors of the feed."""

from engine.sequencer.errors import SequencerClosedError, SequencerError


class WriterAwayError(SequencerClosedError):
    """The writer does not answer; what was submitted may or may not be in the journal."""


class ReplicaDiffersError(SequencerError):
    """The replica has another state or history than the writer: it must be built anew."""


class FeedProtocolError(Exception):
    """The other end does not speak this protocol."""
