"""The JavaScript clients, unmodified: straight at the node and through the proxy of the edge."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from solana.rpc.async_api import AsyncClient

from chain.node.server.server import NodeServer
from tests.chain.node.test_versions import send_version_1
from tests.chain.node.wallet import Wallet

_WEB = Path(__file__).resolve().parents[3] / "web"


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[NodeServer]:
    """A node whose blockhashes live 6 s, which a client on a busy machine can keep up with."""
    server = await NodeServer.start(tmp_path / "chain", slot_ms=40, faults=True)
    yield server
    await server.stop()


async def run_script(
    package: str, wallet: Wallet, client: AsyncClient, url: str, ws_url: str
) -> None:
    program = shutil.which("node")
    if program is None or not (_WEB / "node_modules" / package).is_dir():
        pytest.skip(f"needs node and {package} in web/node_modules: run `npm ci` in web/ first")
    script = {"@solana/web3.js": "web3js.mjs", "solana-kit": "kit.mjs"}[package]
    process = await asyncio.create_subprocess_exec(
        program,
        str(Path(__file__).with_name(script)),
        (_WEB / "package.json").as_uri(),
        url,
        ws_url,
        wallet.node.url,
        str(await send_version_1(wallet, client)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, output.decode()
    assert output.decode().strip().endswith("all calls work")


@pytest.mark.parametrize("package", ["@solana/web3.js", "solana-kit"])
@pytest.mark.parametrize("port", ["same", "next"])
async def test_a_client_works_with_the_websocket_on_either_port(
    wallet: Wallet, client: AsyncClient, package: str, port: str
) -> None:
    node = wallet.node
    ws_url = node.ws_url if port == "next" else node.url.replace("http", "ws")
    if package == "@solana/web3.js" and port == "next":
        ws_url = "-"  # it derives that address itself
    await run_script(package, wallet, client, node.url, ws_url)


@pytest.mark.parametrize("package", ["@solana/web3.js", "solana-kit"])
async def test_a_client_works_through_the_edge(
    wallet: Wallet, client: AsyncClient, proxied: str, package: str
) -> None:
    await run_script(package, wallet, client, proxied, proxied.replace("http", "ws"))
