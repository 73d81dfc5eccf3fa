"""The scan by one, two and four positions at a time: the same rows, those of exact fractions."""

import random
from fractions import Fraction

import numpy as np
import pytest

from bench._portfolio import POSITION, with_portfolios
from bench.scan import LARGE_E6, MARKETS, NOW_S, ORDINARY_E6, lanes, portfolios, small_exchange
from engine.core.exchange import Exchange
from tests.engine.core.support.portfolios import (
    FUNDING_MAX,
    POSITION_MAX,
    PRICE_MAX,
    PRICES,
    RULES,
    made,
)
from tests.engine.core.support.world import E6, E8, E12
from tests.reference.rounding import clamp, down, up

Position = tuple[int, int, int, int]  # market from 0, size, entry price, entry index
E18 = 10**18
AMOUNT_MAX, RATIO_MAX = 9 * 10**18, 10**15


def reference_row(exchange: Exchange, now_s: int, positions: list[Position]) -> tuple[int, ...]:
    """P&L of price and funding, initial and required margin, each position rounded as ruled."""
    price_pnl = funding_pnl = initial = maintenance = fees = 0
    for market, size, entry, entry_funding in positions:
        view = exchange.market_view(market + 1, now_s)
        rules = view.parameters
        scale = rules["skew_scale_e6"]
        notional = Fraction(abs(size) * view.index_price_e8, 10**14)
        slope = up(Fraction(abs(size) * rules["initial_margin_ratio_e12"], scale)) if scale else 0
        ratio = min(RATIO_MAX, slope + rules["min_initial_margin_ratio_e12"])
        upheld = up(Fraction(ratio * rules["maintenance_margin_proportion_e12"], E12))
        price_pnl += down(Fraction(size * (view.index_price_e8 - entry), E8))
        funding_pnl += down(Fraction(size * (view.funding_per_unit_e18 - entry_funding), E18))
        initial += up(notional * ratio / E6) + rules["min_position_margin_e6"]
        maintenance += up(notional * upheld / E6) + rules["min_position_margin_e6"]
        fees += up(notional * rules["liquidation_fee_rate_e12"] / E6)
    limits = exchange.exchange_view(now_s).parameters
    if positions:
        maintenance += min(
            max(fees, limits["min_liquidation_fee_e6"]), limits["max_liquidation_fee_e6"]
        )
    return tuple(clamp(each, AMOUNT_MAX) for each in (price_pnl, funding_pnl, initial, maintenance))


def assert_as_the_reference(
    exchange: Exchange, held: list[list[Position]], now_s: int | None = None
) -> None:
    """Every width gives the same bytes, and these are the figures of the reference."""
    now_s = exchange.now_s if now_s is None else now_s
    rows = exchange.account_scan(now_s, _lanes=1)
    for each in lanes():
        assert exchange.account_scan(now_s, _lanes=each).tobytes() == rows.tobytes(), each
    assert exchange.account_scan(now_s).tobytes() == rows.tobytes()
    for row, positions in zip(rows, held, strict=True):
        expected = reference_row(exchange, now_s, positions)
        names = ("price_pnl_e6", "funding_pnl_e6", "initial_e6", "required_e6")
        assert tuple(int(row[name]) for name in names) == expected, positions
        available = clamp(int(row["collateral_e6"]) + expected[0] + expected[1], AMOUNT_MAX)
        assert row["available_e6"] == available
        assert row["is_liquidatable"] == (expected[3] > available)


def made_of(held: list[list[Position]], price: int = 400 * E8, funding: int = 0) -> Exchange:
    """An exchange of accounts without collateral, all markets at one price and index."""
    count = len(RULES)
    return made([price] * count, [funding] * count, [(0, positions) for positions in held])


@pytest.mark.parametrize("largest", [ORDINARY_E6, LARGE_E6])
def test_portfolios_of_the_bench(largest):
    exchange, columns = portfolios(3_000, largest)
    rows = exchange.account_scan(NOW_S, _lanes=1)
    assert len(lanes()) == 1 or rows["position_count"].max() == 8
    for each in lanes():
        assert exchange.account_scan(NOW_S, _lanes=each).tobytes() == rows.tobytes(), each
    assert len(rows) == len(columns[0].collateral)


@pytest.mark.parametrize("count", range(13))
def test_any_number_of_positions_of_one_account(count):
    # Alone, and among accounts of other numbers, so that a vector ends anywhere.
    draw = random.Random(count)
    base = small_exchange()
    prices = [base.market_view(market + 1, NOW_S).index_price_e8 for market in range(MARKETS)]
    counts = [count, *(draw.choice((count, 0, 1, 12, 5)) for _ in range(40)), count]
    held = [
        [
            (
                market,
                draw.choice((-1, 1)) * draw.randint(1, 10 ** draw.randint(1, 9)),
                prices[market] + draw.randint(-(10**9), 10**9),
                draw.randint(-(10**19), 10**19),
            )
            for market in sorted(draw.sample(range(MARKETS), number))
        ]
        for number in counts
    ]
    for accounts in (held[:1], held):
        rows = np.zeros(sum(map(len, accounts)), POSITION)
        for row, (market, size, entry, funding) in zip(
            rows, (each for positions in accounts for each in positions), strict=True
        ):
            row["market"], row["size_e6"], row["entry_price_e8"] = market, size, entry
            row["funding_low"], row["funding_high"] = funding % 2**64, funding >> 64
        exchange = with_portfolios(
            base,
            np.array([draw.randint(0, 10**12) for _ in accounts]),
            np.array([len(positions) for positions in accounts]),
            rows,
        )
        assert_as_the_reference(exchange, accounts, NOW_S)


@pytest.mark.parametrize("over", [-1, 0, 1])
@pytest.mark.parametrize("price", [*PRICES, 14_327_000_000, 3 * 10**9 + 7])
def test_round_sizes_whose_quotients_are_whole(price, over):
    held = [
        [
            (
                market,
                sign * max(1, 10**power + over),
                max(1, min(PRICE_MAX, price + change)),
                paid * 10 ** (19 - min(power, 19)),
            )
            for market in range(len(RULES))
        ]
        for power in range(14)
        if 10**power + over <= POSITION_MAX
        for sign in (-1, 1)
        for change in (-E8, 0, 10**4)
        for paid in (-1, 0, 3)
    ]
    assert_as_the_reference(made_of(held, price), held)


@pytest.mark.parametrize("bits", range(44, 52))
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_quotients_at_the_bounds_of_the_guesses(bits, over):
    # n * (p - e) / 10**8 and n * (F - f) / 10**18 at 2**bits; margins go along with the price.
    held = []
    for size in (10**13, 10**12 + 7, 66_666_666_667, 3):
        entry = PRICE_MAX - 2**bits * E8 // size + over
        change = 2**bits * E18 // size + over
        held += [
            [
                (
                    market,
                    sign * size,
                    max(1, min(PRICE_MAX, entry)),
                    clamp(paid * change, FUNDING_MAX),
                )
                for market in range(len(RULES))
            ]
            for sign in (-1, 1)
            for paid in (-1, 1)
        ]
    assert_as_the_reference(made_of(held, PRICE_MAX), held)


@pytest.mark.parametrize("unit", [1, -1])
def test_funding_one_unit_around_whole_quotients(unit):
    draw = random.Random(unit)
    held = []
    for _ in range(300):
        size = draw.choice((1, 3, 7, E6, 10**8 + 1, 10**10 + 7))
        change = draw.randint(-(10 ** draw.randint(1, 6)), 10**6) * E18 // size
        held.append(
            [
                (market, unit * size, 400 * E8, clamp(change + near, FUNDING_MAX))
                for market, near in enumerate((-2, -1, 0, 1, 2))
            ]
        )
    assert_as_the_reference(made_of(held), held)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("funding", [0, FUNDING_MAX, -FUNDING_MAX, 2**70 + 1])
def test_random_positions_up_to_the_limits(seed, funding):
    draw = random.Random(seed)
    held = [
        [
            (
                market,
                draw.choice((-1, 1)) * draw.randint(1, 10 ** draw.randint(1, 13)),
                draw.randint(1, 10 ** draw.randint(1, 13)),
                clamp(funding + draw.choice((-1, 1)) * draw.getrandbits(draw.randint(1, 80)),
                      FUNDING_MAX),
            )
            for market in sorted(draw.sample(range(len(RULES)), draw.randint(0, len(RULES))))
        ]
        for _ in range(120)
    ]  # fmt: skip
    price = draw.choice((draw.randint(1, PRICE_MAX), 400 * E8, PRICE_MAX))
    assert_as_the_reference(made_of(held, price, funding), held)


def test_a_number_of_lanes_that_there_is_not_is_refused():
    for each in (-1, 3, 5, 8):
        with pytest.raises(ValueError, match="lanes"):
            Exchange().account_scan(0, _lanes=each)
