"""Malformed files: each is refused with a message that names the place."""

import gzip
import hashlib
import os

import pytest

from chain.catalogue import CatalogueError
from chain.catalogue.lines import LINE_BYTES_MAX
from chain.importers.kinds import KINDS, kind_of, read_file
from tests.chain.importers.files import GOOD, everybody, read, write

FACTS = "RegionID,SizeRank,RegionName,RegionType,StateName,2000-01"
ROW = '1,1,"Elmsford, TX",msa,TX'


def refusal(folder, kind: str, content: str | bytes) -> str:
    with pytest.raises(CatalogueError) as refused:
        read(folder, kind, content)
    text = str(refused.value)
    assert text.startswith("file.csv")
    assert len(text) < 400
    return text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_good_file_and_is_told_by_it(tmp_path, kind):
    name = {
        "zillow-zhvi": "Metro_zhvi_uc.csv",
        "zillow-zori": "Metro_zori_uc.csv",
        "zillow-inventory": "Metro_invt_fs_uc.csv",
        "zillow-sales": "Metro_sales_count_now.csv",
    }
    path = write(tmp_path, name.get(kind, "file.csv"), GOOD[kind])  # fmt: skip
    assert kind_of(path) == kind
    assert read_file(path, kind, everybody).row_count >= 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_of_byte_order_and_other_line_ends_change_nothing(tmp_path, kind):
    plain = read(tmp_path, kind, GOOD[kind])
    for content in (
        b"\xef\xbb\xbf" + GOOD[kind].encode(),
        GOOD[kind].replace("\n", "\r\n").encode(),
        gzip.compress(GOOD[kind].encode()),
    ):
        other = read(tmp_path, kind, content)
        assert [one.values for one in other.series] == [one.values for one in plain.series]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda good: b"", ": "),
        (lambda good: b"\0" * 40, "NUL byte"),
        (lambda good: good + b"Elm\0s", "NUL byte"),
        (lambda good: good.decode().encode("utf-16"), "UTF-16"),
        (lambda good: good.replace(b"Elm", b"\xc9lm").replace(b"MORT", b"\xc9"), "no UTF-8 text"),
        (lambda good: good + b"x" * (LINE_BYTES_MAX + 1), f"over {LINE_BYTES_MAX} bytes"),
        (lambda good: good + b'"an open quote\n', "end of data"),
        (lambda good: good + b"Source: publisher\n", "columns, the header has"),
        (lambda good: gzip.compress(good)[:-9], "cannot be read"),
        (lambda good: b"<!DOCTYPE html>\n<html></html>\n", ", row "),
        (lambda good: good + good.splitlines(keepends=True)[-1], "appears twice"),
        (lambda good: b"\x1f\x8b" + b"no gzip", "cannot be read"),
    ],
)
def test_spoilt_files_are_refused(tmp_path, kind, spoil, reason):
    assert reason in refusal(tmp_path, kind, spoil(GOOD[kind].encode()))


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("0", "0 is no value of a price"),
        ("0.0000001", "0 is no value of a price"),
        ("-1", "'-1' is negative"),
        ("1" + "0" * 400, "is no plain decimal"),
        ("1e400", "is no plain decimal"),
        ("1e3", "is no plain decimal"),
        ("NaN", "is no plain decimal"),
        ("nan", "is no plain decimal"),
        ("inf", "is no plain decimal"),
        ("-Infinity", "is no plain decimal"),
        ("1_000", "is no plain decimal"),
        ('"1,000"', "is no plain decimal"),
        ("$1000", "is no plain decimal"),
        ("0x10", "is no plain decimal"),
        ("١٢٣", "is no plain decimal"),
        ("\uff11\uff12", "is no plain decimal"),
        ("+5", "is no plain decimal"),
        ("5 5", "is no plain decimal"),
        ("--5", "is no plain decimal"),
        (".5", "is no plain decimal"),
        ("1000000000.000001", "is above 1000000000"),
    ],
)
def test_a_price_is_a_plain_positive_decimal(tmp_path, cell, reason):
    text = refusal(tmp_path, "zillow-zhvi", f"{FACTS}\n{ROW},{cell}\n")
    assert text.startswith("file.csv, row 2, column 2000-01: ")
    assert reason in text


@pytest.mark.parametrize(
    ("cell", "value"), [("1000000000", 10**15), ("5.", 5_000_000), ("0.000001", 1)]
)
def test_prices_at_the_bounds_are_taken(tmp_path, cell, value):
    (series,) = read(tmp_path, "zillow-zhvi", f"{FACTS}\n{ROW},{cell}\n").series
    assert series.values == {360: value}


def test_a_row_that_is_short_or_long_is_refused(tmp_path):
    assert "row 2: 5 columns, the header has 6" in refusal(
        tmp_path, "zillow-zhvi", f"{FACTS}\n{ROW}\n"
    )
    assert "row 2: 7 columns" in refusal(tmp_path, "zillow-zhvi", f"{FACTS}\n{ROW},1,2\n")


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_of_a_hundred_lines_is_refused_before_it_fills_the_memory(tmp_path, kind):
    delimiter = "\t" if kind == "redfin" else ","
    row = '"x\n' + f'"{delimiter}"x\n' * 100 + '"\n'
    assert "has over 64 lines" in refusal(tmp_path, kind, GOOD[kind] + row)


def test_a_line_at_the_bound_is_read(tmp_path):
    start = f"{FACTS}\n{ROW},".encode()
    padding = b" " * (LINE_BYTES_MAX - len(ROW) - 3)
    reading = read(tmp_path, "zillow-zhvi", start + b"7" + padding + b"\n")
    assert reading.series[0].values == {360: 7_000_000}


def test_a_path_without_a_file_is_refused(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    for path, reason in (
        (tmp_path, "is no regular file"),
        (pipe, "is no regular file"),
        (tmp_path / "absent.csv", "cannot be read: No such file"),
    ):
        with pytest.raises(CatalogueError, match=reason):
            read_file(path, "fred", everybody)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("file.csv", "a,b,c\n1,2,3\n", "row 1: is the beginning of no kind of file"),
        ("file.csv", "", "row 1: is the beginning of no kind of file"),
        ("file.csv", GOOD["zillow-zhvi"], "whose name does not say what it holds"),
    ],
)
def test_a_file_whose_kind_cannot_be_told_is_refused(tmp_path, name, text, reason):
    with pytest.raises(CatalogueError, match=reason):
        kind_of(write(tmp_path, name, text))


def test_the_hash_is_that_of_the_unpacked_file(tmp_path):
    content = GOOD["fred"].encode()
    expected = hashlib.sha256(content).hexdigest()
    assert read(tmp_path, "fred", content).sha256 == expected
    assert read(tmp_path, "fred", gzip.compress(content)).sha256 == expected
