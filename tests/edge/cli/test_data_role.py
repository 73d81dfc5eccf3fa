"""`acre data`: import, check, list; what they print and with which status they end."""

import hashlib

import pytest

from chain.importers.kinds import KINDS
from edge.cli.arguments import data as data_arguments
from edge.cli.main import EXIT_CONFIGURATION, main
from tests.chain.importers.files import opposite, wavy, write, zillow

AUSTIN = (1, "Austin, TX", wavy)


@pytest.fixture
def acre(tmp_path, monkeypatch, capsys):
    """Return a function that runs `acre data …` in a state directory of its own."""
    for name in ("ACRE_DATA_DIR", "ACRE_PROFILE", "ACRE_ENV"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ACRE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ACRE_CATALOGUE", "texas")

    def run(*words: object) -> tuple[int, str, str]:
        status = main(["data", *map(str, words)])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def records(tmp_path) -> list[str]:
    folder = tmp_path / "home" / "data" / "imports"
    return sorted(path.name for path in folder.glob("*.json"))


def test_the_kinds_of_the_command_line_are_those_of_the_importers():
    assert tuple(KINDS) == data_arguments.KINDS


def test_a_file_is_checked_imported_once_and_listed(acre, tmp_path):
    text = zillow([AUSTIN], 3)
    path = write(tmp_path, "Metro_zori_uc.csv", text)
    status, out, err = acre("check", path)
    assert (status, err) == (0, "")
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert out.splitlines() == [
        "Metro_zori_uc.csv: 1 rows",
        "kind     zillow-zori: Zillow Research, typical rents (ZORI), wide",
        f"sha256   {digest}",
        "vintage  not in the file",
        "figures  smoothed by the publisher, prints take it as it is",
        "AUS          rent                 2018-01-01 to 2018-03-01       3 of 3 figures",
        "GOOD: the file can be imported.",
    ]
    assert records(tmp_path) == []
    status, out, _ = acre("import", "zillow-zori", path, "--vintage", "2018-05-17")
    line = f"     1  zillow-zori       2018-05-17  {digest[:12]}  3 figures of 1 markets"
    assert (status, out) == (0, f"{line}  Metro_zori_uc.csv\n")
    assert acre("import", "zillow-zori", path) == (
        0,
        "The file is import 1 already; nothing was changed.\n",
        "",
    )
    assert acre("list") == (0, f"{line}  Metro_zori_uc.csv\n", "")
    assert records(tmp_path) == ["000001-zillow-zori.json"]


def test_a_refusal_says_where_and_changes_nothing(acre, tmp_path):
    path = write(tmp_path, "zhvi.csv", zillow([(1, "Austin, TX", lambda n: n)], 3))
    expected = "acre: refused: zhvi.csv, row 2, column 2018-01-31: 0 is no value of a price\n"
    assert acre("check", path) == (1, "", expected)
    assert acre("import", "zillow-zhvi", path) == (1, "", expected)
    assert records(tmp_path) == []
    status, _, err = acre("check", tmp_path / "absent.csv")
    assert (status, err) == (
        1,
        "acre: refused: absent.csv: cannot be read: No such file or directory\n",
    )


def test_a_price_is_compared_with_the_history_of_the_market(acre, tmp_path):
    """The table of Texas ends in 2015: prices that go another way than its Austin are refused."""
    base = "RegionID,SizeRank,RegionName,RegionType,StateName,"
    months = [f"{2000 + n // 12}-{n % 12 + 1:02}" for n in range(180)]
    cells = ",".join(str(round(opposite(n))) for n in range(180))
    text = f'{base}{",".join(months)}\n1,1,"Austin, TX",msa,TX,{cells}\n'
    path = write(tmp_path, "zhvi.csv", text)
    status, _, err = acre("import", "zillow-zhvi", path)
    assert status == 1
    assert "homeValue of 'Austin, TX' does not move with pricePerUnit of AUS" in err
    assert acre("import", "zillow-zhvi", path, "--without", "AUS") == (
        1,
        "",
        "acre: refused: zhvi.csv: no region of it is one of our markets\n",
    )


def test_a_kind_can_be_named_where_the_file_does_not_tell(acre, tmp_path):
    path = write(tmp_path, "download.csv", zillow([AUSTIN], 3))
    status, _, err = acre("check", path)
    assert status == 1
    assert "name does not say what it holds; name the kind" in err
    assert acre("check", path, "--kind", "zillow-sales")[0] == 0


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["import"],
        ["import", "zillow"],
        ["import", "zillow", "x.csv"],
        ["import", "fred", "x.csv", "--vintage", "2020-02-30"],
        ["import", "fred", "x.csv", "--vintage", "20200203"],
        ["check"],
        ["remove", "1"],
    ],
)
def test_a_wrong_command_line_ends_with_2(acre, words):
    with pytest.raises(SystemExit) as ended:
        acre(*words)
    assert ended.value.code == 2


def test_an_unknown_market_to_leave_out_ends_with_2(acre, tmp_path):
    path = write(tmp_path, "Metro_zori_uc.csv", zillow([AUSTIN], 3))
    assert acre("check", path, "--without", "NOPE") == (2, "", "acre: there is no market 'NOPE'\n")


def test_a_data_directory_that_cannot_be_used_is_a_matter_of_settings(acre, tmp_path, monkeypatch):
    monkeypatch.setenv("ACRE_DATA_DIR", str(tmp_path))
    status, _, err = acre("list")
    assert status == EXIT_CONFIGURATION
    assert err == "acre: ACRE_DATA_DIR: markets.csv: cannot be read: No such file or directory\n"


def test_the_help_names_kinds_and_exit_statuses(acre, capsys):
    with pytest.raises(SystemExit) as ended:
        acre("--help")
    assert ended.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "1 the file was refused and nothing of it was loaded" in text
    with pytest.raises(SystemExit):
        acre("import", "--help")
    text = capsys.readouterr().out
    assert all(kind in text for kind in KINDS)


def test_a_folder_is_imported_file_by_file_and_what_is_refused_keeps_no_other_back(acre, tmp_path):
    folder = tmp_path / "downloads"
    folder.mkdir()
    write(folder, ".hidden", "no file of ours")
    (folder / "more").mkdir()
    write(folder, "a-notes.txt", "Please read me\n")
    write(folder, "b-Metro_zori.csv", zillow([AUSTIN], 3))
    write(folder, "c-Metro_zori.csv", zillow([AUSTIN], 4))
    status, out, err = acre("update", folder, "--vintage", "2018-06-01")
    assert (status, len(out.splitlines()), len(records(tmp_path))) == (1, 2, 2)
    assert err.startswith("acre: refused: a-notes.txt, row 1: is the beginning of no kind of file")
    (folder / "a-notes.txt").unlink()
    status, out, err = acre("update", folder)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "     1  there already  b-Metro_zori.csv",
        "     2  there already  c-Metro_zori.csv",
    ]
    assert len(records(tmp_path)) == 2


def test_the_prints_of_a_market_go_on_with_the_new_files_of_their_kind(acre, tmp_path):
    folder = tmp_path / "downloads"
    folder.mkdir()
    first = write(folder, "1-Metro_zhvi.csv", zillow([AUSTIN], 3))
    assert acre("import", "zillow-zhvi", first, "--index", "--vintage", "2018-05-01")[0] == 0
    write(folder, "2-Metro_zhvi.csv", zillow([AUSTIN], 4))
    write(folder, "3-Metro_zori.csv", zillow([AUSTIN], 4))
    status, out, _ = acre("update", folder, "--vintage", "2018-06-01")
    assert status == 0
    assert [line.endswith("makes prints") for line in out.splitlines()] == [False, True, False]


def test_a_folder_that_is_none_is_named(acre, tmp_path):
    status, _, err = acre("update", tmp_path / "nowhere")
    assert (status, err) == (1, f"acre: {tmp_path / 'nowhere'}: No such file or directory\n")
