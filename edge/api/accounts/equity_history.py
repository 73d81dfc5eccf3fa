"""Equity history of each wallet, for the curve of its portfolio.

The exchange knows only the current equity, so it is sampled about once an hour of engine time;
a value that has not changed is not written again. What was written down lies in PostgreSQL alone:
it cannot be made again from the journal, and nothing but the curve depends on it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chain.client.facts import ChainFacts
from chain.proof.leaves import Kind
from chain.worker import Worker
from edge.api.series.sampling import Points
from edge.http.limits import (
    VALUE_HOURS_KEPT_S,
    VALUE_PERIOD_S,
    VALUE_REST_S,
    VALUE_SLICE,
    VALUE_THIN_WALLETS,
    VALUE_WALLETS_MAX,
)
from edge.http.windows import DAY_S, Span, carried
from edge.store.pool import DATABASE_ERRORS, Store
from engine.core.exchange import Exchange
from engine.core.views import MarginAccountView
from engine.sequencer import Sequencer

log = logging.getLogger("acre.values")

Sample = tuple[int, int, int]  # value and pending, USD with six decimals; number of the command
_HELD = (Kind.MARGIN_ACCOUNT, Kind.LP_POSITION, Kind.SETTLEMENT_REQUEST)


@dataclass(frozen=True, slots=True)
class AccountWorth:
    """The parts of a wallet's account value (API 5.6), USD with six decimals."""

    margin_e6: int
    pnl_e6: int  # of open positions
    lp_e6: int  # at the exit price
    pending_e6: int  # requested and not paid yet

    @property
    def invested_e6(self) -> int:
        return self.margin_e6 + self.pnl_e6 + self.lp_e6

    @property
    def value_e6(self) -> int:
        return self.invested_e6 + self.pending_e6


def accounts_of(exchange: Exchange, owner: bytes, now_s: int) -> list[MarginAccountView]:
    """Return the open margin accounts of a wallet by id."""
    ids = sorted(exchange.user_view(owner).margin_account_ids)
    return [exchange.margin_account_view(owner, i, now_s) for i in ids]


def worth_of(
    exchange: Exchange,
    facts: ChainFacts,
    owner: bytes,
    accounts: Sequence[MarginAccountView],
    now_s: int,
) -> AccountWorth:
    """Return the equity of a wallet in collateral."""
    legacy = exchange.lp_account(owner, now_s)
    lp_e6 = exchange.lp_value_e6(owner, now_s)
    return AccountWorth(
        margin_e6=sum(view.collateral_e6 for view in accounts),
        pnl_e6=sum(view.pnl.total_e6 for view in accounts),
        lp_e6=lp_e6 + (legacy.share_value_e6 if legacy is not None else 0),
        pending_e6=exchange.unsettled_e6(owner, facts.mint_number(facts.collateral_mint)),
    )


def wallet_worth(exchange: Exchange, facts: ChainFacts, owner: bytes, now_s: int) -> AccountWorth:
    """Return the equity of a wallet with all its open margin accounts."""
    return worth_of(exchange, facts, owner, accounts_of(exchange, owner, now_s), now_s)


def value_of(exchange: Exchange, facts: ChainFacts, owner: bytes, now_s: int) -> int:
    """Return the account value of a wallet, USD with six decimals."""
    return wallet_worth(exchange, facts, owner, now_s).value_e6


async def value_series(store: Store, owner: bytes, span: Span) -> Points:
    """Return a wallet's samples, in USD with six decimals, on the span's grid."""
    before = await store.row("values.before", owner, span.from_s)
    rows = await store.rows("values.points", owner, span.from_s, span.to_s, span.step_s)
    found = ([before] if before is not None else []) + rows
    return carried([(row["at_s"], row["value_e6"]) for row in found], span)


class EquitySampler:
    """Writes values down until cancelled; of very many wallets some at a time, in turn."""

    def __init__(self, store: Store, sequencer: Sequencer, facts: ChainFacts) -> None:
        self._store = store
        self._sequencer = sequencer
        self._facts = facts
        self._last: dict[bytes, int] | None = None  # the newest of each wallet, in the database
        self._waiting: deque[bytes] = deque()  # wallets of this turn
        self._thinned_day = 0
        # what cannot be written is left out of the curve
        period_s = max(VALUE_REST_S, VALUE_PERIOD_S / sequencer.clock.rate)
        self.worker = Worker("values", self.record, period_s, DATABASE_ERRORS)

    async def record(self) -> int:
        """Write down the values that have changed, and return how many."""
        if self._last is None:
            rows = await self._store.rows("values.newest")
            self._last = {row["owner"]: row["value_e6"] for row in rows}
        last = self._last
        now_s = self._sequencer.now_s()
        changed = {
            owner: sample
            for owner, sample in (await self._samples(last, now_s)).items()
            if last.get(owner, 0) != sample[0]
        }
        if changed:
            columns = map(list, zip(*changed.values(), strict=True))
            await self._store.rows("values.add", list(changed), now_s, *columns)
            last.update({owner: value_e6 for owner, (value_e6, _, _) in changed.items()})
        if now_s // DAY_S > self._thinned_day:
            await self._thin(sorted(last), now_s - VALUE_HOURS_KEPT_S)
            self._thinned_day = now_s // DAY_S
        return len(changed)

    async def _thin(self, owners: list[bytes], before_s: int) -> None:
        """Leave only a day's last value of what is older, some wallets at a time."""
        for start in range(0, len(owners), VALUE_THIN_WALLETS):
            some = owners[start : start + VALUE_THIN_WALLETS]
            await self._store.rows("values.thin", some, before_s)

    async def _samples(self, last: dict[bytes, int], now_s: int) -> dict[bytes, Sample]:
        """Return the equity of the next wallets, including emptied ones."""
        exchange = self._sequencer.exchange
        if not self._waiting:
            rows = exchange.claim_rows()
            held = rows["owner"][np.isin(rows["kind"], _HELD)]
            owners = {owner.tobytes() for owner in np.unique(held, axis=0)}
            owners.update(owner for owner, value_e6 in last.items() if value_e6)
            self._waiting.extend(sorted(owners))
        samples: dict[bytes, Sample] = {}
        for place in range(min(len(self._waiting), VALUE_WALLETS_MAX)):
            owner = self._waiting.popleft()
            worth = wallet_worth(exchange, self._facts, owner, now_s)
            samples[owner] = (worth.value_e6, worth.pending_e6, exchange.sequence)
            if place % VALUE_SLICE == VALUE_SLICE - 1:
                await asyncio.sleep(0)
        return samples
