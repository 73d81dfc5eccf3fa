"""The two small verifiers against the real service, and against one that lies in a single field."""

import asyncio
import copy
import re
import shutil
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from solders.keypair import Keypair

from chain.client.addresses import token_account
from chain.client.instructions import transfer_tokens
from chain.client.wallet import address_of, send_instructions
from tests.chain.payouts import AMOUNT_E6, pay, payable
from tests.chain.world import until
from tests.edge.conftest import service  # noqa: F401 - a fixture
from tests.edge.service_world import text_of
from tests.tidy.tree import ROOT

SCRIPT = Path(ROOT) / "tools" / "check_solvency.py"
WEB = Path(ROOT) / "web"
SECOND = WEB / "scripts" / "check-solvency.ts"
LINES_MAX = 180
ON_THEIR_WAY_SLOTS = 300
E6 = 10**6
SOLVENCY = "/express/v1/solvency"


class Liar:
    """Passes everything on to the service; `lie` changes what /solvency says."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.lie = lambda said: said

    async def __aenter__(self) -> str:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._pass)
        self._session = aiohttp.ClientSession()
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()
        await self._runner.cleanup()

    async def _pass(self, request: web.Request) -> web.Response:
        url = f"{self._target}{request.rel_url}"
        async with self._session.request(
            request.method, url, data=await request.read(), headers=_content_type(request)
        ) as answer:
            body = await answer.json()
            if request.path == SOLVENCY:
                body = self.lie(copy.deepcopy(body))
            return web.json_response(body, status=answer.status)


def _content_type(request) -> dict[str, str]:
    return {"Content-Type": request.headers.get("Content-Type", "application/json")}


PYTHON = (sys.executable, "-I", str(SCRIPT))


@pytest.fixture(scope="module", params=["python", "typescript"])
def check(request, tmp_path_factory):
    """Run one of the scripts as a user does."""
    command = PYTHON
    if request.param == "typescript":
        command = (shutil.which("node"), str(without_types(tmp_path_factory.mktemp("verifier"))))
    return lambda url, wallet, *options: run(command, url, wallet, *options)


def without_types(directory: Path) -> Path:
    """The second verifier as docs/solvency.md has it made for older versions of Node.js."""
    (directory / "package.json").write_text('{"type": "module"}')
    compiler = ("node_modules/.bin/tsc", "scripts/check-solvency.ts", "--ignoreConfig")
    options = ("--target", "es2022", "--module", "nodenext", "--types", "node", "--outDir")
    subprocess.run([*compiler, *options, str(directory)], cwd=WEB, check=True, capture_output=True)
    return directory / "check-solvency.js"


async def run(command, url: str, wallet: str, *options: str) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *command, url, wallet, *options,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await process.communicate()
    return process.returncode, said.decode()


async def post_root(service):  # noqa: F811
    roots = service.context.roots

    async def is_posted() -> bool:
        await roots.step()
        return roots.posted is not None

    await until(is_posted)


async def owed(service) -> Keypair:  # noqa: F811
    """A wallet with an account, a position in the pool, a request and a stake."""
    wallet = await service.trader(7_000 * E6)
    user, world = address_of(wallet), service.world
    await world.send(wallet, await world.builders.build(user, "add-liquidity", amount=500 * E6))
    await world.send(
        wallet,
        await world.builders.build(user, "withdraw-margin", account=0, amount=30 * E6, tip=0),
    )
    stake = await world.builders.build(user, "stake", amount=11 * E6, create_account=True)
    await world.send(wallet, stake)
    await post_root(service)
    return wallet


def test_the_tool_is_short_and_needs_no_packages():
    text = SCRIPT.read_text()
    assert text.count("\n") <= LINES_MAX
    imported = [line.split()[1].split(".")[0] for line in text.split("\n") if line[:7] == "import "]
    assert set(imported) <= set(sys.stdlib_module_names)
    assert "\nfrom " not in text


def test_the_second_shares_no_code():
    """It imports what Node.js brings, and runs where types are merely taken away."""
    text = SECOND.read_text()
    assert set(re.findall(r'from "([^"]+)"', text)) == {"node:crypto", "node:util"}
    assert "import(" not in text
    assert "require(" not in text
    # what a runtime that strips types cannot do
    assert not re.search(r"\b(enum|namespace)\b|constructor\((private|public)", text)


async def test_an_honest_service_is_good(service, check):  # noqa: F811
    wallet = await owed(service)
    url = str(service.client.make_url("")).rstrip("/")
    status, said = await check(url, text_of(wallet), "--rpc", service.world.node.url)
    assert status == 0, said
    lines = said.splitlines()
    name = text_of(wallet)
    assert lines[:4] == [
        f"counted  marginAccount {name} 0 {6_970 * E6} collateral",
        f"counted  lpPosition {name} 1 {500 * E6} collateral",
        f"counted  settlementRequest {name} 1 {30 * E6} collateral",
        f"counted  stake {name} 0 {11 * E6} token",
    ]
    total = 1_000_000 * E6 + 7_500 * E6
    assert f"vault    at the root collateral: held {total}, owed {total}, difference 0" in lines
    assert f"vault    now tokenVaultBalance: held {11 * E6}, owed {11 * E6}, difference 0" in lines
    assert lines[-1] == (
        "GOOD: you are counted in a root on the chain, and the vault holds what is owed."
    )
    status, said = await check(url, text_of(Keypair()), "--rpc", service.world.node.url)
    assert (status, said.splitlines()[-1].split(" in ")[0]) == (
        0,
        "GOOD: nothing is owed to this wallet",
    )


def field(name, value):
    def lie(said):
        assert said[name] != value
        said[name] = value
        return said

    return lie


def more(name, by=1):
    return lambda said: said | {name: str(int(said[name]) + by)}


def claim(name):
    def lie(said):
        said["claims"][name] = str(int(said["claims"][name]) - 1)
        return said

    return lie


def proof(change):
    def lie(said):
        change(said["proofs"][0])
        return said

    return lie


def of_path(change):
    return proof(lambda row: change(row["path"][0]))


def lesser_sum(node):
    digest, count, collateral, tokens = node["hash"].split(":")
    node["hash"] = f"{digest}:{count}:{int(collateral) + 1}:{tokens}"


def other_side(node):
    node["side"] = "left" if node["side"] == "right" else "right"


def lesser_root(said):
    digest, count, collateral, tokens = said["stateRoot"].split(":")
    return said | {"stateRoot": f"{digest}:{count}:{int(collateral) - 1}:{tokens}"}


async def test_each_lie_in_a_single_field_is_found(service, check):  # noqa: F811
    wallet = await owed(service)
    rpc = ("--rpc", service.world.node.url)

    stranger = text_of(Keypair())
    lies = {
        "vaultBalance": (more("vaultBalance"), "the difference is wrong"),
        "margin": (claim("margin"), "the difference is wrong"),
        "lp": (claim("lp"), "the difference is wrong"),
        "reserve": (claim("reserve"), "the difference is wrong"),
        "protocolFees": (claim("protocolFees"), "the difference is wrong"),
        "unsettled": (claim("unsettled"), "the difference is wrong"),
        "quarantined": (claim("quarantined"), "the difference is wrong"),
        "difference": (field("difference", "1"), "the difference is wrong"),
        "tokenVaultBalance": (more("tokenVaultBalance"), "the chain says"),
        "tokenClaims": (more("tokenClaims"), "the vault is short of 1"),
        "sequence": (lambda said: said | {"sequence": said["sequence"] - 1}, "the chain says"),
        "stateHash": (field("stateHash", "ab" * 32), "the chain says"),
        "stateRoot": (lesser_root, "leads to another root"),
        "rootSlot": (lambda said: said | {"rootSlot": said["rootSlot"] + 1}, "posted in slot"),
        "rootSignature": (field("rootSignature", "1" * 64), "does not know the transaction"),
        "no root": (field("rootSignature", None), "no root is on the chain"),
        "kind": (proof(lambda row: row.update(kind="stake")), "is no stake"),
        "amount": (proof(lambda row: row.update(amount="1")), "is not the amount 1"),
        "leaf": (
            proof(lambda row: row.update(leaf=row["leaf"].replace(" 0 ", " 1 "))),
            "leads to another root",
        ),
        "owner": (
            proof(lambda row: row.update(leaf=row["leaf"].replace(text_of(wallet), stranger))),
            "belongs to another wallet",
        ),
        "path": (proof(lambda row: row["path"].pop()), "leads to another root"),
        "sum": (of_path(lesser_sum), "leads to another root"),
        "minus": (
            of_path(lambda node: node.update(hash=node["hash"].replace(":1:", ":1:-"))),
            "is no node",
        ),
        "side": (of_path(other_side), "leads to another root"),
        "twice": (lambda said: said | {"proofs": said["proofs"][:1] * 2}, "a leaf is shown twice"),
    }
    async with Liar(str(service.client.make_url("")).rstrip("/")) as liar:
        assert (await check(liar.url, text_of(wallet), *rpc))[0] == 0
        for name, (lie, words) in lies.items():
            liar.lie = lie
            status, said = await check(liar.url, text_of(wallet), *rpc)
            assert status == 1, (name, said)
            assert said.splitlines()[-1].startswith("WRONG: "), name
            assert words in said, (name, said)


async def test_a_vault_that_was_emptied_is_found(service, check):  # noqa: F811
    wallet, world = await owed(service), service.world
    facts = world.facts
    theft = transfer_tokens(
        facts.vault_authority,
        token_account(address_of(wallet), facts.collateral_mint),
        facts.collateral_mint,
        5,
    )
    await send_instructions(world.rpc, [theft], [wallet, world.keys.vault_authority])
    service.context.vaults.known = {1: 1_007_500 * E6 - 5}.get
    url = str(service.client.make_url("")).rstrip("/")
    status, said = await check(url, text_of(wallet), "--rpc", world.node.url)
    assert status == 1
    assert said.splitlines()[-1] == "WRONG: now the vault is short of 5 vaultBalance"


async def test_a_payout_between_the_count_and_its_root_is_no_hole(service, check):  # noqa: F811
    """The root stays for an hour, and so must what the vault held then be explained."""
    world, roots = service.world, service.context.roots
    wallet = await payable(world)
    await roots.step()
    assert (roots.posted, roots._pending) == (None, None)  # counted, and not sent yet
    await pay(world, world.new_settler(), address_of(wallet))
    await post_root(service)
    service.wall.s += 3
    url = str(service.client.make_url("")).rstrip("/")
    status, said = await check(url, text_of(wallet), "--rpc", world.node.url)
    assert status == 0, said
    lines = said.splitlines()
    owed = 1_000_100 * E6
    held = owed - AMOUNT_E6
    received = f"vault    at the root collateral: held {held}, owed {owed}, difference {-AMOUNT_E6}"
    assert lines[lines.index(received) + 1] == (
        f"vault    just before it paid {AMOUNT_E6}, of which all may be in what it owed"
    )
    assert f"vault    now vaultBalance: held {held}, owed {held}, difference 0" in lines


async def test_a_vault_that_was_short_at_the_root_is_found(service, check):  # noqa: F811
    """What left it before the last two minutes does not count."""
    wallet, world = await owed(service), service.world
    facts = world.facts
    theft = transfer_tokens(
        facts.vault_authority,
        token_account(address_of(wallet), facts.collateral_mint),
        facts.collateral_mint,
        5,
    )
    await send_instructions(world.rpc, [theft], [wallet, world.keys.vault_authority])
    slot = await world.rpc.slot("confirmed")
    await world.wait_finalized(slot + ON_THEIR_WAY_SLOTS)
    await world.advance(60)
    service.wall.s += 3600
    roots, before = service.context.roots, service.context.roots.posted

    async def is_posted() -> bool:
        await roots.step()
        return roots.posted is not before

    await until(is_posted)
    url = str(service.client.make_url("")).rstrip("/")
    status, said = await check(url, text_of(wallet), "--rpc", world.node.url)
    assert status == 1
    assert said.splitlines()[-1] == "WRONG: at the root the vault is short of 5 collateral"


@pytest.mark.parametrize(
    ("url", "status", "verdict"),
    [("http://127.0.0.1:1", 2, "NOT CHECKED: "), ("nonsense", 1, "WRONG: ")],
)
async def test_a_service_that_does_not_answer_is_no_proof(url, status, verdict, check):
    got, said = await check(url, "wallet")
    assert got == status
    assert said.startswith(verdict)
