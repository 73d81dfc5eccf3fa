"""The past of the indexes over HTTP (API 5.2, 7.11), against the slow reference."""

import asyncio
from datetime import UTC, date, datetime
from fractions import Fraction
from math import floor

import pytest
import pytest_asyncio

from chain.catalogue.us import us_catalogue
from edge.api.past.reads import PastReads
from edge.http.cache import RecentValues
from edge.http.limits import COMPARED_MAX, PAST_MARKETS_MAX, PAST_MONTHS_MAX
from engine.programmes.past.months import WHOLE_MONTHS_MIN
from tests.edge.full_tables import fill_markets
from tests.edge.http.test_no_request_holds_the_loop import HOLD_S, MARGIN
from tests.edge.loop_steps import ask, measured
from tests.edge.service_world import running_service
from tests.engine.programmes.past import slow

EXPRESS = "/express/v1/market"
E6, E12 = 10**6, 10**12
AREAS = {11: "PHX", 12: "DET"}
DAY_S = 86_400
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory, database_url):
    """The service with the real index of two cities, also of the days to come."""
    async with running_service(tmp_path_factory.mktemp("past"), database_url) as running:
        await fill(running)
        yield running


async def fill(running, first_s: int = 0) -> None:
    catalogue = us_catalogue()
    ids = {market.symbol: market.acre_id for market in catalogue.markets}
    pool = running.context.store.pool
    await pool.execute("DELETE FROM index_value")
    for acre_id, symbol in AREAS.items():
        days, prices = catalogue.prints(ids[symbol])
        rows = [
            (acre_id, day, price)
            for day, price in zip(days.tolist(), prices.tolist(), strict=True)
            if day >= first_s
        ]
        await pool.executemany("INSERT INTO index_value VALUES ($1, $2, $3)", rows)
    running.context.past.__init__(running.context.store)  # forgets what it has made


def newest_of(running) -> date:
    at_s = running.exchange.market_view(1, running.context.now_s()).index_price_at_s
    return datetime.fromtimestamp(at_s, UTC).date()


def prints_of(running, acre_id: int):
    return slow.daily(slow.quarters(AREAS[acre_id]), newest_of(running))


async def test_falls_equal_the_slow_reference(service):
    seen = await service.get(f"{EXPRESS}/aus/past")
    prints = prints_of(service, 11)
    ends = slow.whole_months(prints)
    points = [*ends, prints[-1]]
    assert (seen["symbol"], seen["months"], seen["monthsNeeded"]) == ("AUS", len(ends), 24)
    assert (seen["from"], seen["asOf"]) == (slow.seconds(ends[0][0]), slow.seconds(prints[-1][0]))

    change, peak_s, trough_s, recovered_s = slow.largest_fall(points)
    fall, prices = seen["largestFall"], {slow.seconds(day): price for day, price in points}
    assert Fraction(fall["change"]) == Fraction(change, E12)
    assert (fall["peakAt"], fall["troughAt"]) == (peak_s, trough_s)
    assert fall["recoveredAt"] == recovered_s
    assert (int(fall["peak"]), int(fall["trough"])) == (prices[peak_s], prices[trough_s])
    assert fall["monthsDown"] == months_between(peak_s, trough_s)
    assert fall["monthsUp"] == months_between(trough_s, recovered_s)
    top_day, top = max(points, key=lambda point: point[1])
    current = seen["currentFall"]
    if top == prints[-1][1]:
        assert current is None
    else:
        assert current["peakAt"] == slow.seconds(top_day)
        assert Fraction(current["change"]) == Fraction((prints[-1][1] - top) * E12 // top, E12)
    assert [p["timestamp"] for p in seen["drawdown"]] == [slow.seconds(day) for day, _ in points]
    assert min(Fraction(p["value"]) for p in seen["drawdown"]) == Fraction(change, E12)


async def test_extremes_and_ranks_equal_the_slow_reference(service):
    seen = await service.get(f"{EXPRESS}/aus/past")
    prints = prints_of(service, 11)
    ends = slow.whole_months(prints)
    for name, months in (("month", 1), ("year", 12)):
        known = slow.moves(ends, months)
        for which, choose in (("worst", min), ("best", max)):
            move = seen[name][which]
            wanted = choose(known, key=lambda one: one[0])
            assert (Fraction(move["change"]) * E12, move["from"], move["to"]) == wanted

    newest_day, newest = prints[-1]
    rank = seen["priceRank"]
    below = sum(price < newest for _, price in ends)
    assert (Fraction(rank["percentile"]), rank["months"]) == (
        Fraction(below * E12 // len(ends), E12),
        len(ends),
    )
    ago = dict(prints)[date.fromordinal(newest_day.toordinal() - 365)]
    change = floor(slow.ratio(newest, ago) * E12)
    years = [one[0] for one in slow.moves(ends, 12)]
    rank = seen["yearRank"]
    assert Fraction(rank["change"]) * E12 == change
    assert rank["months"] == len(years)
    below = sum(one < change for one in years)
    assert Fraction(rank["percentile"]) * E12 == below * E12 // len(years)


async def test_liquidations_equal_the_slow_reference_with_the_terms_of_the_market(service):
    seen = await service.get(f"{EXPRESS}/aus/past")
    prints = prints_of(service, 11)
    rate = Fraction(seen["maintenanceRate"])
    terms = service.exchange.market_view(1, service.context.now_s()).parameters
    exact = Fraction(terms["min_initial_margin_ratio_e12"], E12) * Fraction(
        terms["maintenance_margin_proportion_e12"], E12
    ) + Fraction(terms["liquidation_fee_rate_e12"], E12)
    assert 0 <= rate - exact < Fraction(1, E12)
    most = service.exchange.market_view(1, service.context.now_s()).max_leverage_e12
    wanted = [(n, side) for n in (2, 5, 10) if n * E12 <= most for side in ("long", "short")]
    assert [(int(c["leverage"]), c["side"]) for c in seen["liquidations"]] == wanted
    for count in seen["liquidations"]:
        assert (
            count["yearEntries"],
            count["withinYear"],
            count["entries"],
            count["toDate"],
        ) == slow.count_liquidations(
            prints, int(count["leverage"]), rate, is_long=count["side"] == "long"
        )


async def test_patterns_equal_the_slow_reference(service):
    seen = await service.get(f"{EXPRESS}/aus/past")
    prints = prints_of(service, 11)
    ends = slow.whole_months(prints)
    assert (
        Fraction(seen["trend"]["perYear"]) * E6,
        Fraction(seen["trend"]["strength"]) * E6,
    ) == slow.trend(ends)
    changes = slow.seasons(ends)
    assert Fraction(seen["seasonality"]["strength"]) * E6 == slow.season_strength(changes)
    last = seen["persistence"]
    assert (
        last["count"],
        Fraction(last["meanError"]) * E12,
        Fraction(last["unchangedError"]) * E12,
        Fraction(last["rightDirection"]) * E6,
    ) == slow.persistence(ends)
    (other,) = seen["together"]
    expected = slow.correlation(changes, slow.seasons(slow.whole_months(prints_of(service, 12))))
    assert (Fraction(other["correlation"]) * E6, Fraction(other["beta"]) * E6) == expected
    assert (other["symbol"], other["isCountry"]) == ("DAL-1", False)


def months_between(from_s: int, to_s: int | None) -> int | None:
    if to_s is None:
        return None
    one, two = (datetime.fromtimestamp(at_s, UTC) for at_s in (from_s, to_s))
    return 12 * (two.year - one.year) + two.month - one.month


async def test_prints_of_days_to_come_change_nothing(service):
    """They are in the table from the start; then they are altered, then cut off."""
    paths = [
        f"{EXPRESS}/aus/past",
        f"{EXPRESS}/correlations",
        f"{EXPRESS}/compare?symbols=AUS,DAL-1",
    ]
    pool, now_s = service.context.store.pool, slow.seconds(newest_of(service))
    answers = []
    for change in ("UPDATE index_value SET price_e8 = price_e8 * 3", "DELETE FROM index_value"):
        service.context.past.__init__(service.context.store)
        answers.append([await service.get(path) for path in paths])
        touched = await pool.execute(f"{change} WHERE published_at_s > $1", now_s)
        assert int(touched.rpartition(" ")[2]) > 100
    service.context.past.__init__(service.context.store)
    answers.append([await service.get(path) for path in paths])
    assert answers[0] == answers[1] == answers[2]
    await fill(service)


async def test_a_short_history_has_no_figure_and_says_how_much_there_is(service):
    newest = newest_of(service)
    first = slow.later(date(newest.year, newest.month, 1), -(WHOLE_MONTHS_MIN - 1))
    await fill(service, slow.seconds(first))
    seen = await service.get(f"{EXPRESS}/AUS/past")
    assert (seen["months"], seen["monthsNeeded"]) == (WHOLE_MONTHS_MIN - 1, WHOLE_MONTHS_MIN)
    nothing = ("largestFall", "month", "year", "priceRank", "yearRank", "trend", "persistence")
    assert [seen[name] for name in nothing] == [None] * len(nothing)
    assert seen["liquidations"] == seen["drawdown"] == seen["together"] == []
    await fill(service, slow.seconds(slow.later(first, -1)))
    seen = await service.get(f"{EXPRESS}/AUS/past")
    assert seen["months"] == WHOLE_MONTHS_MIN
    assert seen["trend"]["months"] == WHOLE_MONTHS_MIN
    await fill(service)


async def test_the_table_is_symmetric_with_ones_and_the_slow_correlations(service):
    seen = await service.get(f"{EXPRESS}/correlations")
    assert [market["symbol"] for market in seen["markets"]] == ["AUS", "DAL-1"]
    one, two = (slow.seasons(slow.whole_months(prints_of(service, area))) for area in AREAS)
    expected, _ = slow.correlation(one, two)
    rows = [[Fraction(cell) * E6 for cell in row] for row in seen["rows"]]
    assert rows == [[E6, expected], [expected, E6]]
    assert seen["quarters"] == len(one)


async def test_compared_markets_begin_at_100_and_follow_the_prints(service):
    start = date(2006, 5, 17)
    query = f"symbols=AUS,dal-1&start={slow.seconds(start)}"
    seen = await service.get(f"{EXPRESS}/compare?{query}")
    assert seen["start"] == seen["timestamp"][0] == slow.seconds(start)
    assert seen["timestamp"][-1] == slow.seconds(newest_of(service))
    for market, area in zip(seen["markets"], AREAS, strict=True):
        prints = prints_of(service, area)
        chosen = [dict(prints)[start], *(p for d, p in slow.whole_months(prints) if d > start)]
        chosen.append(prints[-1][1])
        expected = [Fraction(100 * E6 * price // chosen[0], E6) for price in chosen]
        assert [Fraction(value) for value in market["values"]] == expected
    month_end = slow.seconds(date(2006, 5, 31))
    at_end = await service.get(f"{EXPRESS}/compare?symbols=AUS&start={month_end}")
    assert at_end["timestamp"][:2] == [month_end, slow.seconds(date(2006, 6, 30))]
    whole = await service.get(f"{EXPRESS}/compare?symbols=AUS")
    assert whole["start"] == whole["earliest"] == slow.seconds(prints_of(service, 11)[0][0])


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "VALIDATION"),
        ("symbols=", "VALIDATION"),
        ("symbols=A1,A2,A3,A4,A5,A6", "VALIDATION"),
        ("symbols=AUS,NOWHERE", "MARKET_NOT_FOUND"),
        ("symbols=AUS&start=-1", "VALIDATION"),
        ("symbols=AUS&start=1000000000000", "VALIDATION"),
        ("symbols=AUS&start=99999999999999999999", "VALIDATION"),
    ],
)
async def test_other_questions_are_refused(service, query, code):
    status = 404 if code == "MARKET_NOT_FOUND" else 400
    answer = await service.get(f"{EXPRESS}/compare?{query}", status)
    assert answer["code"] == code


async def test_the_same_market_twice_is_one(service):
    seen = await service.get(f"{EXPRESS}/compare?symbols=AUS,aus,AUS,aus,AUS,aus")
    assert len(seen["markets"]) == 1


async def test_the_longest_history_of_all_markets_does_not_hold_the_loop(service):
    await fill_markets(service)
    ids = sorted(service.exchange.market_ids())[:PAST_MARKETS_MAX]
    views = [service.exchange.market_view(i, service.context.now_s()) for i in ids]
    await service.context.store.pool.execute(
        "INSERT INTO index_value SELECT a, $2 - n * 2635200, 10000000000 + n * 7919 * a % 99991 "
        "FROM unnest($1::bigint[]) AS a, generate_series(0, $3::bigint) AS n "
        "ON CONFLICT DO NOTHING",
        [view.acre_id for view in views],
        min(view.index_price_at_s for view in views),
        PAST_MONTHS_MAX,
    )
    symbols = ",".join(view.symbol for view in views[:COMPARED_MAX])
    for path in ("correlations", f"compare?symbols={symbols}", f"{views[5].symbol}/past"):
        holds = []
        for _ in range(3):  # the machine of the tests is shared: the quietest counts
            service.context.past.__init__(service.context.store)
            with measured() as steps:
                answer = await ask(service, "GET", f"{EXPRESS}/{path}")
            assert answer.status == 200, (path, answer.body)
            holds.append((steps.longest_s, steps.worst))
        assert min(holds)[0] <= HOLD_S * MARGIN, (path, min(holds))


async def test_a_market_without_a_print_is_not_compared(service):
    await service.context.store.pool.execute("DELETE FROM index_value WHERE acre_id = 12")
    answer = await service.get(f"{EXPRESS}/compare?symbols=AUS,DAL-1", 409)
    assert answer["code"] == "INSUFFICIENT_HISTORY"
    await fill(service)


class CountingStore:
    """A store that counts its reads."""

    def __init__(self, store) -> None:
        self._store, self.reads = store, 0

    def rows(self, *values):
        self.reads += 1
        return self._store.rows(*values)

    def row(self, *values):
        self.reads += 1
        return self._store.row(*values)


async def test_figures_are_made_once_for_a_print_and_callers_share_the_work(service):
    store = CountingStore(service.context.store)
    past = PastReads(store)
    view = service.exchange.market_view(1, service.context.now_s())
    found = await asyncio.gather(*(past.figures(view) for _ in range(20)))
    assert store.reads == 2
    assert all(one is found[0] for one in found)
    tables = await asyncio.gather(*(past.table([view]) for _ in range(20)))
    assert all(one is tables[0] for one in tables)
    assert store.reads == 4


async def test_recent_values_are_bounded_and_a_failure_is_tried_again():
    made, recent = [], RecentValues(PAST_MARKETS_MAX)

    async def make(key: int) -> int:
        made.append(key)
        if made.count(key) == 1 and key == 7:
            raise ValueError("first")
        return key

    with pytest.raises(ValueError, match="first"):
        await recent.get(7, lambda: make(7))
    assert await recent.get(7, lambda: make(7)) == 7
    for key in range(10 * PAST_MARKETS_MAX):
        assert await recent.get(key, lambda key=key: make(key)) == key
        assert await recent.get(0, lambda: make(0)) == 0
        assert len(recent) <= PAST_MARKETS_MAX
    assert made.count(0) == 1  # the last used ones stay
