"""Sends that their connection answers and those of the library are answered with the same bytes."""

import asyncio
import base64
import json
import random
import shutil
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from aiohttp import web
from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

from chain.node.encoding import base58
from chain.node.limits import BODY_BYTES_MAX, SEND_BODY_BYTES_MAX, SENDS_PER_TURN_MAX
from chain.node.server.sends import Connection
from chain.node.server.server import NodeServer
from tests.chain.node.wallet import SOL, rpc
from tests.edge.two_ways import LAST, Client, exchange, without_moments

SLOT_MS = 60_000  # nothing closes while a test runs: both nodes are in the same slot
HEADS = (
    "Connection: keep-alive",
    "Connection: close",
    "Connection: upgrade\r\nUpgrade: websocket",
    "Upgrade: h2c",
    "Expect: 100-continue",
    "Expect: miracles",
    "Content-Encoding: gzip",
    "Content-Encoding: identity",
    "Transfer-Encoding: chunked",
    "Content-Type: text/plain",
    "Content-Length: 3",
    "Acre-Client: bot",
    "X-Long: " + "a" * 3_000,
    "X-Long: " + "a" * 9_000,
    "\r\n".join(f"X-{number}: a" for number in range(140)),
    "X-Latin: \xe9\xff",
    "X-Folded: a\r\n b",
    "No-Colon",
    "Bad\x00Name: a",
)
LINES = (
    "GET / HTTP/1.1",
    "HEAD / HTTP/1.1",
    "post / HTTP/1.1",
    "PUT / HTTP/1.1",
    "POST / HTTP/1.0",
    "POST / HTTP/1.2",
    "POST / HTTP/2.0",
    "POST /? HTTP/1.1",
    "POST /?a=b HTTP/1.1",
    "POST // HTTP/1.1",
    "POST /liar HTTP/1.1",
    "POST /health HTTP/1.1",
    "POST http://x/ HTTP/1.1",
    "POST * HTTP/1.1",
    "POST  HTTP/1.1",
)


class AnsweredClient(Client):
    """A connection that notes its first answer, which is short enough to come whole."""

    def __init__(self) -> None:
        super().__init__()
        self.answered = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.answered.set()


def request(body: bytes, extra: Sequence[str] = (), line: str = "POST / HTTP/1.1") -> bytes:
    lines = [line, "Host: x", f"Content-Length: {len(body)}", *extra, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def call(transaction: object, options: object = None, **more: object) -> bytes:
    params = [transaction] if options is None else [transaction, options]
    members = {"jsonrpc": "2.0", "id": 1, "method": "sendTransaction", "params": params, **more}
    return json.dumps(members).encode()


@dataclass
class TwoNodes:
    """Two nodes with the same chain; `direct` answers sends by their connection."""

    direct: NodeServer
    library: NodeServer
    key: Keypair
    taken: list[bytes]
    has_taken: asyncio.Event
    amounts: "count[int]" = field(default_factory=lambda: count(1_000_000))

    def signed(self, lamports: int | None = None, blockhash: bytes | None = None) -> bytes:
        amount = next(self.amounts) if lamports is None else lamports
        to = Pubkey(b"\7" * 32)
        parameters = TransferParams(from_pubkey=self.key.pubkey(), to_pubkey=to, lamports=amount)
        named = Hash(self.direct.ledger.blockhashes.newest if blockhash is None else blockhash)
        message = Message.new_with_blockhash([transfer(parameters)], self.key.pubkey(), named)
        return bytes(VersionedTransaction(message, [self.key]))

    def send(self, **more: object) -> bytes:
        """Return the body of a send that succeeds."""
        return call(base64.b64encode(self.signed()).decode(), {"encoding": "base64"}, **more)

    async def same(self, chunks: Sequence[bytes]) -> bytes:
        """Send the chunks to both nodes; return the answers, which are the same bytes."""
        answers = [
            without_moments(await exchange(node.port, chunks, is_whole=False))
            for node in (self.direct, self.library)
        ]
        assert answers[0] == answers[1], chunks
        assert self.direct.ledger.transaction_count == self.library.ledger.transaction_count
        return answers[0]


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[TwoNodes]:
    key = Keypair()
    first = await NodeServer.start(tmp_path / "direct")
    await rpc(first.url, "requestAirdrop", str(key.pubkey()), 100 * SOL)
    await first.stop()
    shutil.copytree(tmp_path / "direct", tmp_path / "library")
    direct = await NodeServer.start(tmp_path / "direct", slot_ms=SLOT_MS)
    library = await NodeServer.start(tmp_path / "library", slot_ms=SLOT_MS)
    taken: list[bytes] = []
    has_taken = asyncio.Event()
    read = direct._sends.read

    def counted(raw: bytes) -> object:
        found = read(raw)
        if found is not None:
            taken.append(raw)
            has_taken.set()
        return found

    direct._sends.read = counted
    library._sends.read = lambda _raw: None
    yield TwoNodes(direct, library, key, taken, has_taken)
    await direct.stop()
    await library.stop()


def bodies(nodes: TwoNodes) -> list[bytes]:
    """Return bodies of every kind, few of which succeed."""
    wire = nodes.signed()
    text = base64.b64encode(wire).decode()
    options = {"encoding": "base64"}
    forged = bytes([wire[0], wire[1] ^ 1]) + wire[2:]
    stale = nodes.signed(blockhash=bytes(32))
    poor = nodes.signed(lamports=10**15)

    def in_base64(raw: bytes, **more: object) -> bytes:
        return call(base64.b64encode(raw).decode(), {**options, **more})

    return [
        call(text, options),
        call(text, options),  # a replay
        call(base58.encode(nodes.signed())),
        call(base58.encode(wire), {}),
        in_base64(forged),
        in_base64(stale),
        in_base64(stale, skipPreflight=True),
        in_base64(poor),
        in_base64(poor, skipPreflight=True),
        in_base64(nodes.signed(lamports=10**15 + 1), skipPreflight="yes"),
        in_base64(wire, encoding="hex"),
        in_base64(wire, encoding=None),
        in_base64(nodes.signed(), minContextSlot=0, preflightCommitment="nothing"),
        in_base64(nodes.signed(), minContextSlot=2**40),
        in_base64(nodes.signed(), commitment="soon"),
        in_base64(nodes.signed(), commitment="processed", maxRetries=3),
        in_base64(wire[:-1]),
        in_base64(wire + b"\0"),
        in_base64(wire + bytes(1_300)),
        in_base64(b""),
        in_base64(b"\x81" + bytes(4_100)),
        in_base64(b"\0" + wire[65:]),
        call(text + "!", options),
        call("é" + text, options),
        call("1" * 9_000),
        call(text),
        call(5, options),
        call(text, []),
        call(text, "base64"),
        call(None),
        *(nodes.send(id=name) for name in (None, "a", "ü", 0, -7, 1.5, 2**63, True, [1], {})),
        nodes.send(params=None),
        nodes.send(params={}),
        nodes.send(params=[]),
        nodes.send(jsonrpc=1, more=[{}]),
        nodes.send(method="sendtransaction"),
        nodes.send(method=["sendTransaction"]),
        call("sendTransaction", options, method="getHealth"),
        call("sendTransaction", options, method="simulateTransaction"),
        nodes.send().replace(b'"id": 1, ', b""),
        nodes.send().replace(b"sendTransaction", b"send\\u0054ransaction"),
        nodes.send().replace(b'"id": 1', b'"id": 1, "id": 2'),
        nodes.send().replace(b'"id": 1', b'"id": 1, "method": "getHealth"'),
        b"[" + nodes.send() + b"," + nodes.send(id=2) + b"]",
        b"[" + nodes.send() + b"]",
        b" \n" + nodes.send() + b"\n ",
        nodes.send() + b",",
        nodes.send()[:-1],
        nodes.send(more="x" * SEND_BODY_BYTES_MAX),
        nodes.send(more="x" * BODY_BYTES_MAX),
        b'{"method":"sendTransaction","id":1,"params":' + b"[" * 3_000,
        b'"sendTransaction"',
        b'["sendTransaction"]',
        b'{"a":"\xff","b":"sendTransaction"}',
        b"",
        b"null",
    ]


async def test_each_kind_of_send_is_answered_alike(nodes: TwoNodes) -> None:
    usual = request(nodes.send())
    answers = b""
    for body in bodies(nodes):
        answers += await nodes.same([usual, request(body), usual])
        await nodes.same([request(body)])
    for words in (
        b"Transaction signature verification failure",
        b"Blockhash not found",
        b"custom program error: 0x1",
        b"Minimum context slot has not been reached",
        b"failed to deserialize transaction",
        b"transaction too large",
        b"Parse error",
        b"HTTP/1.1 204 No Content",
        b"HTTP/1.1 413",
    ):
        assert words in answers, words
    assert len(nodes.taken) > 100


async def test_each_kind_of_head_is_answered_alike(nodes: TwoNodes) -> None:
    for extra in HEADS:
        await nodes.same([request(nodes.send(), [extra]), request(nodes.send())])
        await nodes.same([request(nodes.send()), request(nodes.send(), [extra])])
    for line in LINES:
        await nodes.same([request(nodes.send(), line=line), request(nodes.send())])
    body = nodes.send()
    chunked = request(b"", ["Transfer-Encoding: chunked"]).replace(b"Content-Length: 0\r\n", b"")
    pieces = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    assert b'"result"' in await nodes.same([chunked + pieces, request(nodes.send())])
    assert nodes.taken


async def test_sends_in_pieces_and_in_pipelines_are_answered_alike(nodes: TwoNodes) -> None:
    usual = request(nodes.send())
    for at in range(1, len(usual), 11):
        await nodes.same([usual[:at], usual[at:], request(nodes.send())])
        await nodes.same([usual + usual[:at], usual[at:]])
    for number in (2, 50):
        pipeline = b"".join(request(nodes.send(id=place)) for place in range(number))
        answers = await nodes.same([pipeline, request(nodes.send())])
        assert answers.count(b'"result"') == number + 1
    health = request(b'{"jsonrpc":"2.0","id":1,"method":"getHealth"}')
    await nodes.same([request(nodes.send()) + health + request(nodes.send()), health])


async def test_random_sends_are_answered_alike(nodes: TwoNodes) -> None:
    chosen = random.Random(61)
    for _ in range(8):
        some = [request(body) for body in bodies(nodes)]
        chosen.shuffle(some)
        while some:
            count_ = chosen.randint(1, 5)
            chunks, some = some[:count_], some[count_:]
            await nodes.same([b"".join(chunks)] if chosen.random() < 0.4 else chunks)


async def test_damaged_transactions_are_answered_alike(nodes: TwoNodes) -> None:
    chosen = random.Random(62)
    for _ in range(60):
        chunks = []
        for _ in range(5):
            wire = bytearray(nodes.signed())
            for _ in range(chosen.randint(1, 3)):
                wire[chosen.randrange(len(wire))] = chosen.randrange(256)
            text = base64.b64encode(wire).decode()
            chunks.append(request(call(text, {"encoding": "base64"})))
        await nodes.same(chunks)


async def test_many_connections_at_once_get_their_own_answers(nodes: TwoNodes) -> None:
    loop = asyncio.get_running_loop()
    number = 3 * SENDS_PER_TURN_MAX
    clients = [
        (await loop.create_connection(AnsweredClient, "127.0.0.1", nodes.direct.port))[1]
        for _ in range(number)
    ]
    wires = [nodes.signed() for _ in clients]
    for place, (client, wire) in enumerate(zip(clients, wires, strict=True)):
        forged = bytes([wire[0], wire[1] ^ 1]) + wire[2:] if place % 3 == 0 else wire
        text = base64.b64encode(forged).decode()
        client.transport.write(request(call(text, {"encoding": "base64"}, id=place)))
    clients[1].transport.abort()  # its transaction may be executed all the same
    for place, (client, wire) in enumerate(zip(clients, wires, strict=True)):
        if place == 1:
            continue
        await client.answered.wait()
        answer = json.loads(client.received.partition(b"\r\n\r\n")[2])
        assert answer["id"] == place
        if place % 3 == 0:
            assert answer["error"]["code"] == -32003
        else:
            assert answer["result"] == base58.encode(wire[1:65])
        client.transport.abort()
    assert len(nodes.taken) == number or len(nodes.taken) == number - 1
    assert nodes.direct.ledger.transaction_count - 1 in (number * 2 // 3, number * 2 // 3 - 1)


async def test_a_node_that_ends_answers_what_it_has_taken(nodes: TwoNodes) -> None:
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(Client, "127.0.0.1", nodes.direct.port)
    client.transport.write(request(nodes.send()))
    await nodes.has_taken.wait()
    await nodes.direct.stop()
    await client.ended.wait()
    assert b'"result"' in client.received


async def test_a_send_that_comes_before_the_librarys_task_waits_is_taken(
    nodes: TwoNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = request(nodes.send())
    connection_made = Connection.connection_made

    def made(self: Connection, transport: asyncio.BaseTransport) -> None:
        connection_made(self, transport)
        assert self._waiter is None  # its task has not begun
        self.data_received(first[:100])
        self.data_received(first[100:])

    monkeypatch.setattr(Connection, "connection_made", made)
    answers = await exchange(nodes.direct.port, [request(nodes.send())], is_whole=True)
    assert answers.count(b'"result"') == 2
    assert len(nodes.taken) == 2


async def test_a_request_that_comes_while_the_library_is_busy_waits_for_its_turn(
    nodes: TwoNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer = asyncio.Event()

    async def answer(*_request: object) -> web.Response:
        await may_answer.wait()
        return web.Response(text="late")

    monkeypatch.setattr(NodeServer, "_answer", answer)
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(Client, "127.0.0.1", nodes.direct.port)
    health = request(b'{"jsonrpc":"2.0","id":1,"method":"getHealth"}')
    for part in (health, request(nodes.send()), health[:30], health[30:], LAST):
        await client.send(part)
    assert client.received == b""
    may_answer.set()
    await client.ended.wait()
    bodies_ = [part.partition(b"\r\n\r\n")[2] for part in client.received.split(b"HTTP/1.1 ")[1:]]
    assert bodies_[:3] == [b"late"] * 3
    assert nodes.taken == []
