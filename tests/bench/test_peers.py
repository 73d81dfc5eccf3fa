"""Published peers: their environments, the message for a missing one, equal answers."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from bench import margin
from bench._orders import make_stream
from bench._peers import books, environment
from bench._peers import margin as margin_peer
from bench._peers.environment import PeerMissingError, call, python_of

RECORDS = make_stream(400, seed=5)


@pytest.fixture
def peers_folder(tmp_path, monkeypatch):
    """Environments of peers, none of them installed."""
    monkeypatch.setattr(environment, "FOLDER", tmp_path)
    return tmp_path


def an_environment(extra, python=sys.executable):
    """Install an environment whose interpreter is that of the tests, or another program."""
    path = python_of(extra)
    path.parent.mkdir(parents=True)
    path.symlink_to(python)


def test_a_peer_without_an_environment_is_missing(peers_folder):
    with pytest.raises(PeerMissingError, match="peers is not installed: make bench-peers"):
        call("peers", "bench._peers.books")


def test_a_peer_that_fails_is_missing_with_its_last_words(peers_folder):
    an_environment("peers")
    with pytest.raises(PeerMissingError, match=r"bench\._peers\.nothing: .*No module named"):
        call("peers", "bench._peers.nothing")


def test_a_book_that_is_missing_here_runs_in_the_environment_of_the_peers(
    peers_folder, monkeypatch
):
    monkeypatch.setattr(environment, "python_of", lambda _extra: python_of("other"))
    path = python_of("other")
    path.parent.mkdir(parents=True)
    os.symlink(sys.executable, path)

    def missing(_records):
        raise PeerMissingError("not here")

    here, _ = books.result("sortedcontainers", books.PEERS["sortedcontainers"], RECORDS)
    assert len(here) > 30
    there, seconds = books.result("sortedcontainers", missing, RECORDS)
    assert (there, seconds > 0) == (here, True)


def test_an_environment_that_lacks_the_package_says_so(peers_folder):
    code = (
        "import sys; sys.modules['sortedcontainers'] = None\n"
        "import bench._peers.books as books; books.main('sortedcontainers', sys.argv[1])"
    )
    path = peers_folder / "records"
    RECORDS.tofile(path)
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        cwd=environment.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == {
        "missing": "sortedcontainers is not installed: make bench-peers"
    }


def test_the_installer_makes_every_environment_by_pip(peers_folder, monkeypatch):
    ran = []
    monkeypatch.setattr(environment.venv, "create", lambda path: ran.append(path.name))

    def run(words, check):
        ran.append(words[words.index("install") :])
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(environment.subprocess, "run", run)
    assert environment.main() == 0
    assert [ran[0], ran[2]] == ["peers", "peers-margin"]
    assert "nautilus_trader" in ran[1]
    assert "driftpy" in ran[3]


def exact(said):
    """Value accounts in Drift's units by the formulas of its documentation, in plain integers."""
    found = []
    for account in said["accounts"]:
        profit = required = 0
        for at, base, quote in account:
            worth = abs(base) * said["prices_e6"][at] // 10**9
            profit += (worth if base > 0 else -worth) + quote
            required += worth * said["ratio_e4"] // 10**4
        found.append((profit, required))
    return {"values": found, "seconds": 1.0, "version": "exact"}


def test_accounts_have_the_margin_and_profit_of_driftpys_formulas(monkeypatch):
    monkeypatch.setattr(margin_peer, "values", exact)
    report = margin.measure(300)
    assert report["equal_accounts"] == 300
    assert report["positions"] > 900
    assert report["ours_to_driftpy"] > 0


def test_an_account_that_differs_fails_the_run(monkeypatch):
    def wrong(said):
        found = exact(said)
        found["values"][7] = (0, 1)
        return found

    monkeypatch.setattr(margin_peer, "values", wrong)
    with pytest.raises(SystemExit, match="1 of 300 accounts differ from driftpy"):
        margin.measure(300)


def test_without_driftpy_the_report_says_so(peers_folder, monkeypatch):
    monkeypatch.setattr(margin_peer, "modules", missing_modules)
    assert margin.measure(100)["driftpy"] == "peers-margin is not installed: make bench-peers"


def missing_modules():
    raise PeerMissingError("driftpy is not installed")


def test_no_figure_of_the_common_model_is_rounded():
    made = margin.portfolios(200)
    worth = made.held["size_e6"].astype(object) * made.prices_e8[made.held["market"]].astype(object)
    assert (worth % 10**9 == 0).all()
    assert np.unique(made.held["market"]).size == margin.MARKETS
