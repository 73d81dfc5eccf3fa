"""`acre maker` on the command line."""

import asyncio
import contextlib
import re
import signal
import stat
import sys

import aiohttp
import pytest

from chain.client.wallet import load_key
from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE, main
from tests.sdk.test_stream import wait_until
from tests.tidy.tree import ROOT


@contextlib.asynccontextmanager
async def acre_maker(*arguments: str):
    """Start the command; it is killed when the block leaves it running."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "edge.cli", "maker", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_takes_every_quote_out(server, url, tmp_path, number, unused_tcp_port):
    key = tmp_path / "maker.json"
    options = ("--levels", "2", "--metrics-port", str(unused_tcp_port))
    async with (
        aiohttp.ClientSession() as http,
        acre_maker("--url", url, "--key", str(key), *options) as process,
    ):
        await wait_until(lambda: len(server.exchange.open_orders()) == 4)
        async with http.get(f"http://127.0.0.1:{unused_tcp_port}/metrics") as answer:
            assert "acre_maker_markets 1.0" in await answer.text()
        process.send_signal(number)
        _, errors = await process.communicate()
    assert process.returncode == 0
    assert server.exchange.open_orders() == []
    said = errors.decode()
    assert re.search(r"maker_quotes market=7 fair=49\.9 inventory=0 placed=4$", said, re.M)
    assert re.search(r"maker_withdrew canceled=4$", said, re.M)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert set(server.tokens.values()) == {str(load_key(key).pubkey())}


async def test_a_dry_run_prints_and_ends(server, url, tmp_path):
    key = tmp_path / "maker.json"
    async with acre_maker("--url", url, "--key", str(key), "--dry-run") as process:
        printed, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
    line = "7 Market 7: fair 49.90, YES 5@47 5@46 5@45, NO 5@48 5@47 5@46\n"
    assert printed.decode() == line
    assert not key.exists()
    assert server.exchange.orders == {}


def test_a_server_that_does_not_answer_is_named(capsys, tmp_path, unused_tcp_port, monkeypatch):
    monkeypatch.setattr("acre_sdk.transport.ATTEMPTS_MAX", 1)
    url = f"http://127.0.0.1:{unused_tcp_port}"
    arguments = ["maker", "--url", url, "--key", str(tmp_path / "k"), "--dry-run"]
    assert main(arguments) == EXIT_UNAVAILABLE
    assert f"{url}/express/v1 does not answer" in capsys.readouterr().err


def test_a_key_that_others_can_read_is_refused(capsys, tmp_path):
    key = tmp_path / "maker.json"
    key.write_text("[]")
    key.chmod(0o640)
    assert main(["maker", "--key", str(key)]) == EXIT_CONFIGURATION
    assert f"run: chmod 600 {key}" in capsys.readouterr().err
    key.chmod(0o600)
    assert main(["maker", "--key", str(key)]) == EXIT_CONFIGURATION
    assert "is not a Solana key file" in capsys.readouterr().err
    assert main(["maker", "--key", str(tmp_path)]) == EXIT_CONFIGURATION
    assert capsys.readouterr().err == f"acre: {tmp_path} is not a file.\n"  # no advice to chmod it


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--url", "localhost:8080"), "must begin with http:// or https://"),
        (("--url", "http://h:99999"), "must begin with http:// or https://"),
        (("--markets", "3,x"), "must be 'all' or ids such as 3,7, not '3,x'"),
        (("--markets", ""), "must be 'all' or ids"),
        (("--levels", "0"), "must be a whole number from 1 to 50, not '0'"),
        (("--size", "1.5"), "must be a whole number from 1 to 100,000, not '1.5'"),
        (("--spread", "99"), "must be a whole number from 1 to 98, not '99'"),
        (("--budget", "-1"), "must be a whole number from 1 to 100,000,000"),
        (("--dead-man", "4"), "must be a whole number from 5 to 3,600"),
        (("--withdraw", "x"), "must be a whole number from 0 to 86,400"),
        (("--skew", "nan"), "must be a number from 0 to 50, not 'nan'"),
        (("--volatility", "11"), "must be a number from 0 to 10, not '11'"),
    ],
)
def test_an_impossible_argument_is_named(arguments, words, capsys):
    with pytest.raises(SystemExit):
        main(["maker", "--key", "k", *arguments])
    assert words in capsys.readouterr().err


def test_the_help_tells_a_stranger_what_it_does(capsys):
    with pytest.raises(SystemExit):
        main(["maker", "--help"])
    printed = capsys.readouterr().out
    for words in ("season", "key of its own", "--dry-run", "docs/market-makers.md"):
        assert words in printed
