from engine.sequencer.applied import Applied
from engine.sequencer.clock import ClockTicker, EngineClock
from engine.sequencer.errors import (
    ReplayError,
    SequencerClosedError,
    SequencerError,
    SequencerFailedError,
    SequencerOverloadedError,
)
from engine.sequencer.sequencer import Sequencer

__all__ = [
    "Applied",
    "ClockTicker",
    "EngineClock",
    "ReplayError",
    "Sequencer",
    "SequencerClosedError",
    "SequencerError",
    "SequencerFailedError",
    "SequencerOverloadedError",
]
