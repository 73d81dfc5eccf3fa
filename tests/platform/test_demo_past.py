"""The default demo opens with a past: `acre up` on an empty home, asked over HTTP."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from pathlib import Path

from chain.catalogue import load_catalogue
from chain.demo.plan import PAST_S
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.journal import read_journal
from engine.sequencer import Applied
from engine.sequencer.replay import rederive
from tests.platform.running import acre_up, environment, free_port

DEMO = {
    "ACRE_PROFILE": "demo",
    "ACRE_CATALOGUE": "us",
    "ACRE_DEMO_MAKER": "off",
    "ACRE_SLOT_MS": "100",
}
CATALOGUE = load_catalogue(None)
DEADLINE_S = 60
FINAL = [{"commitment": "finalized"}]


def get(port: int, path: str):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return json.load(answer)


def applied_of(home: Path) -> list[Applied]:
    records = [record for record, _ in read_journal(home / "journal")]
    return rederive(Exchange(), iter(records), 0, len(records))


def verified(home: Path, port: int) -> int:
    """Verify the journal against the chain up to its past; return how many commands are on it."""
    last_slot = max(getattr(row.command, "slot", 0) for row in applied_of(home) if is_past(row))
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "getSlot", "params": FINAL}).encode()
    headers = {"Content-Type": "application/json"}
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/rpc", body, headers)
        with urllib.request.urlopen(asked, timeout=10) as answer:
            if json.load(answer)["result"] >= last_slot:
                break
        time.sleep(0.2)
    command = [sys.executable, "-m", "edge.cli", "verify", "--to-slot", str(last_slot)]
    done = subprocess.run(
        command, env=environment(home, port) | DEMO, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    compared = re.search(r"chain commands compared +([\d,]+)", done.stdout)
    assert compared is not None, done.stdout
    return int(compared[1].replace(",", ""))


def is_past(row: Applied) -> bool:
    return row.command.time_s < CATALOGUE.start_s


def test_a_new_demo_is_alive_in_its_first_second(tmp_path):
    with acre_up(tmp_path, free_port(), **DEMO) as run:
        run.read_until("Acre is running")
        status = get(run.port, "/express/v1/status")
        assert 0 <= status["clock"]["now"] - CATALOGUE.start_s < 86_400
        for market in CATALOGUE.markets:
            volumes = get(run.port, f"/express/v1/market/{market.symbol}/volumes")
            assert int(volumes["oneDay"]["notional"]) > 0, market.symbol
            found = get(run.port, f"/express/v1/market/{market.symbol}")
            assert int(found["openInterest"]["notional"]) > 0, market.symbol
            # nine tenths of each side are left to others
            for side in found["availableOpenInterest"].values():
                assert int(side["notional"]) > 400_000 * 10**6, market.symbol
        for path in ("/express/v1/contest/royale", "/express/v1/contest/week-2007-11-19"):
            board = get(run.port, f"{path}/leaderboard")
            changes = [int(row["tokenChange"]) for row in board["leaderboard"]]
            assert len(changes) >= 8
            assert min(changes) < 0 < max(changes)
            assert {row["isDemo"] for row in board["usernames"]} == {True}
            assert len(board["usernames"]) == len(changes)
        points = get(run.port, "/express/v1/ppps3/leaderboard")
        assert points["total"] >= 8
        questions = get(run.port, "/express/v1/predictions/markets?limit=100")["markets"]
        traded = [one for one in questions if one["lastYesPrice"] is not None]
        assert sum(one["status"] == "open" for one in traded) >= 4
        assert any(one["status"] == "resolved" for one in traded)
        solvency = get(run.port, "/express/v1/solvency")
        assert solvency["difference"] == "0"
        assert int(solvency["claims"]["margin"]) > 500_000 * 10**6
        assert verified(tmp_path, run.port) > 450
    # No trade was refused; after the first day the traders continue without a duplicate.
    rows = applied_of(tmp_path)
    trades = [row for row in rows if isinstance(row.command, m.ModifyPosition)]
    assert not [row for row in trades if row.rejection is not None]
    assert len({row.command.signature for row in trades}) == len(trades)
    assert rows[0].command.time_s == CATALOGUE.start_s - PAST_S


def test_a_killed_first_start_finishes_its_past_once(tmp_path):
    port = free_port()
    journal = tmp_path / "journal"
    with acre_up(tmp_path, port, **DEMO) as run:
        _wait_for_trades(journal, run.process.pid)
        os.kill(run.process.pid, signal.SIGKILL)
        run.process.wait(10)
    assert applied_of(tmp_path)[-1].command.time_s < CATALOGUE.start_s
    with acre_up(tmp_path, port, **DEMO) as run:
        run.read_until("Acre is running")
        assert get(port, "/express/v1/status")["clock"]["now"] >= CATALOGUE.start_s
        assert verified(tmp_path, port) > 450
    rows = applied_of(tmp_path)
    done = [
        row.command
        for row in rows
        if isinstance(row.command, m.ModifyPosition) and row.rejection is None
    ]
    past = [one.nonce for one in done if one.time_s < CATALOGUE.start_s]
    assert past == sorted(set(past))
    prints = Counter(
        (row.command.market_id, row.command.published_at_s)
        for row in rows
        if isinstance(row.command, m.PostPrint)
    )
    assert max(prints.values()) == 1


def _wait_for_trades(journal: Path, pid: int) -> None:
    """Return as soon as trades of the past are in the journal."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        records = list(read_journal(journal)) if journal.exists() else []
        if len(records) > 500:
            return
        os.kill(pid, 0)
        time.sleep(0.02)
    raise AssertionError("no trades came")


def test_without_traders_a_demo_begins_on_its_first_day(tmp_path):
    with acre_up(tmp_path, free_port(), **DEMO, ACRE_DEMO_TRADERS="off") as run:
        run.read_until("Acre is running")
        board = get(run.port, "/express/v1/contest/royale/leaderboard")
        assert board["leaderboard"] == []
    rows = applied_of(tmp_path)
    assert 0 <= rows[0].command.time_s - CATALOGUE.start_s < 86_400
    assert not [row for row in rows if isinstance(row.command, m.ModifyPosition)]
    # switched on later it gets traders, and no past
    with acre_up(tmp_path, free_port(), **DEMO, ACRE_DEMO_START="2007-12-01") as run:
        run.read_until("Acre is running")
        assert get(run.port, "/express/v1/status")["clock"]["now"] < CATALOGUE.start_s + 86_400
    times = [row.command.time_s for row in applied_of(tmp_path)]
    assert times == sorted(times)
    assert max(times) - times[0] < 2 * 86_400
