"""`--history FILE`: both shapes, both spacings, and each error with its line."""

import numpy as np
import pytest

from edge.cli.main import EXIT_CONFIGURATION, main
from edge.simulation import history_file
from edge.simulation.history import load_file
from edge.simulation.history_file import HistoryError, read_history

LONG = "date,region,value\n"
TWO_DAYS = "date,A\n2020-01-01,1\n2020-01-02,2\n"
DAY_S = 86_400


def read(tmp_path, text):
    path = tmp_path / "history.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_history(path)


def values(prints):
    return prints.price_e8.tolist()


def test_daily_values_begin_at_100_and_a_missing_day_keeps_the_value_before(tmp_path):
    text = "Value, Region ,date\n5,A,2020-01-30\n6,A,2020-01-31\n7,B,2020-01-31\n5.5,A,2020-02-02\n"
    found = dict(read(tmp_path, text + "7,B,2020-02-01\n"))
    first = 18_291  # 2020-01-30
    assert values(found["A"]) == [100 * 10**8, 120 * 10**8, 120 * 10**8, 110 * 10**8]
    assert found["A"].published_at_s.tolist() == [(first + day) * DAY_S for day in range(4)]
    assert values(found["B"]) == [100 * 10**8] * 2


def test_wide_and_long_give_the_same_prints_and_empty_cells_are_missing(tmp_path):
    wide = "\ufeffdate,A,B\n2020-01,5,\n\n2020-02,6,9\n2020-04,7,9.5\n"
    rows = "2020-01,A,5\n2020-02,A,6\n2020-04,A,7\n2020-02,B,9\n2020-04,B,9.5\n"
    first, second = read(tmp_path, wide), read(tmp_path, LONG + rows)
    assert [name for name, _ in first] == [name for name, _ in second] == ["A", "B"]
    for (_, one), (_, other) in zip(first, second, strict=True):
        assert values(one) == values(other)


def test_monthly_values_are_out_a_month_late_and_spread_over_days(tmp_path):
    found = dict(read(tmp_path, "date,A\n2020-01-31,50\n2020-02-29,55\n"))["A"]
    # January is out on 1 March, after the lag; its 31 prints stand still, the next 30 walk.
    assert found.published_at_s[0] == 18_322 * DAY_S
    assert values(found)[30] == 100 * 10**8
    assert values(found)[-1] == 110 * 10**8
    steps = np.diff(np.log(found.price_e8[30:].astype(float)))
    assert len(steps) == 30
    assert np.ptp(steps) < 1e-9


ERRORS = [
    ("", "line 1: the columns must be date, region and value, or date and one for each region"),
    ("date\n2020-01-01\n", "line 1: the columns must be date, region and value"),
    ("day,A\n2020-01-01,1\n", "line 1: the columns must be date, region and value"),
    (LONG, "line 1: there are no values"),
    (LONG + "2020-01-01,A,1\n", "line 2: A has fewer than 2 values"),
    ("date,A,B\n2020-01-01,1,\n2020-01-02,2,\n", "line 1: B has fewer than 2 values"),
    (LONG + "2020-01-01,A\n", "line 2: there must be 3 columns, not 2"),
    (LONG + "\n2020-01-01,A,1,2\n", "line 3: there must be 3 columns, not 4"),
    (LONG + "01/02/2020,A,1\n", "line 2: a date must be written 2020-01-31 or 2020-01, not '01/"),
    (LONG + "20200102,A,1\n", "line 2: a date must be written 2020-01-31 or 2020-01"),
    (LONG + "2020-02-30,A,1\n", "line 2: a date must be written 2020-01-31 or 2020-01"),
    (LONG + "1970-12-31,A,1\n", "line 2: a date must be from 1971-01-01 to 2100-12-31"),
    (LONG + "2101-01,A,1\n", "line 2: a date must be from 1971-01-01 to 2100-12-31"),
    (LONG + "2020-01,A,1\n2020-02-01,A,1\n", "line 3: dates with and without a day are mixed"),
    (TWO_DAYS + "2020-01-02,3\n", "line 4: the dates must rise, and 2020-01-02 does not"),
    (LONG + "2020-01-02,A,1\n2020-01-02,A,2\n", "line 3: the dates of A must rise"),
    (LONG + "2020-01-02,,1\n", "line 2: a region's name must have 1 to 80 printable"),
    (LONG + f"2020-01-02,{'x' * 81},1\n", "line 2: a region's name must have 1 to 80 printable"),
    ("date,A,A\n", "line 1: the column A appears twice"),
    (LONG + "2020-01-02,A,x\n", "line 2: A must be a number above 0 and at most 1e+15, not 'x'"),
    (LONG + "2020-01-02,A,0\n", "line 2: A must be a number above 0"),
    (LONG + "2020-01-02,A,-1\n", "line 2: A must be a number above 0"),
    (LONG + "2020-01-02,A,nan\n", "line 2: A must be a number above 0"),
    (LONG + "2020-01-02,A,inf\n", "line 2: A must be a number above 0"),
    (LONG + "2020-01-02,A,1.1e15\n", "line 2: A must be a number above 0"),
    (TWO_DAYS + "2020-01-03,501\n", "line 4: A must stay within 1/10,000 and 500 times its first"),
    (TWO_DAYS + "2020-01-03,0.00009\n", "line 4: A must stay within 1/10,000 and 500 times"),
    (TWO_DAYS + '2020-01-03,"1"2\n', "line 4: it is not CSV"),
    (TWO_DAYS.encode() + b"2020-01-03,\xff\n", "is not UTF-8."),
]


@pytest.mark.parametrize(("text", "words"), ERRORS)
def test_an_error_is_one_sentence_with_the_line(text, words, tmp_path):
    with pytest.raises(HistoryError) as error:
        read(tmp_path, text)
    assert words in str(error.value)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", [TWO_DAYS + "2020-01-03,500\n", TWO_DAYS + "2020-01-03,0.0001\n"])
def test_values_at_the_bounds_are_taken(text, tmp_path):
    assert len(dict(read(tmp_path, text))["A"].price_e8) == 3


def test_size_rows_and_regions_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(history_file, "ROWS_MAX", 2)
    assert read(tmp_path, TWO_DAYS)
    with pytest.raises(HistoryError, match="line 4: there are more than 2 rows"):
        read(tmp_path, TWO_DAYS + "2020-01-03,3\n")
    monkeypatch.setattr(history_file, "REGIONS_MAX", 1)
    assert read(tmp_path, TWO_DAYS)
    with pytest.raises(HistoryError, match="line 1: there are more than 1 regions"):
        read(tmp_path, "date,A,B\n2020-01-01,1,2\n")
    monkeypatch.setattr(history_file, "FILE_MAX", len(TWO_DAYS))
    assert read(tmp_path, TWO_DAYS)
    with pytest.raises(HistoryError, match="is larger than 0 MiB"):
        read(tmp_path, TWO_DAYS + "\n")


def test_regions_end_together_and_one_that_begins_after_is_named(tmp_path):
    path = tmp_path / "history.csv"
    path.write_text("date,A,B\n2020-01-01,1,\n2020-01-02,2,\n2020-01-03,,1\n2020-01-04,,1\n")
    with pytest.raises(ValueError, match="B begins after another market has ended"):
        load_file(path, None, 1)
    assert load_file(path, 1, 1).price[:, 0].tolist() == [100, 200]


def test_the_command_plays_a_file_and_names_a_bad_one(tmp_path, capsys):
    path = tmp_path / "homes.csv"
    rows = [f"{2000 + m // 12}-{m % 12 + 1:02},{150_000 + 500 * m}" for m in range(24)]
    path.write_text("date,Travis County\n" + "\n".join(rows) + "\n")
    assert main(["simulate", "--history", str(path), "--noise", "0.2%", "--agents", "none"]) == 0
    printed = capsys.readouterr().out
    assert "1 markets, 1 years" in printed
    assert "noise 0.2 % a day" in printed
    assert "Travis County" in printed
    assert main(["simulate", "--history", str(tmp_path / "none.csv")]) == EXIT_CONFIGURATION
    assert "none.csv: No such file or directory." in capsys.readouterr().err
