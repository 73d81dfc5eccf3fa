"""`Keeper`: the loop of every job that is done by transactions; jobs differ by a `Job`.

An act is known by a key. At most one act of a key is in flight: until the sequencer has applied
its command, or until its transaction can no longer land. A key that was refused, or has just been
acted on, pauses: a refusal again and again doubles the pause, and what the job calls news ends all
pauses at once.
"""

import logging
import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from solders.keypair import Keypair

from chain.client.errors import ChainError
from chain.client.instructions import BuiltTransaction, sign, signature_of
from chain.client.rpc import Rpc, RpcError
from chain.client.wallet import address_of
from chain.worker import Loop, Worker
from engine.core.generated.messages import Command
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied, Sequencer

log = logging.getLogger(__name__)

PERIOD_REAL_S_MIN: Final = 1.0
ATTEMPTS_PER_ROUND_MAX: Final = 32
# Pauses in rounds, at least: whatever is refused in 16 rounds lets 512 other keys have their turn.
PAUSE_FIRST_ROUNDS: Final = 2
PAUSE_MAX_ROUNDS: Final = 16
LAG_REAL_S_MAX: Final = 300.0

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRules:
    """Timing of a job, in engine seconds."""

    name: str  # of its loop in logs and metrics
    period_s: int
    pause_first_s: int  # after the first refusal
    pause_max_s: int
    pause_done_s: int  # after an act was applied
    waits_for: frozenset[str] = frozenset()  # refusals that are no fault and no lag


class Job(Protocol[K]):
    """A keeper job: finding work and doing it."""

    rules: JobRules

    def due(self, now_s: int) -> Sequence[K]:
        """Return the keys to act on, most urgent first; bounded."""

    async def build(self, key: K) -> BuiltTransaction:
        """Return the act's transaction; raises ChainError when the rules refuse it now."""

    def key_of(self, command: Command) -> K | None:
        """Return the key that a command of the keeper's wallet is an act of."""

    def is_news(self, command: Command) -> bool:
        """Return whether a command of any sender may change what was refused."""


@dataclass(frozen=True, slots=True)
class _InFlight:
    signature: bytes
    last_valid_block_height: int


@dataclass(frozen=True, slots=True)
class _Pause:
    until_s: int
    length_s: int
    code: str


class Keeper(Generic[K]):
    """Runs one job with one wallet, which pays the fees and gets what the act earns."""

    def __init__(self, rpc: Rpc, sequencer: Sequencer, wallet: Keypair, job: Job[K]) -> None:
        self.name = job.rules.name
        self.acts: Counter[str] = Counter()  # sent, applied, lost, refused, expired
        self.lag_s = 0.0  # real seconds for which the oldest key has been due
        self._rpc = rpc
        self._sequencer = sequencer
        self._wallet = wallet
        self._address = address_of(wallet)
        self._job = job
        self._in_flight: dict[K, _InFlight] = {}
        self._pauses: dict[K, _Pause] = {}
        self._due_since_s: dict[K, int] = {}
        self.worker = Worker(self.name, self.round, lambda: self.period_s)

    @property
    def period_s(self) -> float:
        """Real seconds between rounds."""
        return max(PERIOD_REAL_S_MIN, self._job.rules.period_s / self._sequencer.clock.rate)

    @property
    def loop(self) -> Loop:
        """This keeper as one of the loops of the core."""
        return Loop(self.name, self.run, self.worker)

    async def run(self) -> None:
        """Keep for ever."""
        unsubscribe = self._sequencer.subscribe(self._on_applied)
        try:
            await self.worker.run()
        finally:
            unsubscribe()

    async def round(self) -> int:
        """Try to act on the due keys that are free, up to 32; returns how many acts were sent."""
        now_s = self._sequencer.now_s()
        due = self._job.due(now_s)
        self._forget_others(due)
        self._watch_lag(due, now_s)
        await self._drop_expired()
        if self._sequencer.journal_full_s:
            return 0  # an act would cost its fee and not be applied before it is sent again
        free = [key for key in due if self._is_free(key, now_s)]
        sent = 0
        for key in free[:ATTEMPTS_PER_ROUND_MAX]:
            try:
                sent += await self._act(key)
            except RpcError as error:
                log.warning(f"{self.name}_not_sent", extra={"reason": str(error)})
        return sent

    def _is_free(self, key: K, now_s: int) -> bool:
        pause = self._pauses.get(key)
        return key not in self._in_flight and (pause is None or pause.until_s <= now_s)

    async def _act(self, key: K) -> bool:
        try:
            built = await self._job.build(key)
        except ChainError as error:
            if error.code == "NODE_UNAVAILABLE":
                raise
            self._refuse(key, error.code)
            return False
        transaction = sign(built.tx, [self._wallet])
        self._in_flight[key] = _InFlight(signature_of(transaction), built.last_valid_block_height)
        try:
            await self._rpc.send(transaction)
        except RpcError:
            self._in_flight.pop(key, None)  # it may have been applied all the same
            raise
        self.acts["sent"] += 1
        return True

    # the outcome of an act

    def _on_applied(self, applied: Applied) -> None:
        command = applied.command
        if self._job.is_news(command):
            self._pauses.clear()
        if getattr(command, "user", None) != self._address:
            return
        key = self._job.key_of(command)
        flight = self._in_flight.get(key) if key is not None else None
        if key is None or flight is None or flight.signature != getattr(command, "signature", b""):
            return
        del self._in_flight[key]
        if applied.rejection is not None:  # another keeper was faster
            self._refuse(key, ErrorCode(applied.rejection.code).name, "lost")
            return
        self.acts["applied"] += 1
        self._pauses.pop(key, None)
        if self._job.rules.pause_done_s:
            length_s = self._job.rules.pause_done_s
            self._pauses[key] = _Pause(self._sequencer.now_s() + length_s, 0, "")

    def _refuse(self, key: K, code: str, outcome: str = "refused") -> None:
        """Let the key wait, longer each time; the same refusal is logged once."""
        self.acts[outcome] += 1
        rules, before = self._job.rules, self._pauses.get(key)
        if before is None or before.code != code:
            level = logging.INFO if code in rules.waits_for else logging.WARNING
            log.log(level, f"{self.name}_refused", extra={"code": code})
        round_s = math.ceil(self.period_s * self._sequencer.clock.rate)
        first_s = max(rules.pause_first_s, PAUSE_FIRST_ROUNDS * round_s)
        longest_s = max(rules.pause_max_s, PAUSE_MAX_ROUNDS * round_s)
        doubled_s = 2 * before.length_s if before is not None else 0
        length_s = min(longest_s, max(first_s, doubled_s))
        self._pauses[key] = _Pause(self._sequencer.now_s() + length_s, length_s, code)

    async def _drop_expired(self) -> None:
        """Give a key's turn back when its transaction can no longer land."""
        if not self._in_flight:
            return
        height = await self._rpc.block_height("finalized")
        for key, flight in list(self._in_flight.items()):
            if height > flight.last_valid_block_height:
                del self._in_flight[key]
                self.acts["expired"] += 1

    # what is due, and since when

    def _forget_others(self, due: Sequence[K]) -> None:
        """Keep pauses and times of what is due only; both are bounded with it."""
        keys = set(due)
        self._pauses = {key: pause for key, pause in self._pauses.items() if key in keys}
        self._due_since_s = {key: at for key, at in self._due_since_s.items() if key in keys}

    def _watch_lag(self, due: Sequence[K], now_s: int) -> None:
        """Measure how long the oldest key has waited for us, and raise the alarm once."""
        waiting = [key for key in due if not self._waits_for_others(key)]
        for key in waiting:
            self._due_since_s.setdefault(key, now_s)
        oldest_s = min((self._due_since_s[key] for key in waiting), default=now_s)
        was_late = self.lag_s > LAG_REAL_S_MAX
        self.lag_s = (now_s - oldest_s) / self._sequencer.clock.rate
        if self.lag_s > LAG_REAL_S_MAX and not was_late:
            extra = {"keeper": self.name, "lag_s": round(self.lag_s), "due": len(waiting)}
            log.error("keeper_lags", extra=extra)

    def _waits_for_others(self, key: K) -> bool:
        pause = self._pauses.get(key)
        if pause is not None and pause.code in self._job.rules.waits_for:
            self._due_since_s.pop(key, None)  # its wait restarts
            return True
        return False
