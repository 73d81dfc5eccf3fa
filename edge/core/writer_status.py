"""What the core says of itself to the web processes, once a second and when rows were written."""

from dataclasses import fields
from pathlib import Path
from time import time

import msgspec

from chain.custody.health import CustodyHealth
from chain.oracle.poster import OracleStatus
from edge.api.auth.keys import derive, load_secret
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
    sequence: int = 0
    sent_at_s: float = 0.0  # unix time
    secret_mark: str = ""  # of the secret of sign-ins, which must be one


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(WriterStatus)


class OtherSecretError(Exception):
    """This machine has another secret of sign-ins than the writer; the message is a sentence."""


def mark_of(secret: bytes) -> str:
    """Return what tells two secrets apart, and nothing else about them."""
    return derive(secret, "mark").hex()[:16]


def check_secret(secret_file: Path, mark: str) -> None:
    """Raise OtherSecretError where the file holds another secret than that of this mark."""
    if mark and mark != mark_of(load_secret(secret_file)):
        raise OtherSecretError(
            f"{secret_file} is another one than the writer's: who signs in at one machine would be"
            " refused at the next. Copy it from the writer, and start again."
        )


def encode_status(
    log: CommandLog,
    projection: Projection,
    health: Health,
    root_sequence: int,
    secret_mark: str = "",
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
            sequence=log.sequence,
            sent_at_s=time(),
            secret_mark=secret_mark,
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

    def lag(self, sequence: int) -> tuple[int, float]:
        """Return how many commands and seconds a process with this last command is behind.

        The seconds are by the clocks of both machines.
        """
        if self.status is None:
            return 0, 0.0
        return max(0, self.status.sequence - sequence), max(0.0, time() - self.status.sent_at_s)

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
