"""`acre simulate` on the command line."""

import re

import pytest

from edge.cli.main import EXIT_CONFIGURATION, main
from edge.simulation.parameters import ParameterError, read_changes

SMALL = ("simulate", "--markets", "2", "--years", "1")


def test_simulate_prints_a_report_and_writes_a_self_contained_page(capsys, tmp_path):
    page = tmp_path / "report.html"
    assert main([*SMALL, "--forecast", "wrong-sign", "--html", str(page)]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^Hash [0-9a-f]{32}$", printed, re.M)
    for words in ("LP return", "worst market-year", "rounding", "There are no liquidations"):
        assert words in printed
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 4
    assert not re.search(r"https?:|//[a-z]|<script|<link|@import|url\(", text)
    assert "kDrift cannot be negative" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--design", "next-print"), "there is no design 'next-print'"),
        (("--set", "kDrift=3"), "kDrift must be from 0 to 2, not 3."),
        (("--set", "colour=3"), "'colour' is no parameter"),
        (("--html", "/nowhere/at/all.html"), "No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(arguments, words, capsys):
    assert main([*SMALL, *arguments]) == EXIT_CONFIGURATION
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--noise", "abc"), "must be from 0% to 1% with its sign, such as 0.1%, not 'abc'"),
        (("--noise", "nan%"), "must be from 0% to 1% with its sign, such as 0.1%, not 'nan%'"),
        (("--noise", "0.001"), "must be from 0% to 1% with its sign, such as 0.1%, not '0.001'"),
        (("--noise", "1.01%"), "must be from 0% to 1% with its sign, such as 0.1%, not '1.01%'"),
        (("--organic", "101"), "must be a number from 0 to 100, not '101'"),
        (("--markets", "0"), "must be a whole number from 1 on, not '0'"),
        (("--years", "1.5"), "must be a whole number from 1 on, not '1.5'"),
        (("--seed", "-1"), "must be a whole number from 0 on, not '-1'"),
    ],
)
def test_an_impossible_number_is_named_with_its_range(arguments, words, capsys):
    with pytest.raises(SystemExit):
        main([*SMALL, *arguments])
    assert words in capsys.readouterr().err


def test_values_are_written_as_people_write_them():
    assert read_changes(["kDrift=0.5", "levelN=0", "minLpDuration=60", "minPositionMargin=2"]) == {
        "k_drift_e12": 5 * 10**11,
        "level_n": 0,
        "min_lp_duration_s": 60,
        "min_position_margin_e6": 2_000_000,
    }


@pytest.mark.parametrize("text", ["kDrift", "kDrift=x", "levelN=1.5", "maxMarkets=4", "kDrift=NaN"])
def test_other_values_are_refused(text):
    with pytest.raises(ParameterError):
        read_changes([text])
