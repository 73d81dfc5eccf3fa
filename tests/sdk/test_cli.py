"""`acre-trade` against the whole service: tables, JSON, errors in one line, no secret."""

import asyncio
import json

import pytest
import pytest_asyncio

from acre_sdk import cli, load_or_create_key
from tests.edge.keeper.conftest import following, url_of
from tests.edge.service_world import running_service

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory, postgres_cluster):
    home, url = tmp_path_factory.mktemp("cli"), postgres_cluster.create_database("sdk_cli")
    async with running_service(home, url) as service, following(service):
        yield service


@pytest.fixture
def shell(live, tmp_path, capsys, monkeypatch):
    """Return a function that runs a command with a key file: status, lines, errors."""
    monkeypatch.delenv("ACRE_KEY", raising=False)
    path = tmp_path / "key.json"
    key = load_or_create_key(path)

    async def run(*words, json=False, key_file=str(path)):
        lead = ["--url", url_of(live), *(["--json"] if json else [])]
        lead += [] if key_file is None else ["--key", key_file]
        status = await asyncio.to_thread(cli.main, [*lead, *words])
        said = capsys.readouterr()
        assert str(key) not in said.out + said.err
        assert str(list(bytes(key))) not in said.out + said.err
        return status, said.out.splitlines(), said.err.splitlines()

    run.key = key
    return run


async def test_a_trade_from_the_shell(live, shell):
    await live.post("/express/v1/faucet", {"address": str(shell.key.pubkey())})
    status, lines, _ = await shell("markets", json=True, key_file=None)
    assert status == 0
    symbol = json.loads(lines[0])["symbol"]
    status, lines, errors = await shell("deposit", "500.50", json=True)
    assert (status, errors) == (0, [])
    assert json.loads(lines[0])["command"] == "create-margin-account"
    status, lines, _ = await shell("quote", symbol, "long", "--notional", "200")
    assert status == 0
    assert any(line.startswith("is_executable") and line.endswith("True") for line in lines)
    status, lines, _ = await shell("open", symbol, "long", "--notional", "200", json=True)
    fill = json.loads(lines[0])
    assert (status, fill["symbol"], fill["kind"]) == (0, symbol, "open")
    status, lines, _ = await shell("positions")
    assert status == 0
    assert lines[0].split()[:3] == ["account", "symbol", "side"]
    assert lines[1].split()[:4] == ["1", symbol, "long", fill["size"]]
    assert (await shell("orders"))[1] == ["There are none."]
    status, lines, _ = await shell("close", symbol, json=True)
    assert json.loads(lines[0])["position"] in ("0", "0.000000")
    assert (await shell("deposit", "10"))[0] == 0
    status, lines, _ = await shell("withdraw", "100", json=True)
    assert json.loads(lines[0])["amount"] == "100.000000"
    assert (await shell("balances"))[0] == 0


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("open", "NOWHERE", "long", "--notional", "5"), "MARKET_NOT_FOUND: There is no market"),
        (("deposit", "1.0000001"), "deposit has more than 6 digits after the point"),
        (("cancel", "7"), "MARGIN_ACCOUNT_NOT_FOUND"),
    ],
)
async def test_an_error_is_one_line(shell, words, error):
    status, lines, errors = await shell(*words)
    assert (status, lines, len(errors)) == (1, [], 1)
    assert error in errors[0]


async def test_a_key_file_that_is_none_is_named_and_never_shown(shell, tmp_path):
    path = tmp_path / "wrong.json"
    path.write_text("[1, 2, 3]")
    assert await shell("positions", key_file=str(path)) == (
        1, [], [f"acre-trade: {path} is not a key file (64 numbers)"]
    )  # fmt: skip
    status, _, errors = await shell("positions", key_file=None)
    assert (status, errors) == (1, ["acre-trade: name a key file by --key or ACRE_KEY"])
    status, _, errors = await shell("positions", key_file=str(tmp_path / "absent"))
    said = f"there is no key file {tmp_path / 'absent'}; `acre-trade faucet` makes one"
    assert (status, errors) == (1, [f"acre-trade: {said}"])


async def test_a_newcomer_gets_a_key_file_and_test_money(shell, tmp_path):
    path = tmp_path / "new.json"
    status, lines, _ = await shell("faucet", json=True, key_file=str(path))
    found = json.loads(lines[0])
    assert (status, found["collateral"]) == (0, "10000.000000")
    assert path.stat().st_mode & 0o077 == 0
    status, lines, _ = await shell("balances", json=True, key_file=str(path))
    assert json.loads(lines[0])["address"] == found["address"]


async def test_what_a_server_says_moves_no_terminal():
    assert cli._shown("MIA\x1b[2J\r\n") == "MIA [2J  "


async def test_a_server_that_is_not_there_is_one_line(capsys, tmp_path):
    key = tmp_path / "key.json"
    load_or_create_key(key)
    words = ["--url", "http://127.0.0.1:9", "--key", str(key), "positions"]
    assert await asyncio.to_thread(cli.main, words) == 1
    said = capsys.readouterr().err
    assert said.startswith("acre-trade: NOT_CONNECTED")
    assert said.count("\n") == 1
