"""What the demo's traders want follows from what was published, and is bounded."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from chain.catalogue import Catalogue, Histories, load_catalogue
from chain.demo.past import past_from_s
from chain.demo.plan import ACCOUNT_ID, PAST_S, Act, plan_past
from chain.demo.strategies import (
    DAY_S,
    E6,
    E8,
    GROSS_USD,
    HALF_DAY_S,
    MARKETS_MAX,
    SIDE_SHARE,
    STRATEGIES,
    Seen,
    published,
    targets_e6,
)
from chain.demo.trader import demo_traders
from edge.api.profile.input import is_username
from engine.programmes.index_series import DailyPrints

POSITIONS_MAX = 12
CATALOGUE = load_catalogue(None)


class Changed(Histories):
    """The catalogue's prints, with others after a day."""

    def __init__(self, catalogue: Catalogue, after_s: int, seed: int) -> None:
        super().__init__(dict)
        self._catalogue, self._after_s, self._seed = catalogue, after_s, seed

    def prints(self, acre_id: int) -> DailyPrints:
        published_at_s, price_e8 = self._catalogue.prints(acre_id)
        draw = np.random.default_rng(self._seed + acre_id)
        factor = draw.uniform(0.5, 2.0, len(price_e8))
        other = (price_e8 * factor).astype(np.int64)
        return DailyPrints(
            published_at_s, np.where(published_at_s > self._after_s, other, price_e8)
        )


def sides(catalogue: Catalogue) -> dict[str, int]:
    """Return what a side of each market takes when it is created."""
    found = {}
    for market in catalogue.markets:
        _, price_e8 = catalogue.print_at(market.acre_id, catalogue.start_s - PAST_S)
        found[market.symbol] = 1_000_000 * E6 * E8 // price_e8
    return found


def seen_at(catalogue: Catalogue, now_s: int, crowd: dict[str, int]) -> Seen:
    prices = {one.symbol: published(catalogue, one.acre_id, now_s) for one in catalogue.markets}
    return Seen(list(prices), prices, crowd, now_s // HALF_DAY_S)


def spelled(acts: list[Act]) -> list[tuple]:
    return [(one.time_s, one.trader.number, one.name, dict(one.fields)) for one in acts]


@pytest.mark.parametrize("seed", range(5))
def test_no_strategy_sees_a_print_that_is_not_out_yet(seed):
    now_s = CATALOGUE.start_s + Random(seed).randrange(0, 3_000 * DAY_S)
    other = replace(CATALOGUE, histories=Changed(CATALOGUE, now_s, seed))
    crowd = {one.symbol: 10**9 * (place - 25) for place, one in enumerate(CATALOGUE.markets)}
    limits = sides(CATALOGUE)
    for number in range(1, len(STRATEGIES) + 1):
        known = targets_e6(number, seen_at(CATALOGUE, now_s, crowd), limits)
        assert known == targets_e6(number, seen_at(other, now_s, crowd), limits), number
        assert known


@pytest.mark.parametrize("days", [3, 11, 20, 33])
def test_the_plan_up_to_a_day_follows_from_the_prints_up_to_it(tmp_path, days):
    traders, limits = demo_traders(tmp_path, 12), sides(CATALOGUE)
    cut_s = (CATALOGUE.start_s - PAST_S) // DAY_S * DAY_S + days * DAY_S
    other = replace(CATALOGUE, histories=Changed(CATALOGUE, cut_s, days))
    plan, changed = plan_past(CATALOGUE, traders, limits), plan_past(other, traders, limits)
    early = [row for row in spelled(plan) if row[0] < cut_s + DAY_S]
    assert early == [row for row in spelled(changed) if row[0] < cut_s + DAY_S]
    assert spelled(plan) != spelled(changed)


def test_the_plan_is_the_same_every_time(tmp_path: Path) -> None:
    limits = sides(CATALOGUE)
    first = plan_past(CATALOGUE, demo_traders(tmp_path / "a", 12), limits)
    second = plan_past(CATALOGUE, demo_traders(tmp_path / "b", 12), limits)
    assert spelled(first) == spelled(second)


def test_the_plan_reaches_every_market_on_the_last_day_and_keeps_the_bounds(tmp_path):
    traders, limits = demo_traders(tmp_path, 12), sides(CATALOGUE)
    plan = plan_past(CATALOGUE, traders, limits)
    assert [one.time_s for one in plan] == sorted(one.time_s for one in plan)
    assert len(plan) < 1_000
    trades = [one for one in plan if one.name == "modify-position"]
    last = {one.fields["market"] for one in trades if one.time_s >= CATALOGUE.start_s - DAY_S}
    assert last == {one.symbol for one in CATALOGUE.markets}
    held: dict[int, dict[str, int]] = {}
    for trade in trades:
        assert trade.fields["account"] == ACCOUNT_ID
        mine, symbol = held.setdefault(trade.trader.number, {}), trade.fields["market"]
        mine[symbol] = mine.get(symbol, 0) + trade.fields["size"]
        if not mine[symbol]:
            del mine[symbol]
        assert len(mine) <= POSITIONS_MAX
    for symbol in last:
        for sign in (1, -1):
            side = sum(max(0, sign * mine.get(symbol, 0)) for mine in held.values())
            assert side <= limits[symbol] // 5, symbol


@pytest.mark.parametrize("number", range(1, 21))
def test_positions_are_bounded_by_their_market_and_by_the_account(number):
    tight = {symbol: size_e6 // 1_000 for symbol, size_e6 in sides(CATALOGUE).items()}
    for day in range(0, 4_000, 97):
        seen = seen_at(CATALOGUE, CATALOGUE.start_s + day * DAY_S, {})
        wanted = targets_e6(number, seen, sides(CATALOGUE))
        usd = sum(abs(size) * int(seen.prices[one][-1]) for one, size in wanted.items()) / E6 / E8
        assert len(wanted) <= MARKETS_MAX
        assert usd <= GROSS_USD
        for symbol, size_e6 in targets_e6(number, seen, tight).items():
            assert abs(size_e6) <= 2 * (tight[symbol] // SIDE_SHARE)


def test_a_catalogue_without_earlier_prints_has_no_past():
    assert past_from_s(CATALOGUE) == CATALOGUE.start_s - PAST_S
    assert past_from_s(replace(CATALOGUE, start_s=CATALOGUE.first_s + 10 * DAY_S)) is None


def test_demo_traders_are_named_by_their_strategy(tmp_path: Path) -> None:
    traders = demo_traders(tmp_path, 20)
    names = [one.name for one in traders]
    assert len(set(names)) == len({one.address for one in traders}) == 20
    assert all(name.startswith("demo_") and is_username(name) for name in names)
