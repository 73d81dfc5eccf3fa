"""The keeper: looks for acts that pay, signs inspected transactions, and counts outcomes."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from acre_sdk.errors import BAD_ANSWER, AcreError, CommandRefused, UnsafeTransaction
from acre_sdk.generated import models as m
from acre_sdk.generated.main import MainApi
from acre_sdk.pacing import Backoff, Timer, TokenBucket
from acre_sdk.trading.commands import (
    NEVER_LANDED,
    TRANSACTION_FAILED,
    Commands,
    Sent,
)
from acre_sdk.trading.keeping import Work
from acre_sdk.trading.node import NODE_REFUSED, Node
from edge.keeper.figures import Figures
from edge.keeper.jobs import (
    LIQUIDATION,
    SETTLEMENT,
    Chance,
    Job,
    LiquidationJob,
    SettlementJob,
)
from edge.keeper.worth import cost_e6, text_of

log = logging.getLogger("acre.keeper")

JOBS: Final = (LIQUIDATION, SETTLEMENT)
RETRY_FIRST_S: Final = 0.5
RETRY_MAX_S: Final = 60.0
STOP_MAX_S: Final = 15.0
HOUR_S: Final = 3_600
KEPT_BACK: Final = "KEPT_BACK"  # the keeper's own word: nothing was signed
PLACES_MAX: Final = 4_096
TARGET_MAX: Final = 100
# Seconds until a retry of the same act, first and longest, by outcome.
PAUSES_S: Final = {
    "applied": (5.0, 5.0),
    "refused": (15.0, 300.0),  # by the endpoint: nothing was spent
    "lost": (30.0, 600.0),  # on the chain: another keeper was faster, the fee is gone
    "unsafe": (300.0, 3_600.0),
    "unknown": (90.0, 600.0),  # it may still land
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperOptions:
    """Command line options; amounts are raw."""

    chain: str
    jobs: tuple[str, ...] = JOBS
    fee_account: int | None = None
    interval_s: float = 5.0
    parallel: int = 4
    min_profit_e6: int = 0
    sol_price_e6: int = 200 * 10**6
    min_balance_e9: int = 10**7
    fee_max_e9: int = 50_000
    hourly_fees_e9: int = 10**7


@dataclass(frozen=True, slots=True)
class _Act:
    chance: Chance
    sent: Sent


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ending:
    """The outcome of an act."""

    outcome: str
    signature: str = ""
    fee_e9: int = 0
    earned_e6: int = 0
    reason: str = ""


@dataclass(slots=True)
class _Place:
    """Backoff state of one place: the end of its pause, and the length of the next one."""

    outcome: str = ""
    backoff: Backoff | None = None
    until_s: float = 0.0


class Keeper:
    """Runs until it is cancelled; what was sent is followed to its end, within a deadline."""

    def __init__(
        self,
        main: MainApi,
        work: Work,
        node: Node,
        commands: Commands,
        options: KeeperOptions,
        timer: Timer | None = None,
    ) -> None:
        self.figures = Figures(options.sol_price_e6)
        self._main = main
        self._work = work
        self._node = node
        self._commands = commands
        self._wallet = commands.address
        self._options = options
        self._timer = timer if timer is not None else Timer()
        hourly_e9 = options.hourly_fees_e9
        self._allowance = TokenBucket(self._timer, hourly_e9 / HOUR_S, hourly_e9)
        self._rules: m.ExchangeSpecification | None = None
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._known_since_s: dict[str, float] = {}
        self._is_low = False
        self._is_stopping = False

    async def run(self) -> None:
        """Keep until cancelled."""
        backoff = Backoff(RETRY_FIRST_S, RETRY_MAX_S)
        log.info("keeper_begins", extra={"wallet": self._wallet, "jobs": ",".join(self._jobs())})
        try:
            while True:
                if await self._attempt():
                    backoff.reset()
                    pause = Backoff(self._options.interval_s, self._options.interval_s)
                    await self._timer.sleep(pause.next_s())
                else:
                    await self._timer.sleep(backoff.next_s())
        finally:
            log.info("keeper_ends", extra=self.figures.totals())

    async def preview(self) -> list[str]:
        """Return a line for each act that is possible now; sends nothing."""
        found = [chance for job in await self._working() for chance in await job.find()]
        return [self._preview_of(chance) for chance in found]

    async def round(self) -> int:
        """Do what pays, at most `parallel` acts; returns how many were sent."""
        can_pay = await self._can_pay()
        jobs = {job.name: job for job in await self._working()}
        found = [chance for job in jobs.values() for chance in await self._find(job)]
        worthy = [chance for chance in found if self._is_worth(chance) and self._is_free(chance)]
        worthy.sort(key=lambda chance: -chance.gain_e6)
        sent: list[_Act] = []
        try:
            for chance in worthy[: self._options.parallel] if can_pay else ():
                if self._is_stopping:
                    break
                if (act := await self._send(chance)) is not None:
                    sent.append(act)
        finally:
            await asyncio.gather(*(self._follow(act, jobs[act.chance.job]) for act in sent))
        return len(sent)

    # rounds

    async def _attempt(self) -> bool:
        """Finish a round even when cancelled, so that what was sent is counted."""
        task = asyncio.create_task(self.round())
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            self._is_stopping = True
            await asyncio.wait({task}, timeout=STOP_MAX_S)
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled():
                task.exception()
            raise
        except AcreError as error:
            extra = {"code": error.code, "reason": error.message}
            log.warning("keeper_waits", extra=extra)
        except Exception:
            log.exception("keeper_trouble")  # an unexpected answer must not end the keeper
        else:
            self.figures.round("done")
            return True
        self.figures.round("failed")
        return False

    def _jobs(self) -> tuple[str, ...]:
        return self._options.jobs

    async def _working(self) -> list[Job]:
        """Return the jobs, by the rules of the exchange; its collateral is pinned for the run."""
        rules = await self._specification()
        if self._rules is not None and rules.collateral_mint != self._rules.collateral_mint:
            raise AcreError(BAD_ANSWER, "the exchange has another collateral than before")
        self._rules = rules
        jobs: list[Job] = []
        if LIQUIDATION in self._jobs():
            fee_account = self._options.fee_account
            jobs.append(LiquidationJob(self._work, self._main, rules, fee_account))
        if SETTLEMENT in self._jobs():
            jobs.append(SettlementJob(self._work, self._wallet))
        return jobs

    async def _specification(self) -> m.ExchangeSpecification:
        """Return the parameters of the exchange."""
        found = (await self._main.get_account_exchange()).specification
        target = found.liquidation_target_health
        if not (target.is_finite() and 1 <= target <= TARGET_MAX and len(str(target)) <= 20):
            raise AcreError(BAD_ANSWER, "the target of liquidations is no health")
        return found

    async def _find(self, job: Job) -> list[Chance]:
        """Look for acts, and measure for how long the oldest that pays has been known."""
        found, now_s = await job.find(), self._timer.now_s()
        places = {_name(chance) for chance in found if self._is_worth(chance)}
        prefix = f"{job.name} "
        for name in [name for name in self._known_since_s if name.startswith(prefix)]:
            if name not in places:
                del self._known_since_s[name]
        oldest_s = min((self._known_since_s.setdefault(n, now_s) for n in places), default=now_s)
        self.figures.due(job.name, len(found), now_s - oldest_s)
        return found

    async def _can_pay(self) -> bool:
        balance_e9 = await self._node.balance(self._wallet)
        self.figures.balance(balance_e9)
        is_low = balance_e9 < self._options.min_balance_e9
        if is_low and not self._is_low:
            extra = {"wallet": self._wallet, "sol": text_of(balance_e9, 9)}
            log.error("keeper_low_balance", extra=extra)
        self._is_low = is_low
        return not is_low

    # what an act is worth, and when it may be tried again

    def _is_worth(self, chance: Chance, fee_e9: int = 5_000) -> bool:
        return self._profit_e6(chance, fee_e9) >= self._options.min_profit_e6

    def _profit_e6(self, chance: Chance, fee_e9: int) -> int:
        return chance.gain_e6 - cost_e6(fee_e9, self._options.sol_price_e6)

    def _is_free(self, chance: Chance) -> bool:
        place = self._places.get(_name(chance))
        return place is None or place.until_s <= self._timer.now_s()

    def _pause(self, chance: Chance, outcome: str) -> None:
        """Let the place wait; the same outcome again and again doubles the pause."""
        name = _name(chance)
        place = self._places.pop(name, _Place())
        if place.backoff is None or place.outcome != outcome:
            place.outcome, place.backoff = outcome, Backoff(*PAUSES_S[outcome])
        place.until_s = self._timer.now_s() + place.backoff.next_s()
        self._places[name] = place
        if len(self._places) > PLACES_MAX:
            self._places.popitem(last=False)

    # one act

    async def _send(self, chance: Chance) -> _Act | None:
        """Build, inspect, sign and send; None when it came to nothing."""
        try:
            sent = await self._commands.send(
                chance.act.order,
                chance.act.build,
                lambda found: self._spend(chance, found.fee),
            )
        except UnsafeTransaction as error:
            self._end(chance, _Ending(outcome="unsafe", reason=error.message))
            return None
        except AcreError as error:
            if error.is_passing:
                raise
            reason = error.message if error.code in (KEPT_BACK, NODE_REFUSED) else error.code
            self._end(chance, _Ending(outcome="refused", reason=reason))
            return None
        return _Act(chance, sent)

    async def _spend(self, chance: Chance, fee_e9: int) -> None:
        """Take the fee of an act from the allowance; raise where that is too much for it."""
        if not self._is_worth(chance, fee_e9):
            raise AcreError(KEPT_BACK, "its fee is too high")
        if self._allowance.ready() < fee_e9:
            log.error("keeper_fees_spent", extra={"wallet": self._wallet})
            raise AcreError(KEPT_BACK, "the fees of an hour are spent")
        await self._allowance.take(fee_e9, 0.0)

    async def _follow(self, act: _Act, job: Job) -> None:
        """See what becomes of a transaction, and count it; trouble here stops no other act."""
        sent = act.sent
        ending = _Ending(outcome="unknown", signature=sent.signature, fee_e9=sent.found.fee)
        try:
            ending = await self._ending(sent, ending)
            if ending.outcome == "applied":
                earned_e6 = await job.earned_e6(act.chance, sent.signature)
                ending = replace(ending, earned_e6=earned_e6)
        except AcreError as error:
            ending = replace(ending, reason=str(error))
        except asyncio.CancelledError:
            self._end(act.chance, replace(ending, reason="the keeper was stopped"))
            raise
        except Exception as error:  # an unexpected answer: the fee is spent all the same
            log.exception("keeper_trouble")
            ending = replace(ending, reason=type(error).__name__)
        self._end(act.chance, ending)

    async def _ending(self, sent: Sent, unknown: _Ending) -> _Ending:
        """Return what chain and exchange say of a transaction."""
        try:
            await self._commands.outcome(sent)
        except CommandRefused as error:
            return replace(unknown, outcome="lost", reason=error.code)
        except AcreError as error:
            if error.code == NEVER_LANDED:
                return replace(unknown, outcome="lost", fee_e9=0, reason=error.message)
            if error.code == TRANSACTION_FAILED:
                return replace(unknown, outcome="lost", reason=error.message)
            raise
        return replace(unknown, outcome="applied")

    def _end(self, chance: Chance, ending: _Ending) -> None:
        """Count and tell one act, and let its place wait."""
        self._pause(chance, ending.outcome)
        self.figures.act(
            chance.job, ending.outcome, earned_e6=ending.earned_e6, fee_e9=ending.fee_e9
        )
        extra = {
            "job": chance.job,
            "place": chance.place,
            "outcome": ending.outcome,
            "expected": text_of(chance.gain_e6, 6),
            "earned": text_of(ending.earned_e6, 6),
            "fee_sol": text_of(ending.fee_e9, 9),
        }
        if ending.reason:
            extra["reason"] = ending.reason
        if ending.signature:
            extra["signature"] = ending.signature
        log.log(_LEVELS.get(ending.outcome, logging.INFO), "keeper_acted", extra=extra)

    def _preview_of(self, chance: Chance) -> str:
        gain, profit = text_of(chance.gain_e6, 6), self._profit_e6(chance, 5_000)
        verdict = "would act" if self._is_worth(chance) else "would skip"
        what = f" requests {','.join(map(str, chance.requests))}" if chance.requests else ""
        head = f"{chance.job} {chance.place}{what}"
        return f"{head}: earns about {gain}, profit about {text_of(profit, 6)}, {verdict}"


_LEVELS: Final = {"unsafe": logging.ERROR, "unknown": logging.WARNING, "lost": logging.WARNING}


def _name(chance: Chance) -> str:
    return f"{chance.job} {chance.place}"
