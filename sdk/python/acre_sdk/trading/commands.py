"""One command of a wallet: built by the server, inspected, signed, sent, followed to its outcome.

Commands of a wallet have rising nonces, so that one is in flight at a time.
"""

import asyncio
import base64
import binascii
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, TypeVar

import msgspec
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from acre_sdk.amounts import COLLATERAL, SOL, decimal_of
from acre_sdk.errors import (
    BAD_ANSWER,
    AcreError,
    ClientClosed,
    CommandRefused,
    OutcomeUnknown,
)
from acre_sdk.generated import models as m
from acre_sdk.generated.main import MainApi
from acre_sdk.generated.words import WORDS
from acre_sdk.inspection import Asked, Deposit, Inspected, TopUp, inspect
from acre_sdk.models import convert
from acre_sdk.pacing import Timer
from acre_sdk.results import Outcome
from acre_sdk.trading.node import Node
from acre_sdk.trading.outcomes import Outcomes
from acre_sdk.trading.venue import Exchange

FEE_MAX: Final = Decimal("0.0001")  # SOL
NONCE_AHEAD_MS: Final = 600_000  # of the wall clock: a higher nonce would lock the wallet out
EXPIRES_AHEAD: Final = 300  # slots; a builder gives 150
OUTCOME_MAX_S: Final = 90.0
LOOK_FIRST_S: Final = 0.5
LOOK_MAX_S: Final = 2.0
ROWS_READ: Final = 50
TRANSACTION_FAILED: Final = "TRANSACTION_FAILED"  # on the chain; the exchange saw nothing of it
NEVER_LANDED: Final = "NEVER_LANDED"  # it can no longer land; nothing has happened
T = TypeVar("T", bound=msgspec.Struct)
F = TypeVar("F")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A command in the words of its memo, and what comes along."""

    name: str
    lines: Sequence[tuple[str, str]]
    deposit: int = 0  # of collateral
    is_paid: bool = False  # opens the wallet's own account of collateral
    top_up: TopUp | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A command that is on its way; no block above `last_valid` takes it."""

    order: Order
    found: Inspected
    signature: str
    last_valid: int


@dataclass(frozen=True, slots=True)
class Applied:
    """A command that was applied, and its events as far as the stream has said them."""

    outcome: Outcome
    events: list[dict[str, Any]]

    def event(self, kind: str, type_: type[T], of: Callable[[T], bool]) -> T | None:
        """Return the first event of a kind that fits."""
        for event in self.events:
            if event.get("kind") != kind:
                continue
            try:
                row = convert(event, type_)
            except msgspec.ValidationError:
                continue
            if of(row):
                return row
        return None


class Commands:
    """The commands of one key."""

    def __init__(  # noqa: PLR0913 - what a command passes through
        self,
        main: MainApi,
        node: Node,
        key: Keypair,
        exchange: Exchange,
        outcomes: Outcomes,
        timer: Timer,
        fee_max: int,
    ) -> None:
        self.address = str(key.pubkey())
        self.exchange = exchange
        self.timer = timer
        self._main = main
        self._node = node
        self._key = key
        self._outcomes = outcomes
        self._fee_max = fee_max
        self._nonce = 0
        self._lock = asyncio.Lock()

    async def run(self, order: Order, build: Callable[[], Awaitable[m.Transaction]]) -> Applied:
        """Return what the exchange made of a command; raise CommandRefused for its refusal."""
        async with self._lock:
            await self._outcomes.open()  # before it is built: what is built soon expires
            outcome = await self.outcome(await self.send(order, build, _any))
            return Applied(outcome, self._outcomes.events)

    async def send(
        self,
        order: Order,
        build: Callable[[], Awaitable[m.Transaction]],
        may_sign: Callable[[Inspected], Awaitable[None]],
    ) -> Sent:
        """Build, inspect, sign and send a command, unless `may_sign` raises; one at a time."""
        built = await build()
        found = inspect(_bytes_of(built), await self._asked(order))
        await may_sign(found)
        self._nonce = found.nonce
        transaction = VersionedTransaction(found.message, [self._key])
        signature = str(transaction.signatures[0])
        self._outcomes.watch(signature)
        await self._send(bytes(transaction), signature)
        return Sent(order, found, signature, built.last_valid_block_height)

    async def outcome(self, sent: Sent) -> Outcome:
        """Return what became of a command; raise CommandRefused for a refusal of the exchange."""
        row = await self._outcome(sent.signature, sent.last_valid)
        return _checked(row, sent.order, sent.signature, sent.found)

    async def _asked(self, order: Order) -> Asked:
        pins = await self.exchange.pins()
        deposit = None
        if order.deposit:
            deposit = Deposit(
                mint=pins.mint, vault=pins.vault, amount=order.deposit, decimals=COLLATERAL
            )
        return Asked(
            wallet=self._key.pubkey(),
            chain=self.exchange.chain,
            command=order.name,
            lines=order.lines,
            mints=frozenset((pins.mint,) if order.is_paid else ()),
            nonce_min=self._nonce + 1,
            nonce_max=time.time_ns() // 1_000_000 + NONCE_AHEAD_MS,
            expires_max=await self._node.slot() + EXPIRES_AHEAD,
            fee_max=self._fee_max,
            deposit=deposit,
            top_up=order.top_up,
        )

    async def _send(self, transaction: bytes, signature: str) -> None:
        try:
            await self._node.send(transaction)
        except AcreError as error:
            # Where an answer was lost the node may have it: then its outcome is followed.
            is_lost = error.is_unknown or error.is_after_lost_answer
            if not is_lost and await self._node.landing(signature) is None:
                raise

    async def _outcome(self, signature: str, last_valid: int) -> m.CommandRow:
        """Return the row of a command from the stream, or from the server where that is silent."""
        end_s = self.timer.now_s() + OUTCOME_MAX_S
        pause_s = LOOK_FIRST_S
        while self.timer.now_s() < end_s:
            row = await self._outcomes.wait(pause_s)
            if row is None:
                row = await self._look(signature, last_valid)
            if row is not None:
                return row
            pause_s = min(LOOK_MAX_S, 2 * pause_s)
        raise OutcomeUnknown(signature)

    async def _look(self, signature: str, last_valid: int) -> m.CommandRow | None:
        """Ask server and node once; trouble of either is no answer."""
        try:
            page = await self._main.get_user_by_user_commands(self.address, limit=ROWS_READ)
            row = next((row for row in page.rows if row.signature == signature), None)
            if row is not None:
                return row
            height = await self._node.height()
            landing = await self._node.landing(signature)
        except ClientClosed as error:
            raise OutcomeUnknown(signature) from error
        except AcreError:
            return None
        if landing is not None and landing.err is not None:
            raise AcreError(TRANSACTION_FAILED, f"It failed on the chain: {landing.err}")
        if landing is None and height > last_valid:
            raise AcreError(NEVER_LANDED, "It did not land in time; nothing has happened")
        return None

    async def found(self, look: Callable[[], Awaitable[F | None]], signature: str) -> F:
        """Ask until an applied command shows where its user's history is; bounded in time."""
        end_s = self.timer.now_s() + OUTCOME_MAX_S
        while self.timer.now_s() < end_s:
            try:
                row = await look()
            except ClientClosed as error:
                raise OutcomeUnknown(signature) from error
            except AcreError as error:
                if not error.is_passing:
                    raise
                row = None
            if row is not None:
                return row
            await self.timer.sleep(LOOK_FIRST_S)
        raise OutcomeUnknown(signature)


async def _any(_found: Inspected) -> None:
    """Let everything be signed that was asked for."""


def _bytes_of(built: m.Transaction) -> bytes:
    try:
        return base64.b64decode(built.tx, validate=True)
    except (binascii.Error, ValueError) as error:
        raise AcreError(BAD_ANSWER, "the transaction is not base64") from error


def _checked(row: m.CommandRow, order: Order, signature: str, found: Inspected) -> Outcome:
    if row.status != "applied":
        code = row.code or row.status.upper()
        raise CommandRefused(code, WORDS.get(code, code), row.details, signature=signature)
    return Outcome(
        signature=signature,
        command=order.name,
        slot=row.slot,
        timestamp=row.timestamp,
        nonce=found.nonce,
        network_fee=decimal_of(found.fee, SOL),
    )


def owner_lines(commands: Commands, owner: str) -> list[tuple[str, str]]:
    """Return the line of another wallet's account, none of the own."""
    if owner == commands.address:
        return []
    return [("owner", str(Pubkey.from_string(owner)))]
