"""What the core says of itself to the web processes, once a second and when rows were written."""

from dataclasses import fields

import msgspec

from chain.custody.health import CustodyHealth
from chain.oracle.poster import OracleStatus
from edge.api.context import Health
from edge.projector.progress import Projection
from engine.sequencer import CommandLog


class WriterStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Figures of the core's loops."""

    projected_seq: int
    flushing_s: float
    journal_full_s: float
    followed_slot: int
    is_follower_stuck: bool
    root_sequence: int  # of the newest state root that is final, 0 before the first
    oracle: OracleStatus
    custody: CustodyHealth
    waiting: dict[str, str]  # loops that wait for the machine, with the reason


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(WriterStatus)


def encode_status(
    log: CommandLog, projection: Projection, health: Health, root_sequence: int
) -> bytes:
    """Return the present figures."""
    return _encoder.encode(
        WriterStatus(
            projected_seq=projection.projected_seq,
            flushing_s=log.flushing_s,
            journal_full_s=log.journal_full_s,
            followed_slot=health.followed_slot(),
            is_follower_stuck=health.is_follower_stuck(),
            root_sequence=root_sequence,
            oracle=health.oracle_status(),
            custody=health.custody,
            waiting=dict(health.trouble.waiting),
        )
    )


def decode_status(data: bytes) -> WriterStatus:
    """Read the figures; raises msgspec.MsgspecError for anything else."""
    return _decoder.decode(data)


class WriterFigures:
    """The newest figures of the core, in the form that the health of a process has."""

    def __init__(self) -> None:
        self.status: WriterStatus | None = None
        self.custody = CustodyHealth()
        self.waiting: dict[str, str] = {}

    def take(self, status: WriterStatus) -> None:
        """Note new figures."""
        for field in fields(CustodyHealth):
            setattr(self.custody, field.name, getattr(status.custody, field.name))
        self.waiting.clear()
        self.waiting.update(status.waiting)
        self.status = status

    def followed_slot(self) -> int:
        """Return the newest slot that was followed."""
        return 0 if self.status is None else self.status.followed_slot

    def is_follower_stuck(self) -> bool:
        """Return whether the follower gets no further."""
        return self.status is not None and self.status.is_follower_stuck

    def oracle_status(self) -> OracleStatus:
        """Return the state of the oracle."""
        return (
            OracleStatus(None, None, has_ended=False)
            if self.status is None
            else (self.status.oracle)
        )
