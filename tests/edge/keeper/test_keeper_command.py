"""`acre keeper` on the command line."""

import asyncio
import contextlib
import re
import signal
import stat
import sys

import aiohttp
import pytest
from solders.keypair import Keypair

from chain.client.wallet import load_key, load_or_create_key
from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE, main
from tests.chain.world import until
from tests.edge.keeper.conftest import following, url_of
from tests.edge.keeper.test_keeper import withdrawal
from tests.edge.service_world import text_of
from tests.tidy.tree import ROOT


@contextlib.asynccontextmanager
async def acre_keeper(*arguments: str):
    """Start the command; it is killed when the block leaves it running."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "edge.cli", "keeper", *arguments),
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
async def test_the_keeper_earns_a_tip_prints_its_totals_and_stops(
    service, tmp_path, number, unused_tcp_port
):
    owner, path = await withdrawal(service), tmp_path / "keeper.json"
    wallet = load_or_create_key(path)
    await service.post("/express/v1/faucet", {"address": text_of(wallet)})
    arguments = ("--url", url_of(service), "--key", str(path), "--interval", "1")
    async with (
        following(service),
        aiohttp.ClientSession() as http,
        acre_keeper(*arguments, "--metrics-port", str(unused_tcp_port)) as process,
    ):
        figures = f"http://127.0.0.1:{unused_tcp_port}/metrics"

        async def has_earned() -> bool:
            with contextlib.suppress(aiohttp.ClientError):
                async with http.get(figures) as answer:
                    text = await answer.text()
                    # the round of the act is counted a moment after what it earned
                    has_acted = 'acre_keeper_earned_e6_total{job="settlement"} 300000.0' in text
                    return has_acted and 'acre_keeper_rounds_total{result="done"} ' in text
            return False

        await until(has_earned)
        async with http.get(figures) as answer:
            said = await answer.text()
        process.send_signal(number)
        _, errors = await process.communicate()
    assert process.returncode == 0
    for line in (
        'acre_keeper_acts_total{job="settlement",outcome="applied"} 1.0',
        'acre_keeper_fees_lamports_total{job="settlement"} 5001.0',
        'acre_keeper_due{job="liquidation"} 0.0',
        "acre_keeper_balance_lamports 2e+09",
        'acre_keeper_lag_seconds{job="settlement"} ',
        'acre_keeper_rounds_total{result="done"} ',
    ):
        assert line in said, said
    log = errors.decode()
    act = (
        rf"keeper_acted job=settlement place={text_of(owner)} outcome=applied "
        r"expected=0\.300000 earned=0\.300000 fee_sol=0\.000005001 signature=\w{80,90}$"
    )
    assert len(re.findall(act, log, re.M)) == 1
    ends = r"keeper_ends applied=1 earned=0\.300000 fees_sol=0\.000005001 profit=0\.298999$"
    assert re.search(ends, log, re.M)
    assert str(list(bytes(wallet))[:8])[1:-1] not in log


async def test_a_dry_run_prints_and_ends(service, tmp_path):
    owner, path = await withdrawal(service), tmp_path / "keeper.json"
    url = url_of(service)
    async with acre_keeper("--url", url, "--key", str(path), "--dry-run") as process:
        printed, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert printed.decode() == (
        f"settlement {text_of(owner)} requests 1: earns about 0.300000, "
        "profit about 0.299000, would act\n"
    )
    assert not path.exists()
    async with acre_keeper(
        "--url", url, "--key", str(path), "--jobs", "liquidation", "--dry-run"
    ) as process:
        printed, _ = await process.communicate()
    assert printed == b"There is nothing to do.\n"


async def test_a_new_key_is_made_for_its_owner_only_and_is_low_on_sol(service, tmp_path):
    path = tmp_path / "keeper.json"
    async with acre_keeper("--url", url_of(service), "--key", str(path)) as process:
        assert process.stderr is not None
        while b"keeper_low_balance" not in (line := await process.stderr.readline()):
            assert line
        process.send_signal(signal.SIGTERM)
        await process.communicate()
    assert process.returncode == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert str(load_key(path).pubkey()).encode() in line


def test_a_server_that_does_not_answer_is_named(capsys, tmp_path, unused_tcp_port, monkeypatch):
    monkeypatch.setattr("acre_sdk.transport.ATTEMPTS_MAX", 1)
    url = f"http://127.0.0.1:{unused_tcp_port}"
    arguments = ["keeper", "--url", url, "--key", str(tmp_path / "k"), "--dry-run"]
    assert main(arguments) == EXIT_UNAVAILABLE
    assert f"{url}/api/v1 does not answer" in capsys.readouterr().err


def test_a_key_that_others_can_read_is_refused(capsys, tmp_path):
    key = tmp_path / "keeper.json"
    load_or_create_key(key, Keypair).pubkey()
    key.chmod(0o644)
    assert main(["keeper", "--key", str(key)]) == EXIT_CONFIGURATION
    assert f"run: chmod 600 {key}" in capsys.readouterr().err


async def test_a_busy_metrics_port_is_named(capsys, tmp_path, unused_tcp_port):
    async def refuse(_reader, writer):
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", unused_tcp_port):
        arguments = ["--key", str(tmp_path / "k"), "--metrics-port", str(unused_tcp_port)]
        assert main(["keeper", *arguments]) == EXIT_CONFIGURATION
    said = capsys.readouterr().err
    assert f"Port {unused_tcp_port} is already used" in said
    assert "choose another --metrics-port." in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--url", "localhost:8080"), "must begin with http:// or https://"),
        (("--rpc", "ftp://h"), "must begin with http:// or https://"),
        (("--jobs", "liquidation,oracle"), "must be some of liquidation,settlement"),
        (("--chain", "mainnet-beta"), "invalid choice: 'mainnet-beta'"),
        (("--jobs", ""), "must be some of liquidation,settlement"),
        (("--fee-account", "-1"), "must be a whole number from 0 to 999,999,999"),
        (("--min-profit", "0.0000001"), "must be a decimal with at most 6 digits"),
        (("--min-profit", "1e3"), "must be a decimal with at most 6 digits"),
        (("--sol-price", "0"), "must be above 0, not '0'"),
        (("--max-fee", "-1"), "must be above 0, not '-1'"),
        (("--hourly-fees", "0.0000000001"), "must be a decimal with at most 9 digits"),
        (("--min-balance", "nan"), "must be a decimal with at most 9 digits"),
        (("--parallel", "17"), "must be a whole number from 1 to 16, not '17'"),
        (("--interval", "0.5"), "must be a number from 1 to 3600, not '0.5'"),
        (("--metrics-port", "65536"), "must be a whole number from 1 to 65,535"),
    ],
)
def test_an_impossible_argument_is_named(arguments, words, capsys):
    with pytest.raises(SystemExit):
        main(["keeper", "--key", "k", *arguments])
    assert words in capsys.readouterr().err


def test_the_help_tells_a_stranger_what_it_does(capsys):
    with pytest.raises(SystemExit):
        main(["keeper", "--help"])
    printed = capsys.readouterr().out
    for words in ("key of its own", "--dry-run", "inspects every transaction", "docs/keepers.md"):
        assert words in printed
