"""Why a command could not be sequenced. A refusal by the rules is an event, not an exception."""


class SequencerError(Exception):
    """The command was not sequenced, or its outcome is unknown; the text says which."""


class SequencerOverloadedError(SequencerError):
    """Too many commands wait; this one was not taken. Try again."""


class SequencerFullError(SequencerOverloadedError):
    """The journal's disk is full; this command was not taken. Try again when there is room."""


class SequencerClosedError(SequencerError):
    """The sequencer is closing; the command was not taken."""


class SequencerFailedError(SequencerError):
    """The sequencer stopped on an error; whether the command is durable shows after a restart."""


class ChainRewoundError(SequencerFailedError):
    """The chain abandoned commands that were applied; opening the journal again leaves them out."""

    def __init__(self, slot: int) -> None:
        super().__init__(
            f"the chain has abandoned blocks after slot {slot} that held commands; a start from the"
            " journal continues without them"
        )
        self.slot = slot


class ReplayError(SequencerError):
    """The journal holds a command that this engine cannot apply."""
