"""Figures about the past of an index (7.11): known answers, the slow reference, no look-ahead."""

import csv
import random
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction

import numpy as np
import pytest

from chain.catalogue import us
from chain.catalogue.us import us_catalogue
from engine.programmes.index_series import DailyPrints
from engine.programmes.past.falls import (
    current_fall,
    drawdowns,
    extremes,
    largest_fall,
    rank,
)
from engine.programmes.past.liquidated import liquidations, maintenance_rate_e12
from engine.programmes.past.months import (
    Month,
    Past,
    past_of,
    season_changes,
    season_closes,
)
from engine.programmes.past.patterns import (
    persistence,
    seasonality,
    together,
    trend,
)
from tests.engine.programmes.past import slow

E8, E12 = 10**8, 10**12
DAY_S = 86_400
RATE_E12 = 55 * 10**9
MARKETS = ("USA", "PHX", "DET", "AUS")


def months_of(prints: DailyPrints, now_s: int) -> list[Month]:
    """Return the months of the prints out by a time."""
    found: list[Month] = []
    for at_s, price in zip(*(column.tolist() for column in prints), strict=True):
        if at_s > now_s:
            break
        at = datetime.fromtimestamp(at_s, UTC)
        month = (at.year - 1970) * 12 + at.month - 1
        if found and found[-1].month == month:
            last = found.pop()
            low, high = min(last.low_e8, price), max(last.high_e8, price)
            found.append(Month(month, at_s, low, high, price))
        else:
            found.append(Month(month, at_s, price, price, price))
    return found


def past(*closes: int) -> Past:
    """Return an index with these month ends from January 1970 on, the last one the newest print."""
    months = [
        Month(i, i * 30 * DAY_S, close * E8, close * E8, close * E8)
        for i, close in enumerate(closes)
    ]
    found = past_of(months)
    assert found is not None
    return found


def everything(one: Past, other: Past) -> dict[str, object]:
    """Return every figure."""
    changes = season_changes(season_closes(one))
    points = one.points()
    return {
        "largest": largest_fall(points),
        "current": current_fall(points),
        "drawdowns": drawdowns(points),
        "month": extremes(one, 1),
        "year": extremes(one, 12),
        "rank": rank(one.newest.close_e8, [month.close_e8 for month in one.months]),
        "liquidations": liquidations(one, (2, 5, 10), RATE_E12),
        "trend": trend(one),
        "seasonality": seasonality(changes),
        "persistence": persistence(one),
        "together": together(changes, season_changes(season_closes(other))),
    }


def test_a_month_without_prints_has_the_price_before_and_the_newest_month_is_not_whole():
    found = past_of([Month(0, 10, 1, 5, 3), Month(3, 99, 4, 9, 7)])
    assert found == Past(
        (Month(0, 10, 1, 5, 3), Month(1, 10, 3, 3, 3), Month(2, 10, 3, 3, 3)), Month(3, 99, 4, 9, 7)
    )
    assert past_of([]) is None


def test_the_largest_fall_is_from_a_high_to_the_low_after_it_and_knows_its_recovery():
    found = largest_fall(past(100, 120, 90, 110, 120, 60, 90, 130, 120).points())
    assert found is not None
    assert (found.change_e12, found.peak.price_e8, found.trough.price_e8) == (
        -E12 // 2,
        120 * E8,
        60 * E8,
    )
    assert (found.peak.at_s, found.recovered_at_s) == (30 * DAY_S, 7 * 30 * DAY_S)


def test_a_fall_that_goes_on_has_no_recovery_and_equal_falls_count_once_as_the_first():
    found = largest_fall(past(100, 50, 200, 100, 150).points())
    assert found is not None
    assert (found.peak.price_e8, found.recovered_at_s) == (100 * E8, 2 * 30 * DAY_S)
    open_fall = largest_fall(past(100, 90, 95).points())
    assert open_fall is not None
    assert open_fall.recovered_at_s is None
    assert largest_fall(past(1, 2, 2, 3).points()) is None


def test_the_newest_print_counts_for_falls_but_is_no_month_end():
    points = past(100, 110, 55).points()
    assert drawdowns(points) == [0, 0, -E12 // 2]
    assert extremes(past(100, 110, 55), 1) is not None
    worst, best = extremes(past(100, 110, 55), 1) or (None, None)
    assert worst == best
    assert worst is not None
    assert worst.change_e12 == E12 // 10
    assert current_fall(past(100, 110, 110).points()) is None


def test_a_rank_counts_what_is_below():
    assert rank(5, [1, 5, 9, 4]) == (E12 // 2, 4)
    assert rank(5, []) is None


def at_limit(leverage: int, is_long: bool) -> int:
    """Return the last price at which a position from 100.00000000 is safe."""
    sign = 1 if is_long else -1
    price = (
        Fraction(100 * E8) * (1 - Fraction(sign, leverage)) / (1 - sign * Fraction(RATE_E12, E12))
    )
    return -(-price.numerator // price.denominator) if is_long else int(price)


@pytest.mark.parametrize("leverage", [2, 5, 10])
@pytest.mark.parametrize("is_long", [True, False])
def test_a_position_is_liquidated_one_unit_behind_the_limit_and_not_at_it(leverage, is_long):
    price = at_limit(leverage, is_long)
    for step, gone in ((0, 0), (-1 if is_long else 1, 1)):
        flat = [Month(i, i, 100 * E8, 100 * E8, 100 * E8) for i in range(13)]
        edge = Month(13, 13, min(price + step, 100 * E8), max(price + step, 100 * E8), 100 * E8)
        found = past_of([flat[0], edge._replace(month=1), *flat[2:]])
        assert found is not None
        counts = next(c for c in liquidations(found, [leverage], RATE_E12) if c.is_long is is_long)
        assert (counts.entries, counts.to_date) == (12, gone)
        assert (counts.year_entries, counts.within_year) == (0, 0)


@pytest.mark.parametrize(("is_long", "price"), [(True, 50 * E8), (False, 150 * E8)])
def test_margin_that_just_covers_the_requirement_is_safe(is_long, price):
    for step, gone in ((0, 0), (-1 if is_long else 1, 1)):
        low, high = min(price + step, 100 * E8), max(price + step, 100 * E8)
        rows = [Month(0, 0, 100 * E8, 100 * E8, 100 * E8), Month(1, 1, low, high, 100 * E8)]
        found = past_of(rows)
        assert found is not None
        counts = next(c for c in liquidations(found, [2], 0) if c.is_long is is_long)
        assert (counts.entries, counts.to_date) == (1, gone)


def test_an_index_at_its_former_high_has_recovered():
    found = largest_fall(past(100, 60, 100, 120).points())
    assert found is not None
    assert found.recovered_at_s == 2 * 30 * DAY_S


def test_within_a_year_counts_the_twelve_months_after_the_entry_and_no_more():
    def counted(crash_month: int) -> int:
        closes = [100] * 30
        closes[crash_month] = 1
        found = liquidations(past(*closes), [2], 0)[0]
        return found.within_year - sum(
            crash_month - 12 <= entry < crash_month and entry <= 16 for entry in range(29)
        )

    assert [counted(month) for month in (1, 12, 13, 20, 28)] == [0] * 5


def test_the_maintenance_rate_rounds_up():
    assert maintenance_rate_e12(E12 // 10, E12 // 2, 5 * 10**9) == RATE_E12
    assert maintenance_rate_e12(3, E12 // 2, 0) == 2


def test_too_little_history_has_no_figure():
    short = past(*range(100, 112))
    assert extremes(short, 12) is None
    assert trend(past(*range(100, 124))) is None
    assert trend(past(*range(100, 125))) is not None
    assert persistence(past(*range(100, 125))) is None
    assert persistence(past(*range(100, 126))) is not None
    few = {season: season for season in range(11)}
    assert seasonality(few) is None
    assert together(few, few) is None


def test_an_index_that_does_not_move_has_no_strength_and_no_correlation():
    flat = trend(past(*[100] * 30))
    assert flat is not None
    assert (flat.per_year_e6, flat.strength_e6) == (0, None)
    still, moving = dict.fromkeys(range(20), 0), {season: season for season in range(20)}
    found = seasonality(still)
    assert found is not None
    assert found.strength_e6 is None
    assert together(still, moving) is None
    assert together(moving, still) is None


def test_a_perfect_pattern_has_strength_one_and_opposites_correlation_minus_one():
    changes = {season: (season % 4) * 10**9 for season in range(20)}
    found = seasonality(changes)
    assert found is not None
    assert found.strength_e6 == 10**6
    assert [season.mean_e12 for season in found.seasons] == [0, 10**9, 2 * 10**9, 3 * 10**9]
    twice = {season: -2 * change for season, change in changes.items()}
    both = together(changes, twice)
    assert both is not None
    assert (both.count, both.correlation_e6, both.beta_e6) == (20, -(10**6), -(10**6) // 2)


@pytest.mark.parametrize(
    ("symbol", "until"),
    [(symbol, date(2016, 7, 14)) for symbol in MARKETS]
    + [("PHX", date(2007, 12, 1)), ("USA", date(2012, 3, 1))],
)
def test_every_figure_equals_the_slow_reference_from_the_raw_table(symbol, until):
    catalogue = us_catalogue()
    ids = {market.symbol: market.acre_id for market in catalogue.markets}
    now_s = slow.seconds(until)
    found = past_of(months_of(catalogue.prints(ids[symbol]), now_s))
    country = past_of(months_of(catalogue.prints(ids["MIA"]), now_s))
    assert found is not None
    assert country is not None
    prints = slow.daily(slow.quarters(symbol), until)
    ends = slow.whole_months(prints)
    points = [*ends, prints[-1]]
    figures = everything(found, country)

    fall = figures["largest"]
    assert (fall.change_e12, fall.peak.at_s, fall.trough.at_s, fall.recovered_at_s) == (
        slow.largest_fall(points)
    )
    for months, name in ((1, "month"), (12, "year")):
        known = slow.moves(ends, months)
        worst, best = figures[name]
        assert tuple(worst) == min(known, key=lambda move: move[0])
        assert tuple(best) == max(known, key=lambda move: move[0])
    highest = [max(price for _, price in points[: i + 1]) for i in range(len(points))]
    assert figures["drawdowns"] == [
        (price - high) * E12 // high for (_, price), high in zip(points, highest, strict=True)
    ]
    below = [price for _, price in ends if price < prints[-1][1]]
    assert figures["rank"] == (len(below) * E12 // len(ends), len(ends))
    for count in figures["liquidations"]:
        assert (count.year_entries, count.within_year, count.entries, count.to_date) == (
            slow.count_liquidations(
                prints, count.leverage, Fraction(RATE_E12, E12), is_long=count.is_long
            )
        ), count
    line = figures["trend"]
    assert (line.per_year_e6, line.strength_e6) == slow.trend(ends)
    changes = slow.seasons(ends)
    pattern = figures["seasonality"]
    assert pattern.strength_e6 == slow.season_strength(changes)
    for season in pattern.seasons:
        values = [v for (_, month), v in changes.items() if month == 2 + 3 * season.number]
        assert season.count == len(values)
        assert season.mean_e12 == sum(int(v * E12) for v in values) // len(values)
        assert season.rises_e6 == sum(v > 0 for v in values) * 10**6 // len(values)
    other = slow.seasons(slow.whole_months(slow.daily(slow.quarters("MIA"), until)))
    both = figures["together"]
    assert (both.correlation_e6, both.beta_e6) == slow.correlation(changes, other)
    assert both.count == len(changes.keys() & other.keys())
    last = figures["persistence"]
    assert (
        last.count,
        last.error_e12,
        last.unchanged_error_e12,
        last.right_direction_e6,
    ) == slow.persistence(ends)


def test_quarters_that_are_not_out_yet_change_nothing(tmp_path, monkeypatch):
    """The future is cut off the table, then written anew at random: each figure stays."""
    rng = random.Random(319)
    catalogue = us_catalogue()
    ids = {market.symbol: market.acre_id for market in catalogue.markets}
    with us.INDEX_FILE.open(newline="") as table:
        lines = list(csv.reader(table))
    for _ in range(6):
        now = date.fromordinal(
            rng.randrange(date(1984, 1, 1).toordinal(), date(2021, 1, 1).toordinal())
        )
        now_s = slow.seconds(now)
        symbol, other = rng.sample(sorted(ids), 2)
        whole = [past_of(months_of(catalogue.prints(ids[s]), now_s)) for s in (symbol, other)]
        expected = everything(*whole)

        known = sum(
            slow.later(date(*map(int, row[0].split("-")[:2]), 1), 3) <= now for row in lines[1:]
        )
        cut = []
        for one in (symbol, other):
            history = catalogue.histories.by_acre_id[ids[one]]
            short = replace(history, price_usd=history.price_usd[:known].copy())
            cut.append(past_of(months_of(short.prints(), now_s)))
        assert everything(*cut) == expected, (symbol, other, now)

        altered = [
            row
            if number <= known or row[0].startswith("2022-06")
            else [row[0], *(f"{float(cell) * rng.uniform(0.3, 3):.2f}" for cell in row[1:])]
            for number, row in enumerate(lines)
        ]
        file = tmp_path / "us_hpi.csv"
        with file.open("w", newline="") as out:
            csv.writer(out, lineterminator="\n").writerows(altered)
        with monkeypatch.context() as patched:
            patched.setattr(us, "INDEX_FILE", file)
            changed = us_catalogue()
            wrong = [past_of(months_of(changed.prints(ids[s]), now_s)) for s in (symbol, other)]
            assert not np.array_equal(
                changed.prints(ids[symbol]).price_e8, catalogue.prints(ids[symbol]).price_e8
            )
        assert everything(*wrong) == expected, (symbol, other, now)
