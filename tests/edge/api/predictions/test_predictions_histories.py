"""Random histories over HTTP: lists neither skip nor repeat, and every figure adds up."""

import asyncio
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from engine.core.generated import messages as m
from tests.edge.prediction_world import E6, GRANT, Player, open_market, operate, player

PAYOUT_E6 = 100 * E6
STATUSES = ("open", "filled", "canceled", "expired", "all")


@dataclass
class Book:
    """What one wallet holds of one market, from its own trades alone (API 7.6)."""

    contracts: int = 0  # NO below 0
    cost_e6: int = 0
    realized_e6: int = 0

    def take(self, trade: dict) -> None:
        sign = 1 if trade["side"] == "yes" else -1
        price_e6, count = trade["price"] * E6, trade["contracts"]
        redeemed = min(count, max(0, -sign * self.contracts))
        if redeemed:
            gone_e6 = self.cost_e6 * redeemed // abs(self.contracts)
            self.realized_e6 += redeemed * (PAYOUT_E6 - price_e6) - gone_e6
            self.cost_e6 -= gone_e6
        self.cost_e6 += (count - redeemed) * price_e6
        self.contracts += sign * count
        self.realized_e6 -= int(trade["feePoints"])


@dataclass
class Story:
    """Random orders, cancellations and amendments of a few wallets in two markets."""

    people: list[Player]
    rng: random.Random
    open_ids: dict[Player, list[int]] = field(default_factory=dict)

    async def step(self) -> None:
        rng, one = self.rng, self.rng.choice(self.people)
        kind = rng.random()
        page = await one.get("/orders")
        ids = [order["orderId"] for order in page["orders"]]
        if kind < 0.15 and ids:
            await one.cancel(rng.choice(ids))
        elif kind < 0.25 and ids:
            body = {"price": rng.randint(40, 60), "contracts": rng.randint(1, 9)}
            await self._try(one, f"/orders/{rng.choice(ids)}/amend", body)
        else:
            body = {
                "type": "limit" if rng.random() < 0.85 else "market",
                "side": rng.choice(("yes", "no")),
                "price": rng.randint(40, 60),
                "contracts": rng.randint(1, 9),
                "timeInForce": rng.choice(("gtc", "gtc", "gtc", "ioc", "fok")),
                "selfTradePrevention": rng.choice(("cancelResting", "cancelIncoming", "both")),
            }
            await self._try(one, f"/markets/{rng.randint(1, 2)}/orders", body)

    async def _try(self, one: Player, path: str, body: dict) -> None:
        url = f"/express/v1/predictions{path}"
        async with one.service.client.post(url, json=body, headers=one.headers) as answer:
            assert answer.status in (200, 201, 409), await answer.json()


async def every_page(one: Player, path: str, name: str, limit: int, between) -> list[dict]:
    rows: list[dict] = []
    cursor = ""
    while True:
        page = await one.get(f"{path}&limit={limit}{cursor}")
        rows += page[name]
        if page["nextCursor"] is None:
            return rows
        cursor = f"&cursor={page['nextCursor']}"
        await between()


@pytest.mark.parametrize("seed", range(3))
async def test_pages_hold_every_row_once_while_orders_open_fill_and_end(service, seed):
    for _ in range(2):
        await open_market(service)
    people = [await player(service) for _ in range(3)]
    story = Story(people, random.Random(seed))
    for _ in range(40):
        await story.step()
    one = people[0]

    async def between() -> None:
        for _ in range(3):
            await story.step()

    for order in ("desc", "asc"):
        for status in STATUSES:
            path = f"/orders?orderStatusFilter={status}&order={order}"
            whole = await every_page(one, path, "orders", 200, between)
            rows = await every_page(one, path, "orders", 2, between)
            ids = [row["orderId"] for row in rows]
            assert ids == sorted(set(ids), reverse=order == "desc")
            after = await every_page(one, path, "orders", 200, between)
            # what was on the list before and after was on it all the time, so it was shown;
            # descending pages show nothing that began after the first of them
            stayed = {row["orderId"] for row in whole} & {row["orderId"] for row in after}
            assert stayed <= set(ids)
            if status == "open":
                assert {row["status"] for row in rows} <= {"open", "partiallyFilled"}
            elif status != "all":
                assert {row["status"] for row in rows} <= {status}
        path = f"/trades?order={order}"
        whole = await every_page(one, path, "trades", 200, between)
        rows = await every_page(one, path, "trades", 2, between)
        shown = [row["tradeId"] for row in rows]
        assert shown == sorted(set(shown), reverse=order == "desc")
        assert [row for row in rows if row["tradeId"] in {old["tradeId"] for old in whole}] == whole


@pytest.mark.parametrize("seed", range(3))
async def test_every_figure_follows_from_the_trades(service, seed):
    for _ in range(2):
        await open_market(service)
    people = [await player(service) for _ in range(3)]
    story = Story(people, random.Random(100 + seed))
    for _ in range(60):
        await story.step()
    fees_e6 = 0
    for one in people:
        books = await _books(one)
        fees_e6 += await _check_before_payout(one, books)
    held = Counter()
    for one in people:
        for row in (await one.get("/positions"))["positions"]:
            held[row["marketId"], row["side"]] += row["contracts"]
    for market_id in (1, 2):
        shown = (await service.get(f"/express/v1/predictions/markets/{market_id}"))["market"]
        assert held[market_id, "yes"] == held[market_id, "no"] == shown["openInterestContracts"]
    # the first market is void, the second stays open: its contracts keep their figures
    before = {one.address: await one.get("/portfolio") for one in people}
    books = {one.address: await _books(one) for one in people}
    last = (await service.get("/express/v1/predictions/markets/1"))["market"]["lastYesPrice"] or 50
    await operate(service, m.VoidPrediction(market_id=1))
    for one in people:
        await _check_after_void(one, books[one.address], before[one.address], last)
    await operate(service, m.VoidPrediction(market_id=2))
    points = [await one.points() for one in people]
    assert sum(available_e6 for available_e6, _ in points) == len(people) * GRANT - fees_e6
    assert [open_e6 for _, open_e6 in points] == [0] * len(people)


async def _books(one: Player) -> dict[int, Book]:
    books: dict[int, Book] = defaultdict(Book)
    for trade in (await one.get("/trades?order=asc&limit=200"))["trades"]:
        books[trade["marketId"]].take(trade)
    return books


async def _check_before_payout(one: Player, books: dict[int, Book]) -> int:
    """Compare portfolio, positions and orders with the trades; return the fees."""
    trades = (await one.get("/trades?order=asc&limit=200"))["trades"]
    orders = (await one.get("/orders?orderStatusFilter=all&limit=200"))["orders"]
    assert len(trades) < 200
    assert len(orders) < 200
    filled, spent_e6, fees_e6 = Counter(), Counter(), Counter()
    for trade in trades:
        filled[trade["orderId"]] += trade["contracts"]
        spent_e6[trade["orderId"]] += trade["contracts"] * trade["price"] * E6
        fees_e6[trade["orderId"]] += int(trade["feePoints"])
        due_e6 = 200 * trade["contracts"] * trade["price"] * (100 - trade["price"])
        assert int(trade["feePoints"]) == (due_e6 if trade["role"] == "taker" else 0)
    for order in orders:
        number, count = order["orderId"], order["filledContracts"]
        assert count == filled[number]
        assert int(order["feePoints"]) == fees_e6[number]
        parts = count + order["remainingContracts"] + order["canceledContracts"]
        assert parts == order["contracts"]
        _check_average(order["averagePrice"], spent_e6[number], count)
    positions = {row["marketId"]: row for row in (await one.get("/positions"))["positions"]}
    assert set(positions) == {number for number, book in books.items() if book.contracts}
    unrealized_e6 = 0
    for number, row in positions.items():
        book, shown = books[number], await one.get(f"/markets/{number}")
        yes = shown["market"]["lastYesPrice"]
        assert row["currentPrice"] == (yes if row["side"] == "yes" else 100 - yes)
        assert (row["side"] == "yes") == (book.contracts > 0)
        assert (row["contracts"], int(row["costPoints"])) == (abs(book.contracts), book.cost_e6)
        _check_average(row["averagePrice"], book.cost_e6, abs(book.contracts))
        pnl_e6 = row["contracts"] * row["currentPrice"] * E6 - book.cost_e6
        assert (int(row["unrealizedPnl"]), row["payoutPoints"]) == (pnl_e6, None)
        unrealized_e6 += pnl_e6
    received = await one.get("/portfolio")
    assert int(received["realizedPnl"]) == sum(book.realized_e6 for book in books.values())
    assert int(received["unrealizedPnl"]) == unrealized_e6
    reserved_e6 = sum(int(order["reservedPoints"]) for order in orders)
    cost_e6 = sum(book.cost_e6 for book in books.values())
    assert await one.points() == (
        GRANT + int(received["realizedPnl"]) - reserved_e6 - cost_e6,
        reserved_e6 + cost_e6,
    )
    return sum(fees_e6.values())


def _check_average(text: str | None, total_e6: int, count: int) -> None:
    """A decimal of at most twelve digits after the point, rounded down, without an exponent."""
    if not count:
        assert text is None
        return
    assert set(text) <= set("0123456789.")
    assert len(text.partition(".")[2]) <= 12
    assert 0 <= Fraction(total_e6, count * E6) - Fraction(text) < Fraction(1, 10**12)


async def _check_after_void(one: Player, books: dict[int, Book], before: dict, last: int) -> None:
    """Compare with what the void market paid."""
    book = books[1]
    paid = (await one.get("/positions?isResolvedFilter=true"))["positions"]
    gained_e6 = 0
    if book.contracts:
        price = last if book.contracts > 0 else 100 - last
        payout_e6 = abs(book.contracts) * price * E6
        gained_e6 = payout_e6 - book.cost_e6
        (row,) = paid
        assert (row["marketId"], row["contracts"]) == (1, abs(book.contracts))
        assert (int(row["payoutPoints"]), int(row["costPoints"])) == (payout_e6, book.cost_e6)
        assert (row["currentPrice"], row["unrealizedPnl"]) == (price, "0")
    else:
        assert paid == []
    left = (await one.get("/positions?isResolvedFilter=false"))["positions"]
    assert all(row["marketId"] == 2 and row["payoutPoints"] is None for row in left)
    both = (await one.get("/positions"))["positions"]
    assert sorted(row["marketId"] for row in both) == sorted(r["marketId"] for r in paid + left)
    assert await one.ids(marketId=1) == []
    received = await one.get("/portfolio")
    assert int(received["realizedPnl"]) == int(before["realizedPnl"]) + gained_e6


async def test_cancel_all_during_a_batch_loses_no_order(service):
    await open_market(service)
    alice = await player(service)
    body = {"orders": [{"marketId": 1, "type": "limit", "side": "yes", "price": 5, "contracts": 1}]}
    body["orders"] *= 15
    placed, canceled = await asyncio.gather(
        alice.post("/orders/batch", body), alice.post("/orders/cancel-all", {})
    )
    ids = {result["order"]["orderId"] for result in placed["results"]}
    assert len(ids) == 15
    left = await alice.ids()
    assert set(left) | set(canceled["canceled"]) == ids
    assert not set(left) & set(canceled["canceled"])
    assert canceled["count"] == len(canceled["canceled"])
    reserve_e6 = len(left) * 5 * E6
    assert await alice.points() == (GRANT - reserve_e6, reserve_e6)
