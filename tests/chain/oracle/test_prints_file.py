import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chain.oracle import prints_file as module
from chain.oracle.prints_file import PrintRow, PrintsFileError, read_prints
from chain.oracle.source import PRICE_E8_MAX

MAY_1_S = 1_935_360_000  # 2031-05-01 00:00 UTC
HEAD = "market,published_at,price,confidence\n"


def write(tmp_path, text: str | bytes):
    path = tmp_path / "prints.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def rows(tmp_path, text: str | bytes) -> list[PrintRow]:
    return read_prints(write(tmp_path, text)).rows


def test_rows_are_exact(tmp_path):
    found = rows(
        tmp_path,
        HEAD + "AUS,2031-05-01,412.50000001,0.25\n"
        "\n"
        " DAL , 2031-05-01T14:00:05Z , 200 ,\r\n"
        '"NEW-YORK","2031-05-02","1.5","0"\n',
    )
    assert found == [
        PrintRow("AUS", MAY_1_S, 412_50000001, 25000000, "prints.csv, line 2"),
        PrintRow("DAL", MAY_1_S + 50_405, 200_00000000, 0, "prints.csv, line 4"),
        PrintRow("NEW-YORK", MAY_1_S + 86_400, 1_50000000, 0, "prints.csv, line 5"),
    ]


def test_columns_may_stand_in_any_order_and_markets_have_numbers(tmp_path):
    text = "\ufeffprice,market_id,published_at\r\n412.5,17,2031-05-01\r\n"
    assert rows(tmp_path, text) == [PrintRow(17, MAY_1_S, 412_50000000, 0, "prints.csv, line 2")]


def test_a_line_that_is_still_being_written_is_not_read(tmp_path):
    whole = HEAD + "AUS,2031-05-01,412.5,0\n"
    for extra in ("A", "DAL,2031-05-01,41", "DAL,2031-05-01,412.5,0"):
        found, is_unfinished = read_prints(write(tmp_path, whole + extra))
        assert ([row.market for row in found], is_unfinished) == (["AUS"], True)
    assert read_prints(write(tmp_path, whole)) == (rows(tmp_path, whole), False)
    assert read_prints(write(tmp_path, HEAD[:-1])) == ([], True)
    assert read_prints(write(tmp_path, "")) == ([], False)
    assert read_prints(write(tmp_path, HEAD)) == ([], False)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("AUS,2031-05-01,0,0", "the price must be above 0 and at most 100000."),
        ("AUS,2031-05-01,100000.00000001,0", "the price must be above 0 and at most 100000."),
        (
            "AUS,2031-05-01,-412.5,0",
            "the price '-412.5' is no plain decimal with at most 8 places.",
        ),
        ("AUS,2031-05-01,1e2,0", "the price '1e2' is no plain decimal with at most 8 places."),
        ("AUS,2031-05-01,,0", "the price '' is no plain decimal with at most 8 places."),
        (
            "AUS,2031-05-01,1.123456789,0",
            "the price '1.123456789' is no plain decimal with at most 8 places.",
        ),
        (
            "AUS,2031-05-01,1,-1",
            "the confidence '-1' is no plain decimal with at most 8 places.",
        ),
        ("AUS,2031-05-01,1,1.1", "the confidence is wider than the price."),
        ("AUS,01/05/2031,1,0", "'01/05/2031' is no time such as"),
        ("AUS,2031-02-30,1,0", "'2031-02-30' is no time such as"),
        ("AUS,2031-05-01T25:00:00Z,1,0", "'2031-05-01T25:00:00Z' is no time such as"),
        ("AUS,2031-05-01T10:00:00,1,0", "'2031-05-01T10:00:00' is no time such as"),
        ("AUS,2031-05-01T10:00:00+02:00,1,0", "is no time such as"),
        ("AUS,1935360000,1,0", "'1935360000' is no time such as"),
        ("aus,2031-05-01,1,0", "'aus' is no market symbol."),
        (",2031-05-01,1,0", "'' is no market symbol."),
        ("AUS,2031-05-01,1", "has 3 cells, not 4."),
        ("AUS,2031-05-01,1,0,0", "has 5 cells, not 4."),
        ('AUS,2031-05-01,"1,0', "unexpected end of data."),
        ("AUS,2031-05-01,1," + "0" * 500, "is over 500 characters long."),
    ],
)
def test_an_error_names_file_and_line(tmp_path, line, reason):
    with pytest.raises(PrintsFileError) as caught:
        rows(tmp_path, HEAD + f"AUS,2031-05-01,412.5,0\n{line}\n")
    assert str(caught.value).startswith("prints.csv, line 3: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("market,price\n", "the column 'published_at' is missing."),
        ("market,published_at\n", "the column 'price' is missing."),
        ("published_at,price\n", "one of the columns 'market' and 'market_id' is needed."),
        (
            "market,market_id,published_at,price\n",
            "one of the columns 'market' and 'market_id' is needed.",
        ),
        ("market,published_at,price,note\n", "there is no column 'note'."),
        ("market,published_at,price,price\n", "a column is named twice."),
        ("AUS,2031-05-01,412.5,0\n", "there is no column '0'."),
        ("market;published_at;price\n", "there is no column 'market;published_at;price'."),
    ],
)
def test_the_first_line_names_the_columns(tmp_path, head, reason):
    with pytest.raises(PrintsFileError, match=r"^prints\.csv, line 1: ") as caught:
        rows(tmp_path, head)
    assert str(caught.value).endswith(reason)


@pytest.mark.parametrize("number", ["0", "-1", "01", "1.0", "1234567890", "AUS"])
def test_a_market_number_is_one(tmp_path, number):
    with pytest.raises(PrintsFileError, match="is no market number"):
        rows(tmp_path, f"market_id,published_at,price\n{number},2031-05-01,1\n")


def test_a_file_is_text_of_a_bounded_size(tmp_path, monkeypatch):
    with pytest.raises(PrintsFileError, match=r"^prints.csv is no UTF-8 text\.$"):
        rows(tmp_path, HEAD.encode() + b"\xff\n")
    monkeypatch.setattr(module, "FILE_BYTES_MAX", len(HEAD))
    assert rows(tmp_path, HEAD) == []
    with pytest.raises(PrintsFileError, match=rf"^prints.csv has over {len(HEAD)} bytes\.$"):
        rows(tmp_path, HEAD + "A")


def test_only_a_regular_file_is_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(PrintsFileError, match=r"^pipe\.csv is no regular file\.$"):
        read_prints(tmp_path / "pipe.csv")
    with pytest.raises(FileNotFoundError):
        read_prints(tmp_path / "nothing.csv")


@given(st.integers(min_value=1, max_value=PRICE_E8_MAX))
def test_every_price_comes_back(tmp_path_factory, price_e8):
    path = tmp_path_factory.getbasetemp() / "prints.csv"
    text = f"{price_e8 // 10**8}.{price_e8 % 10**8:08d}"
    path.write_text(f"{HEAD}AUS,2031-05-01,{text},{text}\n")
    row = read_prints(path).rows[0]
    assert (row.price_e8, row.confidence_e8) == (price_e8, price_e8)


@given(st.binary(max_size=200))
def test_any_bytes_are_rows_or_an_error(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "bytes.csv"
    path.write_bytes(HEAD.encode() + content)
    try:
        found = read_prints(path).rows
    except PrintsFileError:
        return
    assert all(1 <= row.price_e8 <= PRICE_E8_MAX for row in found)
