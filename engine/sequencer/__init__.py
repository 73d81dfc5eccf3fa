from engine.sequencer.applied import Applied
from engine.sequencer.clock import ClockTicker, EngineClock
from engine.sequencer.errors import (
    ChainRewoundError,
    ReplayError,
    SequencerClosedError,
    SequencerError,
    SequencerFailedError,
    SequencerFullError,
    SequencerOverloadedError,
)
from engine.sequencer.replay import ReplayListener
from engine.sequencer.rewinds import effective_records, has_become_void
from engine.sequencer.saving import Companion
from engine.sequencer.sequencer import Sequencer

__all__ = [
    "Applied",
    "ChainRewoundError",
    "ClockTicker",
    "Companion",
    "EngineClock",
    "ReplayError",
    "ReplayListener",
    "Sequencer",
    "SequencerClosedError",
    "SequencerError",
    "SequencerFailedError",
    "SequencerFullError",
    "SequencerOverloadedError",
    "effective_records",
    "has_become_void",
]
