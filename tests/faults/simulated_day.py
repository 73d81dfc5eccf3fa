"""A day of engine time in minutes: memory, Python objects and open files come to a plateau.

Usage: python -m tests.faults.simulated_day [--hours 24] [--seed 1]

The real sequencer, journal of files with small segments, snapshots, projector with an embedded
PostgreSQL, programmes, feed and a replica run on a virtual clock. A fixed number of wallets trades,
deposits, withdraws and is liquidated; prints arrive; prediction markets open, match and resolve;
contests begin and end; payouts are made. Of each figure the median of the last third may be a
tenth above that of the middle third, no more. Exit status 1 otherwise. The engine keeps client ids
of orders for a day, and caches fill first: runs of a few hours grow.
"""

import argparse
import asyncio
import gc
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from edge.core.programme_keeper import ProgrammeKeeper
from edge.database.embedded import EmbeddedPostgres
from edge.projector.projector import Projector
from edge.store.pool import Store
from engine.core.generated import messages as m
from engine.feed import FeedServer, LocalFeed, Replica
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied, EngineClock, ReplayListener, Sequencer
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    E8,
    E12,
    OPERATOR,
    exchange_parameters,
    market_parameters,
    wallet,
)

MINUTE_S, HOUR_S = 60, 3_600
START_S = 20_000 * DAY_S
MARKETS = 6
WALLETS = 300
ACTS_A_MINUTE = 80
PRINT_EVERY_S = 600
SAMPLE_EVERY_S = 15 * MINUTE_S
OPEN_ORDERS_MAX = 20
SEGMENT_BYTES = 4 * 1024 * 1024
SNAPSHOT_COMMANDS = 20_000
GROWTH_MAX = 1.10
PAYOUT = b"p" * 64
POOL = wallet(9_999)
Commands = list[m.Command]


class VirtualTime:
    """Nanoseconds that only the run advances."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        return self.ns


class Day:
    """The load: which commands come in each minute, by the state of the exchange."""

    def __init__(self, sequencer: Sequencer, seed: int) -> None:
        self.sequencer = sequencer
        self.chance = Random(seed)
        self.slot = 1
        self.nonces: Counter[bytes] = Counter()
        self.prices = {number: 400 * E8 for number in range(1, MARKETS + 1)}
        self.users = [wallet(number) for number in range(1, WALLETS + 1)]
        self.contests = 0
        self.sent: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.events: Counter[str] = Counter()

    @property
    def now_s(self) -> int:
        """Engine time."""
        return self.sequencer.now_s()

    def chain(self, kind: type[Any], user: bytes, attached_e6: int = 0, **fields: Any) -> m.Command:
        """Return a wallet's command with its place on the chain and the collateral it brings."""
        self.slot += 1
        self.nonces[user] += 1
        values = {
            "user": user, "slot": self.slot, "expires_slot": self.slot + 150,
            "nonce": self.nonces[user],
            "attached_e6": attached_e6, "attached_mint": int(attached_e6 > 0),
        }  # fmt: skip
        return kind(**(values | fields))  # type: ignore[no-any-return]

    async def send(self, commands: Commands) -> None:
        """Submit in groups, as one minute's traffic, and count."""
        for start in range(0, len(commands), 64):
            group = commands[start : start + 64]
            for applied in await self.sequencer.submit_all(group, lambda applied: applied):
                self.count(applied)

    def count(self, applied: Applied) -> None:
        """Count a command, its events and its refusal."""
        name = type(applied.command).__name__
        self.sent[name] += 1
        for event in applied.events:
            self.events[type(event).__name__] += 1
            if isinstance(event, m.CommandRejected):
                self.refused[f"{name} {ErrorCode(event.code).name}"] += 1

    async def begin(self) -> None:
        """Create exchange, markets, the pool and a funded account for each wallet."""
        parameters = exchange_parameters(settlement_delay_s=HOUR_S, max_keeper_tip_rate_e12=0)
        created = m.CreateExchange(operator=OPERATOR, exchange=b"E" * 32, **parameters)
        await self.send([created])
        risk = market_parameters(
            print_interval_s=PRINT_EVERY_S, entry_window_before_s=0, entry_window_after_s=0,
            print_band_e12=E12 // 3, print_band_pause_e12=E12 // 2,
        )  # fmt: skip
        markets = [
            m.CreateMarket(
                operator=OPERATOR, symbol=f"M{number}", name=f"M{number} index", country="US",
                category="metro", metric="sqft", price_feed=f"index:M{number}", acre_id=number,
                price_e8=price_e8, published_at_s=self.now_s, **risk,
            )
            for number, price_e8 in self.prices.items()
        ]  # fmt: skip
        pool_e6 = 10_000_000 * E6
        people: Commands = [self.chain(m.AddLiquidity, POOL, pool_e6, amount_e6=pool_e6)]
        for user in self.users:
            fund_e6 = 5_000 * E6
            people += [
                self.chain(m.CreateMarginAccount, user, fund_e6, account_id=1, amount_e6=fund_e6),
                m.Participate(user=user, programme=1),
                m.GrantPoints(user=user),
            ]
        await self.send([*markets, *people])

    async def minute(self) -> None:
        """Send the commands of one minute."""
        commands: Commands = [m.Tick()]
        if self.now_s % PRINT_EVERY_S < MINUTE_S:
            commands += self.prints()
        if self.now_s % HOUR_S < MINUTE_S:
            commands += self.hourly()
        commands += self.keepers()
        acts = (self.trade, self.trade, self.transfer, self.bet, self.bet, self.cancel)
        for _ in range(ACTS_A_MINUTE):
            commands += self.chance.choice(acts)(self.chance.choice(self.users))
        await self.send(commands)

    def prints(self) -> Commands:
        """Return a print for each market; now and then one that liquidates."""
        for number, price_e8 in self.prices.items():
            move = self.chance.choice((-25, 25)) if self.chance.random() < 0.02 else 0
            around_e8 = (400 * E8 - price_e8) // 10  # prices stay around 400
            step_e8 = price_e8 * (move or self.chance.randint(-3, 3)) // 100
            self.prices[number] = price_e8 + around_e8 + step_e8
        return [
            m.PostPrint(market_id=number, price_e8=price_e8, published_at_s=self.now_s)
            for number, price_e8 in self.prices.items()
        ]

    def hourly(self) -> Commands:
        """Return a prediction market for each index, and a contest every other hour."""
        now_s = self.now_s
        commands: Commands = []
        for number in self.prices:
            commands.append(
                m.CreatePrediction(
                    operator=OPERATOR, title="Above?", category="index", acre_id=number,
                    strike_e8=400 * E8, opens_at_s=now_s, closes_at_s=now_s + 2 * HOUR_S,
                    resolves_at_s=now_s + 2 * HOUR_S,
                )
            )  # fmt: skip
        self.contests += 1
        name = f"contest-{self.contests}"
        commands.append(
            m.CreateContest(
                operator=OPERATOR, contest_id=name, name=name, starts_at_s=now_s + MINUTE_S,
                ends_at_s=now_s + HOUR_S, min_collateral_e6=100 * E6, prize_mint=1,
            )
        )  # fmt: skip
        members = self.chance.sample(self.users, WALLETS // 5)
        return commands + [m.JoinContest(user=user, contest_id=name) for user in members]

    def keepers(self) -> Commands:
        """Return what keepers and settler do: liquidations, mature requests, payouts."""
        exchange, now_s = self.sequencer.exchange, self.now_s
        commands: Commands = []
        for found in exchange.liquidation_candidates(now_s, 20):
            fields = {"owner": found.owner, "account_id": found.account_id}
            commands.append(self.chain(m.Liquidate, POOL, **fields))
        for row in exchange.open_settlement_requests()[:40]:
            about = {"owner": row.owner, "request_id": row.request_id}
            if row.state == 0 and now_s >= row.maturity_s:
                ids = (row.request_id, 0, 0, 0, 0, 0, 0, 0)
                fields = {"owner": row.owner, "request_count": 1, "request_ids": ids}
                commands.append(self.chain(m.ProcessSettlementRequests, POOL, **fields))
            elif row.state == 1:
                commands.append(m.AuthorisePayout(**about, payout_signature=PAYOUT))
            elif row.state == 2:
                commands.append(m.RecordPayout(**about, payout_signature=PAYOUT))
        return commands

    def trade(self, user: bytes) -> Commands:
        """Open, change or close a position."""
        market_id = self.chance.randint(1, MARKETS)
        where = {"owner": user, "account_id": 1, "market_id": market_id}
        view = self.sequencer.exchange.margin_account_view(user, 1, self.now_s)
        held = {row.market_id: row.size_e6 for row in view.positions}
        if held.get(market_id) and self.chance.random() < 0.5:
            limit_e8 = 1 if held[market_id] > 0 else 10**13
            return [self.chain(m.ClosePosition, user, limit_e8=limit_e8, **where)]
        size_e6 = self.chance.choice((-20, -5, -1, 1, 5, 20)) * E6
        limit_e8 = 10**13 if size_e6 > 0 else 1
        return [self.chain(m.ModifyPosition, user, size_e6=size_e6, limit_e8=limit_e8, **where)]

    def transfer(self, user: bytes) -> Commands:
        """Deposit, or withdraw from an account with enough."""
        amount_e6 = self.chance.randint(50, 500) * E6
        view = self.sequencer.exchange.margin_account_view(user, 1, self.now_s)
        if view.available_margin_e6 > 5_000 * E6:
            return [self.chain(m.WithdrawMargin, user, account_id=1, amount_e6=amount_e6)]
        fields = {"owner": user, "account_id": 1, "amount_e6": amount_e6}
        return [self.chain(m.DepositMargin, user, amount_e6, **fields)]

    def bet(self, user: bytes) -> Commands:
        """Place an order that rests or matches; half of them have a client id."""
        exchange = self.sequencer.exchange
        open_ids = [
            number
            for number in exchange.prediction_market_ids()[-2 * MARKETS :]
            if exchange.prediction_market(number).closes_at_s > self.now_s
        ]
        if not open_ids or len(exchange.prediction_orders(user)) >= OPEN_ORDERS_MAX:
            return []
        client_id = f"{self.chance.getrandbits(60):x}" if self.chance.random() < 0.5 else ""
        return [
            m.PlaceOrder(
                user=user, market_id=self.chance.choice(open_ids), side=self.chance.randint(0, 1),
                price=self.chance.randint(35, 60), contracts=self.chance.randint(1, 3),
                client_order_id=client_id,
            )
        ]  # fmt: skip

    def cancel(self, user: bytes) -> Commands:
        """Cancel one open order of the wallet."""
        rows = self.sequencer.exchange.prediction_orders(user)
        return (
            [m.CancelOrder(user=user, order_id=self.chance.choice(rows).order_id)] if rows else []
        )


class Figures:
    """Samples of this process."""

    def __init__(self) -> None:
        self.rows: dict[str, list[int]] = {"resident MB": [], "objects": [], "files": []}

    def sample(self) -> None:
        """Read the figures after a collection: what is left is held by something."""
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        self.rows["resident MB"].append(pages * os.sysconf("SC_PAGESIZE") // 10**6)
        self.rows["objects"].append(len(gc.get_objects()))
        self.rows["files"].append(len(os.listdir("/proc/self/fd")))

    def faults(self) -> list[str]:
        """Print the medians by thirds; return a sentence for each figure that grows."""
        found = []
        for name, values in self.rows.items():
            third = max(1, len(values) // 3)
            parts = values[:third], values[third : 2 * third], values[-third:]
            first, middle, last = (statistics.median(part) for part in parts)
            sys.stdout.write(f"  {name:<12} by thirds: {first:,.0f} {middle:,.0f} {last:,.0f}\n")
            if last > GROWTH_MAX * middle:
                found.append(f"{name} grows: {middle:,.0f} to {last:,.0f}")
        return found


async def simulate(home: Path, database_url: str, hours: float, seed: int) -> list[str]:
    """Run the day; return what is wrong."""
    clock = VirtualTime()
    store = await Store.open(database_url)
    projector, keeper = Projector(store), ProgrammeKeeper(home / "journal")
    await projector.load()
    sequencer = await Sequencer.open(
        home / "journal",
        EngineClock(1, clock, START_S),
        listeners=(
            ReplayListener(projector.replay_start, projector.take_replayed),
            keeper.listener,
        ),
        segment_bytes=SEGMENT_BYTES,
        snapshot_commands=SNAPSHOT_COMMANDS,
    )
    sequencer.subscribe(projector.take)
    keeper.follow(sequencer)
    projecting = asyncio.create_task(projector.run(sequencer))
    day, figures, began_s = Day(sequencer, seed), Figures(), time.monotonic()
    feed = FeedServer(sequencer, lambda: b"status")
    async with feed.listening(home):
        replica = Replica(LocalFeed(home / "journal", home), EngineClock(1, clock, START_S))
        await day.begin()
        await replica.open()
        for minute in range(round(hours * 60)):
            clock.ns += MINUTE_S * 10**9
            await day.minute()
            await projector.wait_for(sequencer.sequence)
            await replica.settle()
            if minute * MINUTE_S % SAMPLE_EVERY_S == 0:
                figures.sample()
        is_same = replica.exchange.state_hash() == sequencer.exchange.state_hash()
        await replica.close()
    state_hash = sequencer.exchange.state_hash()
    await sequencer.close()
    projecting.cancel()
    await asyncio.gather(projecting, return_exceptions=True)
    await store.close()
    took_s = time.monotonic() - began_s
    tell(day, home, hours, took_s)
    faults = figures.faults()
    if not is_same:
        faults.append("the replica has another state")
    again = await Sequencer.open(home / "journal", EngineClock(1, clock, START_S))
    if again.exchange.state_hash() != state_hash:
        faults.append("the next start has another state")
    await again.close()
    return faults


def tell(day: Day, home: Path, hours: float, took_s: float) -> None:
    """Print what the day was made of."""
    total, refused = sum(day.sent.values()), sum(day.refused.values())
    files = list((home / "journal").rglob("*.journal"))
    say = sys.stdout.write
    say(f"{hours:g} h in {took_s:.0f} s: {total:,} commands, {refused:,} refused, ")
    say(f"{len(files)} segments, {day.contests} contests\n")
    say(f"  commands {dict(day.sent.most_common())}\n")
    say(f"  refused {dict(day.refused.most_common(8))}\n")
    say(f"  events {dict(day.events.most_common(30))}\n")


def main() -> int:
    """Run; returns 1 when something grows or differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="acre-day-") as directory:
        home = Path(directory)
        home.chmod(0o711)  # the embedded PostgreSQL of root runs as another user
        postgres = EmbeddedPostgres(home / "postgres", fast=True)
        with (home / "postgres.log").open("wb") as log:
            postgres.start(log)
        try:
            postgres.wait_ready()
            faults = asyncio.run(simulate(home, postgres.url(), asked.hours, asked.seed))
        finally:
            postgres.stop()
    sys.stdout.write("\n".join(faults or ["memory is flat; one state everywhere"]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
