"""The keeper: looks for acts that pay, signs inspected transactions, and counts outcomes."""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from acre_sdk.errors import BAD_ANSWER, AcreError, UnsafeTransaction
from acre_sdk.generated import models as m
from acre_sdk.inspection import Asked, Inspected, inspect
from acre_sdk.pacing import Backoff, Timer, TokenBucket
from chain.client.addresses import from_base58
from chain.client.errors import ChainError
from chain.client.rpc import Rpc, RpcError
from edge.keeper.endpoint import Endpoint
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
LOOK_PAUSE_S: Final = 0.5
OUTCOME_MAX_S: Final = 60.0
NONCE_AHEAD_MS: Final = 600_000  # of the wall clock: a higher nonce would lock the wallet out
EXPIRES_AHEAD: Final = 300  # slots; a builder gives 150
_NEVER_LANDED: Final = "it did not land in time"
PLACES_MAX: Final = 4_096
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
class _Sent:
    chance: Chance
    signature: str
    last_valid_block_height: int
    fee_e9: int


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
        endpoint: Endpoint,
        rpc: Rpc,
        key: Keypair,
        options: KeeperOptions,
        timer: Timer | None = None,
    ) -> None:
        self.figures = Figures(options.sol_price_e6)
        self._endpoint = endpoint
        self._rpc = rpc
        self._key = key
        self._wallet = str(key.pubkey())
        self._options = options
        self._timer = timer if timer is not None else Timer()
        hourly_e9 = options.hourly_fees_e9
        self._allowance = TokenBucket(self._timer, hourly_e9 / HOUR_S, hourly_e9)
        self._rules: m.ExchangeSpecification | None = None
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._known_since_s: dict[str, float] = {}
        self._nonce = 0
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
        sent: list[_Sent] = []
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
        except (ChainError, RpcError) as error:
            log.warning("keeper_waits", extra={"code": "NODE", "reason": str(error)})
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
        rules = await self._endpoint.specification()
        if self._rules is not None and rules.collateral_mint != self._rules.collateral_mint:
            raise AcreError(BAD_ANSWER, "the exchange has another collateral than before")
        self._rules = rules
        jobs: list[Job] = []
        if LIQUIDATION in self._jobs():
            fee_account = self._options.fee_account
            jobs.append(LiquidationJob(self._endpoint, self._wallet, rules, fee_account))
        if SETTLEMENT in self._jobs():
            jobs.append(SettlementJob(self._endpoint, self._wallet))
        return jobs

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
        balance_e9 = await self._rpc.balance(from_base58(self._wallet))
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

    async def _send(self, chance: Chance) -> _Sent | None:
        """Build, inspect, sign and send; None when it came to nothing."""
        try:
            built, last_valid = await self._endpoint.build(self._wallet, chance.body)
            inspected = inspect(built, await self._asked(chance))
        except UnsafeTransaction as error:
            self._end(chance, _Ending(outcome="unsafe", reason=error.message))
            return None
        except AcreError as error:
            if error.is_passing:
                raise
            self._end(chance, _Ending(outcome="refused", reason=error.code))
            return None
        if not self._is_worth(chance, inspected.fee):
            self._end(chance, _Ending(outcome="refused", reason="its fee is too high"))
            return None
        if self._allowance.ready() < inspected.fee:
            self._end(chance, _Ending(outcome="refused", reason="the fees of an hour are spent"))
            log.error("keeper_fees_spent", extra={"wallet": self._wallet})
            return None
        return await self._broadcast(chance, inspected, last_valid)

    async def _asked(self, chance: Chance) -> Asked:
        assert self._rules is not None
        try:
            mint = Pubkey(from_base58(self._rules.collateral_mint))
        except ValueError as error:
            raise AcreError(BAD_ANSWER, "the collateral is no address") from error
        return Asked(
            wallet=self._key.pubkey(),
            chain=self._options.chain,
            command=chance.builder,
            lines=chance.lines,
            mints=frozenset((mint,)),
            nonce_min=self._nonce + 1,
            nonce_max=time.time_ns() // 1_000_000 + NONCE_AHEAD_MS,
            expires_max=await self._rpc.slot() + EXPIRES_AHEAD,
            fee_max=self._options.fee_max_e9,
        )

    async def _broadcast(
        self, chance: Chance, inspected: Inspected, last_valid: int
    ) -> _Sent | None:
        self._nonce = inspected.nonce
        await self._allowance.take(inspected.fee, 0.0)
        transaction = VersionedTransaction(inspected.message, [self._key])
        signature = str(transaction.signatures[0])
        try:
            await self._rpc.send(bytes(transaction))
        except RpcError as error:
            self._end(chance, _Ending(outcome="refused", reason=str(error)))
            return None
        except ChainError:
            pass  # the node may have it: look for it
        return _Sent(chance, signature, last_valid, inspected.fee)

    async def _follow(self, sent: _Sent, job: Job) -> None:
        """See what becomes of a transaction, and count it; trouble here stops no other act."""
        ending = _Ending(outcome="unknown", signature=sent.signature, fee_e9=sent.fee_e9)
        try:
            ending = await self._ending(sent, ending)
            if ending.outcome == "applied":
                earned_e6 = await job.earned_e6(sent.chance, sent.signature)
                ending = replace(ending, earned_e6=earned_e6)
        except (AcreError, ChainError, RpcError) as error:
            ending = replace(ending, reason=str(error))
        except asyncio.CancelledError:
            self._end(sent.chance, replace(ending, reason="the keeper was stopped"))
            raise
        except Exception as error:  # an unexpected answer: the fee is spent all the same
            log.exception("keeper_trouble")
            ending = replace(ending, reason=type(error).__name__)
        self._end(sent.chance, ending)

    async def _ending(self, sent: _Sent, unknown: _Ending) -> _Ending:
        """Return what chain and exchange say of a transaction."""
        error = await self._chain_error(sent)
        if error == _NEVER_LANDED:
            return replace(unknown, outcome="lost", fee_e9=0, reason=error)
        if error is not None:
            return replace(unknown, outcome="lost", reason=error)
        end_s = self._timer.now_s() + OUTCOME_MAX_S
        while self._timer.now_s() < end_s:
            row = await self._endpoint.command(self._wallet, sent.signature)
            if row is not None and row.status == "applied":
                return replace(unknown, outcome="applied")
            if row is not None:
                return replace(unknown, outcome="lost", reason=row.code or row.status)
            await self._timer.sleep(LOOK_PAUSE_S)
        raise AcreError("NOT_SEEN", "the exchange has not reported the command's outcome")

    async def _chain_error(self, sent: _Sent) -> str | None:
        """Return why the transaction failed on the chain; None when it is confirmed."""
        end_s = self._timer.now_s() + OUTCOME_MAX_S
        while self._timer.now_s() < end_s:
            with contextlib.suppress(ChainError):  # the node is away: it may come back
                height = await self._rpc.block_height("finalized")
                (status,) = await self._rpc.signature_statuses([sent.signature])
                if status is None and height > sent.last_valid_block_height:
                    return _NEVER_LANDED
                if status is not None and status["err"] is not None:
                    return f"failed on the chain: {status['err']}"
                if status is not None and status["confirmationStatus"] != "processed":
                    return None
            await self._timer.sleep(LOOK_PAUSE_S)
        raise ChainError("NODE_UNAVAILABLE", {"reason": "the transaction was not confirmed"})

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
