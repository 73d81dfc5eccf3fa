from engine.sequencer.applied import Applied, DurableBatch
from engine.sequencer.clock import ClockTicker, EngineClock
from engine.sequencer.command_log import CommandLog
from engine.sequencer.errors import (
    ChainRewoundError,
    ReplayError,
    SequencerClosedError,
    SequencerError,
    SequencerFailedError,
    SequencerFullError,
    SequencerOverloadedError,
)
from engine.sequencer.outcome import Submitter
from engine.sequencer.replay import ReplayListener
from engine.sequencer.rewinds import effective_records, has_become_void
from engine.sequencer.saving import Companion
from engine.sequencer.sequencer import Sequencer

__all__ = [
    "Applied",
    "ChainRewoundError",
    "ClockTicker",
    "CommandLog",
    "Companion",
    "DurableBatch",
    "EngineClock",
    "ReplayError",
    "ReplayListener",
    "Sequencer",
    "SequencerClosedError",
    "SequencerError",
    "SequencerFailedError",
    "SequencerFullError",
    "SequencerOverloadedError",
    "Submitter",
    "effective_records",
    "has_become_void",
]
