"""The parts of the pool's return against books kept position by position, on random histories."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from random import Random

import pytest

from edge.api.pool.attribution import (
    PoolAttribution,
    PoolFlows,
    PoolState,
    parts_of,
    share_price_e8,
)
from edge.projector.collect import collect
from edge.projector.projector import Projector
from edge.projector.rows.batch import Batch
from edge.store.pool import Store
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.sequencer import Applied
from tests.chain.oracle.hermes_server import until
from tests.engine.core.perps.test_liquidation_runs import Run as LiquidationRun
from tests.engine.core.pool.test_pool_runs import Run as PoolRun
from tests.engine.core.state.test_hostile_snapshots import ruined
from tests.engine.core.state.test_snapshot import stream
from tests.engine.core.test_random_runs import Run

DAY_S = 86_400
E8 = 10**8
E18 = 10**18
ALL = 2**63 - 1  # any number of a command


@dataclass(frozen=True)
class Page:
    """All sums after one command, from the positions themselves; exact, in e6."""

    standing: PoolState
    funding: Fraction = Fraction(0)  # received by traders, paid out or not
    holding: Fraction = Fraction(0)  # paid by traders, taken or not
    price: Fraction = Fraction(0)  # won by traders through prices, paid out or not
    surcharge: int = 0
    deposited: int = 0
    withdrawn: int = 0
    debts: int = 0  # losses that reserve or pool paid
    other: int = 0  # what the reserve paid of them, and what removals gave up
    roundings: int = 0  # results that the engine rounded


@dataclass(frozen=True)
class Holding:
    """A position: its index of funding and what a unit had been charged when it began."""

    size: int
    entry_e18: int
    entry_e8: int
    charged_e18: int


@dataclass(frozen=True)
class Accrued:
    """Funding received and holding charge paid."""

    funding: Fraction
    holding: Fraction

    def plus(self, other: "Accrued") -> "Accrued":
        return Accrued(self.funding + other.funding, self.holding + other.holding)


class Books:
    """Follows every position through its life: an accountant who knows no sum of the engine."""

    def __init__(self) -> None:
        self.exchange = Exchange()
        self.pages = {0: Page(PoolState(seq=0, at_s=0))}  # by number of the command
        self.last = self.pages[0]
        self.touched: list[tuple[int, int]] = []  # time and number of what changed a market
        self._accounts: set[tuple[bytes, int]] = set()
        self._held: dict[tuple[bytes, int, int], Holding] = {}
        self._asked: dict[tuple[bytes, int], int] = {}
        self._realised = Accrued(Fraction(0), Fraction(0))  # of positions that were changed
        self._open_price = Fraction(0)

    @property
    def begin_s(self) -> int:
        return min(seen for page in self.pages.values() if (seen := page.standing.at_s))

    def apply(self, command: m.Command) -> Applied:
        events = self.exchange.apply(command)
        self._follow(command.seq, events)
        return Applied(command, tuple(events))

    def _follow(self, seq: int, events: list[m.Event]) -> None:
        page = self.last
        for event in events:
            match event:
                case m.MarginAccountCreated():
                    self._accounts.add((event.owner, event.account_id))
                case m.MarginAccountClosed():
                    self._accounts.discard((event.owner, event.account_id))
                case m.MarketUpdated():
                    self.touched.append((event.time_s, event.seq))
            page = self._flowed(self._noted(page, event), event)
        for key, held in self._held.items():
            if self._now(key)[:2] != (held.size, held.entry_e18):
                self._realised = self._realised.plus(self._accrued(key, 0))
        self._held = {key: self._continued(key) for key in self._keys()}
        accrued, open_price = self._unrealised(self.exchange.now_s)
        self.last = self.pages[seq] = replace(
            page,
            standing=self.standing(seq, self.exchange.now_s),
            funding=accrued.funding,
            holding=accrued.holding,
            price=page.price + open_price - self._open_price,
        )
        self._open_price = open_price

    def _noted(self, page: Page, event: m.Event) -> Page:
        match event:
            case m.PositionModified():
                page = _realised(page, event.price_performance_e6)
                page = replace(page, surcharge=page.surcharge + event.surcharge_e6)
            case m.PositionLiquidated():
                page = _realised(page, event.price_performance_e6)
            case m.AutoDeleveraged():
                page = _realised(page, event.price_performance_e6 - event.haircut_e6)
            case m.PositionRemarked():
                got = self._accrued((event.owner, event.account_id, event.market_id), 0)
                page = _realised(page, event.pnl_e6 - got.funding + got.holding)
            case m.BadDebtCovered():
                debts = page.debts + event.from_reserve_e6 + event.from_pool_e6
                page = replace(page, debts=debts, other=page.other + event.from_reserve_e6)
        return page

    def _flowed(self, page: Page, event: m.Event) -> Page:
        match event:
            case m.LiquidityModified(kind=0):
                page = replace(page, deposited=page.deposited + event.liquidity_e6)
            case m.LiquidityModified(kind=1):
                page = replace(page, withdrawn=page.withdrawn + event.liquidity_e6)
            case m.SettlementRequestCreated(kind=1):
                self._asked[event.owner, event.request_id] = event.amount_e6
            case m.SettlementProcessed():
                asked = self._asked.pop((event.owner, event.request_id), event.amount_e6)
                page = replace(page, other=page.other + asked - event.amount_e6)
        return page

    def _keys(self) -> Iterator[tuple[bytes, int, int]]:
        for owner, account_id in self._accounts:
            view = self.exchange.margin_account_view(owner, account_id, 0)
            yield from ((owner, account_id, held.market_id) for held in view.positions)

    def _now(self, key: tuple[bytes, int, int]) -> tuple[int, int, int]:
        owner, account_id, market_id = key
        if (owner, account_id) in self._accounts:
            for held in self.exchange.margin_account_view(owner, account_id, 0).positions:
                if held.market_id == market_id:
                    entry_e18 = held.entry_funding_per_unit_e18
                    return held.size_e6, entry_e18, held.entry_price_e8
        return 0, 0, 0

    def _continued(self, key: tuple[bytes, int, int]) -> Holding:
        """Return a position now; one that began or changed did so at the charge of now."""
        size, entry_e18, entry_e8 = self._now(key)
        old = self._held.get(key)
        if old is not None and (old.size, old.entry_e18) == (size, entry_e18):
            charged_e18 = old.charged_e18
        else:
            charged_e18 = self.exchange.market_view(key[2], 0).holding_per_unit_e18
        return Holding(size, entry_e18, entry_e8, charged_e18)

    def _accrued(self, key: tuple[bytes, int, int], now_s: int) -> Accrued:
        """Return funding and holding charge of a position since it began or changed."""
        held, market = self._held[key], self.exchange.market_view(key[2], now_s)
        side = 1 if held.size > 0 else -1
        entry_e18 = held.entry_e18 + side * held.charged_e18  # F then
        funding_e24 = held.size * (market.funding_per_unit_e18 - entry_e18)
        holding_e24 = abs(held.size) * (market.holding_per_unit_e18 - held.charged_e18)
        return Accrued(Fraction(funding_e24, E18), Fraction(holding_e24, E18))

    def _unrealised(self, now_s: int) -> tuple[Accrued, Fraction]:
        """Return what all positions ever accrued, and the price P&L of those that are open."""
        price_e14, accrued = 0, self._realised
        for key, held in self._held.items():
            accrued = accrued.plus(self._accrued(key, now_s))
            market = self.exchange.market_view(key[2], now_s)
            price_e14 += held.size * (market.index_price_e8 - held.entry_e8)
        return accrued, Fraction(price_e14, E8)

    def standing(self, seq: int, now_s: int) -> PoolState:
        view = self.exchange.exchange_view(now_s)
        return PoolState(
            seq=seq,
            at_s=now_s,
            lp_balance_e6=view.lp_balance_e6,
            unrealized_pnl_e6=view.unrealized_pnl_e6,
            lp_shares_e6=view.lp_shares_e6,
            lp_fee_e6=view.cumulative_lp_fee_e6,
        )

    def now(self, now_s: int) -> Page:
        """The last page at a later time: only funding and holding charge continue."""
        accrued, _ = self._unrealised(now_s)
        standing = self.standing(self.last.standing.seq, now_s)
        return replace(
            self.last, standing=standing, funding=accrued.funding, holding=accrued.holding
        )

    def shown(self, now_s: int) -> list[tuple[int, int, int]]:
        """Return F and G of every market."""
        views = [self.exchange.market_view(i, now_s) for i in self.exchange.market_ids()]
        return [(v.market_id, v.funding_per_unit_e18, v.holding_per_unit_e18) for v in views]

    def first_of_day(self, at_s: int) -> int | None:
        """Return the number of the command at which a span from this day begins."""
        begin_s = at_s // DAY_S * DAY_S
        if all(time_s >= begin_s for time_s, _ in self.touched):
            return 0
        return next((seq for time_s, seq in self.touched if time_s >= begin_s), None)


def _realised(page: Page, price: Fraction | int) -> Page:
    return replace(page, price=page.price + price, roundings=page.roundings + 2)


def check(start: PoolState, end: PoolState, moved: PoolFlows, first: Page, last: Page) -> None:
    """Compare the parts of a span with two pages of the books."""
    parts = parts_of(start, end, moved)
    value_e6 = last.standing.value_e6 - first.standing.value_e6
    assert parts.total_e6 == value_e6 - (moved.deposited_e6 - moved.withdrawn_e6)
    assert moved.deposited_e6 == last.deposited - first.deposited
    assert moved.withdrawn_e6 == last.withdrawn - first.withdrawn
    assert parts.fees_e6 == last.standing.lp_fee_e6 - first.standing.lp_fee_e6
    assert parts.surcharge_e6 == last.surcharge - first.surcharge
    assert parts.funding_e6 == floor(first.funding - last.funding)
    assert parts.holding_e6 == floor(last.holding - first.holding)
    assert parts.other_e6 == last.other - first.other
    lost = first.price - last.price - (last.debts - first.debts)
    slack = last.roundings - first.roundings + 10
    assert abs(parts.trading_e6 - lost) <= slack


def histories(kind: str, seed: int) -> Iterator[m.Command]:
    """Yield commands of an exchange that charges every open position."""
    for command in _commands(kind, seed):
        if isinstance(command, m.CreateExchange):
            yield replace(command, hold_kink_e12=0)
        else:
            yield command


def _commands(kind: str, seed: int) -> Iterator[m.Command]:
    if kind == "stream":
        return map(m.decode, stream(seed))
    if kind == "ruin":
        return map(m.decode, ruined(seed))
    run = {"pool": PoolRun, "liquidations": LiquidationRun, "trades": Run}[kind](seed)
    for _ in range(400):
        run.act()
    return iter(run.journal)


@pytest.fixture
async def store(database_url):
    opened = await Store.open(database_url)
    await opened.rows("projection.forget")
    yield opened
    await opened.rows("projection.forget")
    await opened.close()


async def project(store: Store, books: Books, commands: Iterator[m.Command]) -> None:
    batch = Batch()
    for command in commands:
        collect(batch, books.apply(command))
    async with store.transaction() as transaction:
        await Projector(store)._insert(transaction, batch)


@pytest.mark.parametrize(
    ("kind", "seed", "moves"),
    [
        ("stream", 0, "fees surcharge funding holding trading"),
        ("stream", 3, "fees surcharge funding holding trading"),
        ("ruin", 0, "fees holding trading other"),
        ("ruin", 1, "fees holding trading other"),
        ("pool", 3, "fees funding holding trading other"),
        ("pool", 5, "fees funding holding trading other"),
        ("liquidations", 2, "fees surcharge funding holding trading other"),
        ("liquidations", 7, "fees funding holding trading"),
        ("trades", 4, "fees surcharge funding holding trading"),
    ],
)
async def test_the_parts_are_those_of_every_single_position(store, kind, seed, moves):
    books, random = Books(), Random(seed)
    await project(store, books, histories(kind, seed))
    begin_s, end_s = books.begin_s, books.exchange.now_s
    book = PoolAttribution(store)
    days = range(begin_s // DAY_S - 1, end_s // DAY_S + 2)
    spans = [sorted(random.choices(days, k=2)) for _ in range(25)]
    for first_day, last_day in [*spans, (days[0], days[-2])]:
        seq = books.last.standing.seq
        start = await book.first_of_day(first_day * DAY_S + random.randrange(DAY_S), seq)
        last = await book.first_of_day(last_day * DAY_S, seq)
        for found, day in ((start, first_day), (last, last_day)):
            assert (found and found.seq) == books.first_of_day(day * DAY_S)
        if start is None:
            continue
        last = last or start
        first = books.pages[start.seq]
        moved = await book.between_days(start, last)
        check(start, last, moved, first, books.pages[last.seq])
        now_s = end_s + random.choice([0, 1, 50_000])
        page, shown = books.now(now_s), books.shown(now_s)
        latest = await book.latest(page.standing, shown)
        moved = (await book.between_days(start, latest.since)).plus(latest.moved)
        end = latest.standing
        check(start, end, moved, first, page)
    parts = parts_of(start, end, moved)
    for name in moves.split():
        assert getattr(parts, f"{name}_e6") != 0, name


async def test_a_span_is_the_sum_of_its_pieces_and_few_are_remembered(store, monkeypatch):
    monkeypatch.setattr("edge.api.pool.attribution.POOL_SUMS_MAX", 4)
    monkeypatch.setattr("edge.api.pool.attribution.PIECE_S", 2 * DAY_S)
    books = Books()
    await project(store, books, histories("trades", 1))
    book = PoolAttribution(store)
    days = sorted({page.standing.at_s // DAY_S for page in books.pages.values()} - {0})
    assert len(days) > 6
    standings = [await book.first_of_day(day * DAY_S, ALL) for day in days]
    for start in standings:
        for end in standings:
            if start.seq <= end.seq:
                at_once = await book._sum(start.seq, end.seq, ())
                assert await book.between_days(start, end) == at_once
                assert await book.between_days(start, end) == at_once
    assert len(book._pieces) == 4


@asynccontextmanager
async def slow_trades(store: Store) -> AsyncIterator[None]:
    """Keep everybody from reading the trades."""
    async with store.pool.acquire() as connection, connection.transaction():
        await connection.execute("LOCK TABLE trade IN ACCESS EXCLUSIVE MODE")
        yield


async def test_a_slow_span_ends_in_time_and_keeps_no_remembered_one_waiting(store):
    books = Books()
    await project(store, books, histories("trades", 1))
    book = PoolAttribution(store)
    first, *_, last = sorted({page.standing.at_s // DAY_S for page in books.pages.values()} - {0})
    start, end = [await book.first_of_day(day * DAY_S, ALL) for day in (first + 1, last)]
    middle = await book.first_of_day((first + 3) * DAY_S, ALL)
    known = await book.between_days(start, middle)
    async with slow_trades(store):
        slow = [asyncio.create_task(book.between_days(one, end)) for one in (start, middle)]
        await until(book._lock.locked)
        assert await book.between_days(start, middle) == known
        assert not any(task.done() for task in slow)
        for task in slow:
            with pytest.raises(TimeoutError):
                await task
    whole = await book._sum(start.seq, end.seq, ())
    assert await book.between_days(start, end) == whole


async def test_a_piece_is_a_week_at_most(store):
    books = Books()
    await project(store, books, histories("trades", 1))
    book, seq = PoolAttribution(store), books.last.standing.seq
    latest = await book.latest(books.now(books.exchange.now_s).standing, ())
    start = await book.first_of_day(0, seq)
    await book.between_days(start, latest.since)
    assert latest.since.at_s - start.at_s > 7 * DAY_S
    for after_seq, end_seq in book._pieces:
        times = [s for s, seq in books.touched if after_seq <= seq < end_seq]
        assert times[-1] - times[0] < 7 * DAY_S


async def test_later_commands_are_not_included(store):
    books = Books()
    await project(store, books, histories("trades", 1))
    book, (*_, last_s) = PoolAttribution(store), [time_s for time_s, _ in books.touched]
    seq = books.first_of_day(last_s)
    assert (await book.first_of_day(last_s, seq)).seq == seq
    assert await book.first_of_day(last_s, seq - 1) is None
    before = await book.latest(books.pages[seq - 1].standing, ())
    assert before.since.seq < seq


async def test_before_the_first_command_there_is_nothing(store):
    assert await PoolAttribution(store).first_of_day(0, ALL) is None


def test_the_share_price_is_rounded_down_and_one_without_shares():
    assert share_price_e8(2, 3) == 66_666_666
    assert share_price_e8(-2, 3) == -66_666_667
    assert share_price_e8(0, 0) == E8
