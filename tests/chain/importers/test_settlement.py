"""From a publisher's file to the exchange: real job, real source, real oracle, real journal."""

from dataclasses import replace

import pytest

from chain.catalogue import Catalogue, Histories
from chain.catalogue.statistics import Metric, Statistics
from chain.importers.importing import Importer
from chain.importers.imports import DATA, IMPORTS, PRINTS, Imports
from chain.importers.store import ImportStore
from chain.oracle.prints_file import read_prints
from engine.core.generated.messages import CommandRejected
from tests.chain.importers.files import MARKETS, month, write
from tests.chain.oracle.desk import AUS, Desk
from tests.engine.sequencer.factories import DAY_S, START_S

FIRST_YEAR, MONTHS = 2008, 36
ELM = replace(MARKETS[0], symbol="AUS", name="Austin, TX")
HOUR_S = 3_600


@pytest.fixture
async def desk(tmp_path):
    made = Desk(tmp_path)
    made.prints = tmp_path / DATA / PRINTS
    (tmp_path / DATA).mkdir()
    yield made
    await made.close()


def price(number: int) -> float:
    """Of a home: 200,000 at the start of 2010, which is the 100.00 at which the market began."""
    return 200_000 * 1.006 ** (number - month(2009, 11))


def zhvi(last: int, revised: float = 1.0) -> str:
    """Return a file of the months up to `last`, whose last three years were multiplied."""
    first = month(FIRST_YEAR, 1)
    header = [f"{1970 + n // 12}-{n % 12 + 1:02}" for n in range(first, last + 1)]
    cells = [f"{price(n) * revised:.4f}" for n in range(first, last + 1)]
    facts = "RegionID,RegionName,RegionType"
    return f'{facts},{",".join(header)}\n1,"Austin, TX",msa,{",".join(cells)}\n'


def put(desk: Desk, text: str, vintage: str) -> None:
    catalogue = Catalogue((ELM,), 0, Histories(dict), lambda: Statistics({}))
    made = Importer(catalogue, ImportStore(desk.home / DATA / IMPORTS))
    made.add(write(desk.home, f"zhvi-{vintage}.csv", text), "zillow-zhvi", vintage, is_index=True)


def book(desk: Desk) -> Imports:
    catalogue = Catalogue((ELM,), 0, Histories(dict), lambda: Statistics({}))
    return Imports(catalogue, desk.home, desk.sequencer.clock.now_s)


async def one_day(desk: Desk, imports: Imports) -> None:
    desk.time.advance(DAY_S)
    imports.step()
    await desk.sources["csv"].look()
    await desk.post()


def posted(desk: Desk) -> list[tuple[int, int]]:
    return [
        (one.command.published_at_s, one.command.price_e8)
        for one in desk.posted
        if one.command.market_id == AUS
    ]


async def test_prices_of_a_publisher_settle_day_by_day_across_restarts_and_revisions(desk):
    await desk.open("csv")
    desk.time.advance(HOUR_S)
    put(desk, zhvi(month(2010, 6)), "2010-01-01")
    imports = book(desk)
    settled: list[tuple[int, int]] = []
    for day in range(1, 60):
        if day % 7 == 3:  # the process ends and begins again
            await desk.shut()
            await desk.open("csv")
            imports = book(desk)
        if day == 20:
            settled = posted(desk)
            put(desk, zhvi(month(2010, 6), revised=1.002), "2010-01-21")
        await one_day(desk, imports)
    found = posted(desk)
    assert [at_s for at_s, _ in found] == [START_S + day * DAY_S for day in range(1, 60)]
    assert not any(isinstance(e, CommandRejected) for one in desk.posted for e in one.events)
    assert found[: len(settled)] == settled  # what was settled stays
    rows = [(row.published_at_s, row.price_e8) for row in read_prints(desk.prints / "AUS.csv").rows]
    assert found == rows
    by_day = dict(found)
    last_of_january = START_S + 30 * DAY_S
    assert by_day[last_of_january] / 10**8 == pytest.approx(
        price(month(2009, 11)) / 2_000, rel=1e-7
    )
    last_of_february = START_S + 58 * DAY_S
    first = price(month(2009, 12)) / 2_000  # revised on 21 January, which settles nothing
    assert by_day[last_of_february] / 10**8 == pytest.approx(first, rel=1e-7)
    shown = imports().newest(ELM.acre_id, Metric.HOME_VALUE, last_of_february)
    assert shown.value / 10**6 == pytest.approx(price(month(2009, 12)) * 1.002, rel=1e-6)


async def test_the_journal_alone_gives_the_same_exchange(desk):
    await desk.open("csv")
    desk.time.advance(HOUR_S)
    put(desk, zhvi(month(2010, 3)), "2010-01-01")
    imports = book(desk)
    for _ in range(5):
        await one_day(desk, imports)
    before = desk.sequencer.exchange.state_hash()
    sequence = desk.sequencer.sequence
    await desk.shut()
    for path in desk.prints.iterdir():
        path.write_text("market,published_at,price\nAUS,2010-01-02,250\n")  # a liar, too late
    await desk.open("csv")
    assert (desk.sequencer.exchange.state_hash(), desk.sequencer.sequence) == (before, sequence)
    await desk.sources["csv"].look()
    assert await desk.post() == []
