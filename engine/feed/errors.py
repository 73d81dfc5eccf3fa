"""Errors of the feed."""

from engine.sequencer.errors import SequencerClosedError, SequencerError


class WriterAwayError(SequencerClosedError):
    """The writer does not answer; what was submitted may or may not be in the journal."""


class ReplicaDiffersError(SequencerError):
    """The replica has another state or history than the writer: it must be built anew."""


class FeedProtocolError(Exception):
    """The other end does not speak this protocol."""


class NewerWriterError(Exception):
    """The writer is of a newer version than this process; the message is a sentence."""


class OlderWriterError(Exception):
    """The writer is of an older version than this process; the message is a sentence."""
