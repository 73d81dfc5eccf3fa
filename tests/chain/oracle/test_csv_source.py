import logging
import os

import pytest

from chain.oracle import csv_source as module
from chain.oracle.csv_source import CsvSource
from chain.oracle.source import FeedMarket, Observation, SourceState, SourceStatus

HEAD = "market,published_at,price,confidence\n"
MAY_1_S = 1_935_360_000  # 2031-05-01 00:00 UTC
DAY_S = 86_400
E8 = 10**8
AUS = FeedMarket(1, "AUS", 4804, "index:AUS")
DAL = FeedMarket(2, "DAL", 4819, "index:DAL")


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "prints"
    path.mkdir()
    return path


def replace(path, text: str) -> None:
    """Write the whole file elsewhere and move it into its place."""
    new = path.with_suffix(".new")
    new.write_text(text)
    os.replace(new, path)


def seen(source: CsvSource, market: FeedMarket = AUS) -> list[tuple[int, int]]:
    found = source.observations(market, 0, 2 * MAY_1_S)
    return [((one.published_at_s - MAY_1_S) // DAY_S, one.price_e8 // E8) for one in found]


async def look(source: CsvSource) -> tuple[SourceState, str]:
    await source.look()
    status = source.status()
    return status.state, status.detail


GOOD = (SourceState.CONNECTED, "")


async def test_rows_of_a_file(folder):
    path = folder / "prints.csv"
    path.write_text(HEAD + "AUS,2031-05-02,402,0\nDAL,2031-05-01,200,0\nAUS,2031-05-01,401,0.5\n")
    source = CsvSource(path)
    assert source.status() == SourceStatus("csv", SourceState.STARTING, "", None)
    assert await look(source) == GOOD
    assert source.observations(AUS, MAY_1_S, MAY_1_S) == [
        Observation(1, 401 * E8, E8 // 2, MAY_1_S, "csv")
    ]
    assert seen(source) == [(0, 401), (1, 402)]
    assert seen(source, DAL) == [(0, 200)]
    assert source.status().last_observation_at_s == MAY_1_S + DAY_S
    assert source.serves(AUS)
    assert source.ends_at_s(AUS) is None


async def test_appended_rows_are_taken_when_their_line_is_complete(folder):
    path = folder / "prints.csv"
    path.write_text(HEAD + "AUS,2031-05-01,401,0\n")
    source = CsvSource(path)
    assert await look(source) == GOOD
    with path.open("a") as file:
        file.write("AUS,2031-05-02,40")
        file.flush()
        note = "prints.csv: the last line has no end and is not read yet."
        assert await look(source) == (SourceState.CONNECTED, note)
        assert seen(source) == [(0, 401)]
        file.write("2,0\n")
    assert await look(source) == GOOD
    assert seen(source) == [(0, 401), (1, 402)]


async def test_a_replaced_file_is_read_again(folder):
    path = folder / "prints.csv"
    replace(path, HEAD + "AUS,2031-05-01,401,0\n")
    source = CsvSource(path)
    assert await look(source) == GOOD
    stat = path.stat()
    replace(path, HEAD + "AUS,2031-05-02,402,0\n")  # as long as before, and as old
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert await look(source) == GOOD
    assert seen(source) == [(1, 402)]


async def test_a_directory_takes_new_files_and_only_csv(folder):
    (folder / "2031-05-01.csv").write_text(HEAD + "AUS,2031-05-01,401,0\n")
    (folder / "2031-05-02.csv.part").write_text("half")
    source = CsvSource(folder)
    assert await look(source) == GOOD
    os.replace(folder / "2031-05-02.csv.part", folder / "half.txt")
    (folder / "2031-05-02.csv").write_text(HEAD + "AUS,2031-05-02,402,0\nAUS,2031-05-01,401,0\n")
    assert await look(source) == GOOD
    assert seen(source) == [(0, 401), (1, 402)]  # the same row twice is one
    (folder / "2031-05-01.csv").unlink()
    assert await look(source) == GOOD


async def test_a_file_with_an_error_keeps_its_last_good_rows_and_says_where(folder, caplog):
    path, other = folder / "a.csv", folder / "b.csv"
    path.write_text(HEAD + "AUS,2031-05-01,401,0\n")
    other.write_text(HEAD + "DAL,2031-05-01,200,0\n")
    source = CsvSource(folder)
    assert await look(source) == GOOD
    replace(path, HEAD + "AUS,2031-05-01,999,0\nAUS,2031-05-02,4O2,0\n")
    replace(other, HEAD + "DAL,2031-05-02,201,0\n")
    reason = "a.csv, line 3: the price '4O2' is no plain decimal with at most 8 places."
    for _ in range(3):
        assert await look(source) == (SourceState.FAILED, reason)
    assert seen(source) == [(0, 401)]
    assert seen(source, DAL) == [(1, 201)]
    alarms = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert [one.reason for one in alarms] == [reason]
    replace(path, HEAD + "AUS,2031-05-02,402,0\n")
    assert await look(source) == GOOD
    assert seen(source) == [(1, 402)]


async def test_rows_that_contradict_each_other_count_for_nothing(folder):
    (folder / "a.csv").write_text(HEAD + "AUS,2031-05-01,401,0\nAUS,2031-05-02,402,0\n")
    (folder / "b.csv").write_text(HEAD + "AUS,2031-05-01,301,0\nDAL,2031-05-01,200,0\n")
    source = CsvSource(folder)
    reason = "b.csv, line 2: says otherwise than a.csv, line 2."
    assert await look(source) == (SourceState.FAILED, reason)
    assert seen(source) == [(1, 402)]
    assert seen(source, DAL) == [(0, 200)]


async def test_symbol_and_number_are_the_same_market(folder):
    (folder / "a.csv").write_text(HEAD + "AUS,2031-05-01,401,0\nAUS,2031-05-02,402,0\n")
    (folder / "b.csv").write_text(
        "market_id,published_at,price\n1,2031-05-01,401\n1,2031-05-02,999\n1,2031-05-03,403\n"
    )
    source = CsvSource(folder)
    assert await look(source) == GOOD
    assert seen(source) == [(0, 401), (2, 403)]  # the second day is unknown


async def test_missing_or_unreadable_files_are_failures_but_not_fatal(tmp_path):
    source = CsvSource(tmp_path / "later.csv")
    state, reason = await look(source)
    assert state is SourceState.FAILED
    assert reason.endswith("later.csv cannot be read: No such file or directory.")
    (tmp_path / "later.csv").write_text(HEAD + "AUS,2031-05-01,401,0\n")
    assert await look(source) == GOOD
    (tmp_path / "later.csv").unlink()
    assert (await look(source))[0] is SourceState.FAILED
    assert seen(source) == [(0, 401)]


async def test_an_unchanged_file_is_not_read_again(folder, monkeypatch):
    path = folder / "prints.csv"
    path.write_text(HEAD + "AUS,2031-05-01,401,0\n")
    source = CsvSource(folder)
    await source.look()
    monkeypatch.setattr(module, "read_prints", None)
    assert await look(source) == GOOD
    assert seen(source) == [(0, 401)]


async def test_files_and_rows_are_bounded(folder, monkeypatch):
    monkeypatch.setattr(module, "FILES_MAX", 1)
    monkeypatch.setattr(module, "ROWS_MAX", 1)
    (folder / "a.csv").write_text(HEAD + "AUS,2031-05-01,401,0\n")
    source = CsvSource(folder)
    assert await look(source) == GOOD
    (folder / "a.csv").write_text(HEAD + "AUS,2031-05-01,401,0\nAUS,2031-05-02,402,0\n")
    assert (await look(source))[1] == f"The files of {folder} have over 1 rows."
    (folder / "b.csv").write_text(HEAD)
    assert await look(source) == (SourceState.FAILED, f"{folder} has over 1 files.")
    assert seen(source) == [(0, 401)]


async def test_only_the_newest_are_handed_out(folder, monkeypatch):
    monkeypatch.setattr(module, "OBSERVATIONS_MAX", 2)
    lines = "".join(f"AUS,2031-05-0{day},40{day},0\n" for day in range(1, 6))
    (folder / "a.csv").write_text(HEAD + lines)
    source = CsvSource(folder)
    await source.look()
    assert seen(source) == [(3, 404), (4, 405)]


async def test_rows_of_markets_that_do_not_exist_are_named_once(folder, caplog):
    (folder / "a.csv").write_text(HEAD + "AUSS,2031-05-01,401,0\nAUS,2031-05-01,401,0\n")
    source = CsvSource(folder)
    source.follow([AUS, DAL])
    await source.look()
    await source.look()
    named = [one.markets for one in caplog.records if one.msg == "prints_of_unknown_markets"]
    assert named == [["AUSS"]]
