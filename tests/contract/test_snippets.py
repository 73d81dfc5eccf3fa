"""What README.md and the guides print is run against a service, or says why it is not."""

import asyncio
import re
import shlex
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from tests.contract.known import populate
from tests.edge.service_world import running_service
from tests.tidy.tree import text_of

PAGES = (
    "README.md",
    "docs/developers/README.md",
    "docs/developers/errors.md",
    "docs/market-makers.md",
    "docs/keepers.md",
    "docs/book.md",
    "sdk/python/README.md",
)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.S | re.M)
SERVER = "http://127.0.0.1:8080"
in_module = pytest.mark.asyncio(loop_scope="module")

# Blocks that nothing here runs: page, a piece of the block, and why.
NOT_RUN = {
    ("README.md", "make run "): "sets up; the build server runs it",
    ("README.md", "examples/first_trade.py"): "tests/examples runs it",
    (
        "docs/market-makers.md",
        "make run ",
    ): "tests/sdk/test_maker_command.py runs acre maker",
    ("docs/developers/README.md", "wsEndpoint"): "tests/chain/node/clients runs web3.js with it",
    ("docs/developers/errors.md", "SLIPPAGE_EXCEEDED"): "an answer",
    ("docs/market-makers.md", "async def quote("): "tests/sdk/test_own_maker.py runs it",
    ("docs/market-makers.md", "stream.subscribe_book"): "tests/sdk/test_stream.py does",
    ("docs/keepers.md", "make run "): "tests/edge/keeper/test_keeper_command.py runs acre keeper",
    ("docs/keepers.md", "keeper_acted"): "what the keeper prints",
    ("docs/keepers.md", "parts = "): "a formula",
    ("docs/keepers.md", "W = "): "a formula",
    ("docs/keepers.md", "client.keeper.candidates"): "tests/edge/keeper/test_guide.py runs it",
    ("docs/book.md", "acre bench book"): "tests/engine/core/book/test_book_bench.py runs it",
}


def blocks(page):
    return BLOCK.findall(text_of(page))


def reason(page, text):
    return next((why for (at, piece), why in NOT_RUN.items() if at == page and piece in text), None)


def is_run(page, language, text):
    is_curl = language == "" and "curl " in text
    is_python = language == "python" and reason(page, text) is None
    return is_curl or is_python


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_run_or_has_a_reason(page):
    for language, text in blocks(page):
        assert is_run(page, language, text) or reason(page, text), (page, text)


def test_every_reason_has_its_block():
    for page, piece in NOT_RUN:
        assert any(piece in text for _, text in blocks(page)), (page, piece)


def curls():
    """Return path and query, data and headers of each curl on the pages."""
    found = []
    for page in PAGES:
        for line in re.findall(r"curl [^`\n]+", text_of(page)):
            words = shlex.split(line, comments=True)[1:]
            url = next(word for word in words if word.startswith(SERVER))
            data = words[words.index("-d") + 1] if "-d" in words else None
            found.append((page, url.removeprefix(SERVER), data))
    return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lived_in(tmp_path_factory, postgres_cluster):
    home, url = tmp_path_factory.mktemp("snippets"), postgres_cluster.create_database("snippets")
    async with running_service(home, url) as service:
        yield service, await populate(service)


@in_module
async def test_every_curl_is_answered(lived_in):
    service, known = lived_in
    documents = [await service.get(f"{base}/openapi.json") for base in ("/api/v1", "/express/v1")]
    names = {
        one["name"]
        for document in documents
        for path in document["paths"].values()
        for call in path.values()
        if isinstance(call, dict)
        for one in call.get("parameters", [])
        if one.get("in") == "query"
    }
    assert len(curls()) >= 3
    for page, where, data in curls():
        query = urlsplit(where).query
        assert {pair.split("=")[0] for pair in query.split("&") if pair} <= names, (page, where)
        if data is None:
            assert await service.get(where), (page, where)
        else:
            body = {"address": str(known.wallet.pubkey())}
            assert data == '{"address":"…"}'
            assert await service.post(where, body), (page, where)


@asynccontextmanager
async def followed(service):
    """Follow the chain and store its history while the block runs."""

    async def follow():
        while True:
            await service.world.follow()
            await service.settle()
            await asyncio.sleep(0.05)

    following = asyncio.create_task(follow())
    try:
        yield str(service.client.make_url("")).rstrip("/")
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


@in_module
async def test_the_first_trade_of_the_sdk_is_made(lived_in, capsys):
    service, _ = lived_in
    ((_, source), _) = blocks("sdk/python/README.md")
    assert len(source.splitlines()) < 20
    async with followed(service) as url:
        text = source.replace(SERVER, url)
        await asyncio.to_thread(exec, compile(text, "first_trade.py", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["long", "AUS", "pnl"]


@in_module
async def test_the_first_order_of_the_sdk_is_placed(lived_in, capsys):
    service, _ = lived_in
    (_, (_, source)) = blocks("sdk/python/README.md")
    program, call = source.split("\n\n\nasyncio.run(")
    assert call == f'main("{SERVER}"))\n'
    names = {}
    exec(compile(program, "first_order.py", "exec"), names)
    await names["main"](str(service.client.make_url("/")))
    assert re.match(r"[^\n]+ \d+\nPortfolio\(", capsys.readouterr().out)


@in_module
async def test_the_printed_position_is_opened(lived_in, tmp_path, capsys):
    service, _ = lived_in
    (source,) = [text for _, text in blocks("docs/market-makers.md") if "perps.auction" in text]
    names = {"__name__": "my_position"}
    exec(compile(source, "my_position.py", "exec"), names)
    async with followed(service) as url:
        await names["main"](url, str(tmp_path / "mine.json"))
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["position", "order", "stop"]


def test_the_printed_book_says_what_stands_beside_it(capsys):
    handled = []
    names = {"handle": handled.append}
    for language, text in blocks("docs/book.md"):
        if language == "python":
            exec(compile(text, "book.md", "exec"), names)
            said = capsys.readouterr().out.splitlines()
            printed = [line for line in text.splitlines() if line.startswith("print(")]
            assert len(said) == len(printed)
            for answer, line in zip(said, printed, strict=True):
                beside = line.rsplit("# ", 1)[1].split(": nothing")[0]
                if not beside.startswith("10 contracts"):  # explained in prose
                    assert answer == beside
    assert handled
