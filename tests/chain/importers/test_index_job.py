"""Prints of imported prices: one a day, from what was out, written once, whatever happens."""

import math
import resource
from datetime import UTC, datetime
from itertools import pairwise

import numpy as np
import pytest

from chain.catalogue.statistics import Figure, Metric, Statistics, month_start_s
from chain.importers.importing import Importer
from chain.importers.imports import DATA, IMPORTS, PRINTS, Imports
from chain.importers.index_job import DAILY_MOVE_MAX, IndexJob
from chain.importers.store import ImportStore
from chain.oracle.csv_source import CsvSource
from chain.oracle.prints_file import PrintsFileError, read_prints
from chain.oracle.source import FeedMarket
from engine.programmes.index_series import daily_prints, smooth_trailing_year
from tests.chain.importers.files import MARKETS, catalogue, month, wavy, write, zillow

DAY_S = 86_400
ELM = MARKETS[0]  # its reference home has 2,000 sq ft
START_S = month_start_s(month(2020, 1))


def values(prices: dict[int, float], metric: Metric = Metric.HOME_VALUE) -> Statistics:
    """Return prices of homes by month, out a month after its end."""
    return Statistics(
        {
            (1, metric): [
                Figure(month_start_s(m), month_start_s(m + 2), round(price * 10**6))
                for m, price in prices.items()
            ]
        }
    )


def rows(folder, name: str = "ELM") -> list[tuple[int, int]]:
    return [(row.published_at_s, row.price_e8) for row in read_prints(folder / f"{name}.csv").rows]


def play(folder, statistics, days, step: int = 1) -> None:
    job = IndexJob(folder)
    for day in range(0, days, step):
        job.step(statistics, {ELM: Metric.HOME_VALUE}, START_S + day * DAY_S + 60)


FIGURES = {month(2019, 10) + n: 200_000 + 3_000 * n for n in range(8)}


def test_the_prints_are_those_of_the_index_series(tmp_path):
    """`daily_prints` makes the same way all at once; the job takes it a day at a time."""
    play(tmp_path, values(FIGURES), 120)
    line = np.array([price / 2_000 for price in FIGURES.values()])
    whole = daily_prints(month(2019, 10), line)
    expected = dict(zip(whole.published_at_s.tolist(), whole.price_e8.tolist(), strict=True))
    found = rows(tmp_path)
    assert [at_s for at_s, _ in found] == [START_S + n * DAY_S for n in range(120)]
    for at_s, price_e8 in found:
        assert abs(price_e8 - expected[at_s]) <= 20, at_s  # each day rounds once to 1e-8


@pytest.mark.parametrize("step", [2, 7, 45, 119])
def test_days_that_were_missed_are_made_up_the_same(tmp_path, step):
    play(tmp_path / "all", values(FIGURES), 120)
    play(tmp_path / "few", values(FIGURES), 120, step)
    few = rows(tmp_path / "few")
    assert few == rows(tmp_path / "all")[: len(few)]
    assert len(few) == (119 // step) * step + 1


def test_a_restart_at_any_day_repeats_and_leaves_out_nothing(tmp_path):
    play(tmp_path / "one", values(FIGURES), 60)
    for day in range(60):
        job = IndexJob(tmp_path / "many")  # a process of its own each day, looking twice
        for _ in range(2):
            job.step(values(FIGURES), {ELM: Metric.HOME_VALUE}, START_S + day * DAY_S + 60)
    name = "ELM.csv"
    assert (tmp_path / "many" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()


@pytest.mark.parametrize("kept", [0, 5, 24, 30, -1, -2, -12])
def test_a_line_that_a_crash_cut_is_written_again(tmp_path, kept):
    play(tmp_path, values(FIGURES), 3)
    path = tmp_path / "ELM.csv"
    whole = path.read_bytes()
    path.write_bytes(whole[:kept])
    last = START_S + 2 * DAY_S + 60
    IndexJob(tmp_path).step(values(FIGURES), {ELM: Metric.HOME_VALUE}, last)
    found = rows(tmp_path)
    if kept < 0:
        assert path.read_bytes() == whole
    else:  # nothing but the header was left, or less: today is the first day
        assert [at_s for at_s, _ in found] == [START_S + 2 * DAY_S]
        assert path.read_bytes().startswith(b"market,published_at,price\n")


def test_nothing_is_written_before_a_figure_is_out(tmp_path):
    late = values({month(2020, 1): 200_000})
    job = IndexJob(tmp_path)
    for day in range(60):
        job.step(late, {ELM: Metric.HOME_VALUE}, START_S + day * DAY_S)
    assert not (tmp_path / "ELM.csv").exists()
    job.step(late, {ELM: Metric.HOME_VALUE}, START_S + 60 * DAY_S)
    assert rows(tmp_path) == [(START_S + 60 * DAY_S, 100 * 10**8)]  # 1 March


def test_a_print_does_not_know_what_comes_after_its_month(tmp_path):
    later = {**FIGURES, month(2019, 12): 900_000.0, month(2020, 1): 1.0}
    play(tmp_path / "a", values(FIGURES), 31)
    play(tmp_path / "b", values(later), 31)
    assert rows(tmp_path / "a") == rows(tmp_path / "b")


def test_of_each_month_the_first_vintage_makes_the_prints(tmp_path):
    gap = {m: price for m, price in FIGURES.items() if m != month(2020, 1)}  # December is newest
    first = values(gap).figures(1, Metric.HOME_VALUE)
    empty = [one._replace(published_at_s=one.published_at_s - DAY_S, value=None) for one in first]
    revised = [
        Figure(month_start_s(m), month_start_s(month(2020, 2)) + DAY_S, 230_000 * 10**6)
        for m in (month(2019, 11), month(2019, 12))
    ]
    play(tmp_path / "a", values(gap), 100)
    play(tmp_path / "b", Statistics({(1, Metric.HOME_VALUE): [*empty, *first, *revised]}), 100)
    assert rows(tmp_path / "b") == rows(tmp_path / "a")


def test_a_figure_that_comes_late_takes_more_days_than_are_left(tmp_path):
    late = dict(FIGURES) | {month(2019, 12): 300_000.0}
    play(tmp_path, values(late), 60)
    prices = [price_e8 for _, price_e8 in rows(tmp_path)]
    moves = [math.log(b / a) for a, b in pairwise(prices)]
    assert max(map(abs, moves)) <= DAILY_MOVE_MAX + 1e-9
    assert moves[31] == pytest.approx(DAILY_MOVE_MAX)


def test_the_change_of_a_quarter_is_spread_over_the_three_months_after_its_publication(tmp_path):
    """As the replay of quarters does it: `daily_prints` makes the same way all at once."""
    quarters = {month(2019, 3) + 3 * n: 100.0 * 1.02**n for n in range(6)}
    series = [
        Figure(month_start_s(m), month_start_s(m + 3), round(price * 10**8))
        for m, price in quarters.items()
    ]
    statistics = Statistics({(1, Metric.PRICE_PER_UNIT): series})
    begins_s = month_start_s(month(2019, 12))  # 2019-Q3 is out
    job = IndexJob(tmp_path)
    for day in range(300):
        job.step(statistics, {ELM: Metric.PRICE_PER_UNIT}, begins_s + day * DAY_S)
    found = dict(rows(tmp_path))
    line = np.array(list(quarters.values()))
    whole = daily_prints(month(2019, 1), line, period_months=3, lag_months=2)
    expected = dict(zip(whole.published_at_s.tolist(), whole.price_e8.tolist(), strict=True))
    assert len(found) == 300
    for at_s, price_e8 in found.items():
        assert abs(price_e8 - expected[at_s]) <= 50, at_s


def test_raw_medians_are_smoothed_by_sales_over_the_year(tmp_path):
    prices = [100.0, 140.0, 90.0, 130.0, 105.0, 150.0, 95.0, 125.0, 110.0, 145.0, 99.0, 120.0]
    sales = [10, 40, 20, 30, 15, 60, 12, 33, 18, 44, 21, 50]
    first = month(2018, 11)
    series = {
        (1, Metric.SALE_PRICE_PER_UNIT): [
            Figure(month_start_s(first + n), month_start_s(first + n + 2), round(price * 10**8))
            for n, price in enumerate(prices)
        ],
        (1, Metric.SALES): [
            Figure(month_start_s(first + n), month_start_s(first + n + 2), count)
            for n, count in enumerate(sales)
        ],
    }
    job = IndexJob(tmp_path)
    end_s = month_start_s(month(2020, 1)) - DAY_S  # the last day of the month after the figure's
    job.step(Statistics(series), {ELM: Metric.SALE_PRICE_PER_UNIT}, end_s)
    ((at_s, price_e8),) = rows(tmp_path)
    logs = [count * math.log(price) for price, count in zip(prices, sales, strict=True)]
    assert at_s == end_s
    assert price_e8 / 10**8 == pytest.approx(math.exp(sum(logs) / sum(sales)), rel=1e-9)
    weighted = smooth_trailing_year(np.array(prices), np.array(sales, dtype=float))
    assert price_e8 / 10**8 == pytest.approx(weighted[-1], rel=1e-9)


def test_a_corrupted_file_is_left_unchanged(tmp_path):
    play(tmp_path, values(FIGURES), 3)
    path = tmp_path / "ELM.csv"
    path.write_text("market,published_at,price\nELM,yesterday,1\n")
    with pytest.raises(PrintsFileError, match="'yesterday' is no time"):
        IndexJob(tmp_path).step(values(FIGURES), {ELM: Metric.HOME_VALUE}, START_S + 9 * DAY_S)
    assert path.read_text().endswith("yesterday,1\n")


def test_a_full_disk_leaves_neither_half_a_line_nor_a_print_twice(tmp_path):
    """The file may grow by a line and a half; the job that failed continues where it can."""
    play(tmp_path / "all", values(FIGURES), 12)
    job, markets = IndexJob(tmp_path), {ELM: Metric.HOME_VALUE}
    job.step(values(FIGURES), markets, START_S)
    path = tmp_path / "ELM.csv"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    line = len(f"ELM,2020-01-02,{104:.8f}\n")
    try:
        resource.setrlimit(
            resource.RLIMIT_FSIZE, (path.stat().st_size + line + line // 2, before[1])
        )
        for _ in range(2):
            with pytest.raises(OSError, match="too large"):
                job.step(values(FIGURES), markets, START_S + 11 * DAY_S)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    job.step(values(FIGURES), markets, START_S + 11 * DAY_S)
    assert path.read_bytes() == (tmp_path / "all" / "ELM.csv").read_bytes()


def test_a_corrupted_file_does_not_block_other_markets(tmp_path):
    (tmp_path / "ELM.csv").write_text("market,published_at,price\nELM,yesterday,1\n")
    figures = values(FIGURES).figures(1, Metric.HOME_VALUE)
    both = Statistics({(acre_id, Metric.HOME_VALUE): figures for acre_id in (1, 2)})
    markets = dict.fromkeys(MARKETS[:2], Metric.HOME_VALUE)
    with pytest.raises(PrintsFileError, match="'yesterday' is no time"):
        IndexJob(tmp_path).step(both, markets, START_S)
    assert [at_s for at_s, _ in rows(tmp_path, "OAK")] == [START_S]


# from an import to what the oracle reads


class Clock:
    """Engine time under test control."""

    def __init__(self, now_s: int) -> None:
        self.now_s = now_s

    def __call__(self) -> int:
        return self.now_s


def put(home, text: str, vintage: str = "2020-01-01", *, is_index: bool = True) -> None:
    made = Importer(catalogue(), ImportStore(home / DATA / IMPORTS))
    path = write(home, f"zhvi-{vintage}.csv", text)
    made.add(path, "zillow-zhvi", vintage, is_index=is_index)


async def test_an_import_reaches_statistics_and_oracle_while_the_service_runs(tmp_path):
    clock = Clock(START_S + 60)
    book = Imports(catalogue(), tmp_path, clock)
    assert book.step() == 0
    assert book().newest(1, Metric.HOME_VALUE, clock()) is None
    put(tmp_path, zillow([(1, "Elmsford, TX", wavy), (2, "Oakville, TX", wavy)]))
    assert book.step() == 2  # a print of today for each of two markets
    newest = book().newest(1, Metric.HOME_VALUE, clock())
    assert newest is not None
    assert newest.period_s == month_start_s(month(2019, 11))
    clock.now_s += 3 * DAY_S
    assert book.step() == 6
    assert book.step() == 0
    source = CsvSource(tmp_path / DATA / PRINTS)
    await source.look()
    assert source.status().detail == ""
    feed = FeedMarket(7, "ELM", 1, "index:ELM")
    seen = source.observations(feed, 0, 2**40)
    assert [one.published_at_s for one in seen] == [START_S + n * DAY_S for n in range(4)]
    before, target = wavy(21) / 2_000, wavy(22) / 2_000
    expected = before * (target / before) ** (1 / 31)
    assert seen[0].price_e8 / 10**8 == pytest.approx(expected, rel=1e-8)


def test_an_import_for_statistics_alone_makes_no_prints(tmp_path):
    put(tmp_path, zillow([(1, "Elmsford, TX", wavy)]), is_index=False)
    book = Imports(catalogue(), tmp_path, Clock(START_S))
    assert book.step() == 0
    assert book().newest(1, Metric.HOME_VALUE, START_S) is not None


def test_an_import_that_cannot_be_read_changes_nothing_and_is_an_alarm(tmp_path, caplog):
    put(tmp_path, zillow([(1, "Elmsford, TX", wavy)]))
    clock = Clock(START_S)
    book = Imports(catalogue(), tmp_path, clock)
    assert book.step() == 1
    bad = tmp_path / DATA / IMPORTS / "000002-zillow-zhvi.json"
    bad.write_text("{")
    clock.now_s += DAY_S
    known = book()
    assert [book.step(), book.step()] == [0, 0]
    assert book() is known
    (alarm,) = [record for record in caplog.records if record.msg == "imports_unusable"]
    assert "000002-zillow-zhvi.json: is damaged" in alarm.reason
    bad.unlink()
    assert book.step() == 1


def test_the_day_of_a_print_is_of_engine_time(tmp_path):
    """No wall clock: in 2019 of the engine nothing of 2020 is known, whenever that is played."""
    put(tmp_path, zillow([(1, "Elmsford, TX", wavy)]))
    at_s = int(datetime(2019, 5, 5, 12, tzinfo=UTC).timestamp())
    book = Imports(catalogue(), tmp_path, Clock(at_s))
    book.step()
    ((published_at_s, _),) = rows(tmp_path / DATA / PRINTS)
    assert published_at_s == at_s // DAY_S * DAY_S
