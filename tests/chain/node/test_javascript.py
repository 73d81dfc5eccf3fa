import asyncio
import shutil
from pathlib import Path

import pytest

from tests.chain.node.wallet import Wallet

_WEB = Path(__file__).resolve().parents[3] / "web"


async def run_script(name: str, package: str, wallet: Wallet, ws_url: str) -> None:
    program = shutil.which("node")
    if program is None or not (_WEB / "node_modules" / package).is_dir():
        pytest.skip(f"needs node and {package} in web/node_modules: run `npm ci` in web/ first")
    mint = await wallet.create_mint()
    await wallet.mint_tokens(mint, wallet.address, 77)
    process = await asyncio.create_subprocess_exec(
        program,
        str(Path(__file__).with_name(name)),
        (_WEB / "package.json").as_uri(),
        wallet.node.url,
        str(wallet.address),
        ws_url,
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


async def test_web3js_works_with_the_websocket_that_it_derives(wallet: Wallet) -> None:
    await run_script("web3js.mjs", "@solana/web3.js", wallet, "-")


async def test_web3js_works_with_an_explicit_websocket(wallet: Wallet) -> None:
    ws_url = wallet.node.url.replace("http", "ws")
    await run_script("web3js.mjs", "@solana/web3.js", wallet, ws_url)


async def test_kit_works(wallet: Wallet) -> None:
    await run_script("kit.mjs", "@solana/kit", wallet, wallet.node.ws_url)
