"""The operator's socket against everything that is not the operator's complete, fresh command."""

import asyncio
import hashlib
import json
import os
import stat
import struct
from dataclasses import dataclass, fields, replace
from types import SimpleNamespace

import pytest
from solders.keypair import Keypair

from chain.operator_key import sign_operator_command
from edge.operator.admin import server
from edge.operator.admin.protocol import (
    ANSWER_BYTES_MAX,
    FRAME_BYTES_MAX,
    LENGTH,
    PROOF_BYTES,
    SOCKET_NAME,
    frame,
    preview_body,
    request_body,
)
from edge.operator.admin.server import (
    CONNECTIONS_MAX,
    POSITIONS_SHOWN_MAX,
    AdminServer,
    _is_own_user,
    listening_for_operator,
    preview_row,
)
from engine.core.adoption.preview import PreviewOfParameters
from engine.core.adoption.views import ParametersPreview
from engine.core.generated.messages import (
    AdoptParameters,
    CreateExchange,
    CreateMarginAccount,
    CreateMarket,
    Halt,
    PauseExchange,
    PauseMarket,
    StatusChanged,
    Tick,
    encode,
)
from engine.schema.parameters import ADOPTED_PARAMETERS
from engine.sequencer import (
    SequencerClosedError,
    SequencerFailedError,
    SequencerOverloadedError,
)
from tests.edge.admin_world import admin_world

ACTIVE, PAUSED = 0, 1


@pytest.fixture
async def world(tmp_path):
    async with admin_world(tmp_path) as world:
        yield world


def signed(world, command=None, key=None):
    return sign_operator_command(command or PauseExchange(), key or world.operator)


async def refused(world, body):
    """Send one frame on a connection of its own; nothing must reach the journal."""
    before = world.sequencer.sequence, world.exchange.state_hash()
    line = await world.dial()
    await line.challenge()
    answer = await line.say(body)
    assert await line.is_closed()
    assert answer["status"] == "rejected"
    assert (world.sequencer.sequence, world.exchange.state_hash()) == before
    return answer


async def test_a_signed_command_is_journaled_with_key_and_signature(world):
    line = await world.dial()
    hello = await line.hear()
    assert hello["now"] == world.exchange.now_s
    assert hello["operator"] == str(world.operator.pubkey())
    command = signed(world)
    answer = await line.say(
        request_body(command, bytes.fromhex(hello["challenge"]), world.operator)
    )
    assert answer == {
        "status": "applied",
        "sequence": 3,
        "time": world.exchange.now_s,
        "events": [{"kind": StatusChanged.WIRE, "scope": 0, "market_id": 0, "status": PAUSED}],
    }
    assert await line.is_closed()
    (row,) = await world.sequencer.read(2, 10)
    assert row.command == replace(command, seq=3, time_s=world.exchange.now_s)
    assert world.view().status == PAUSED


async def test_a_refusal_of_the_rules_comes_back_with_its_code_and_figure(world):
    line = await world.dial()
    command = signed(world, PauseMarket(market_id=9))
    answer = await line.say(request_body(command, await line.challenge(), world.operator))
    assert answer == {
        "status": "refused",
        "code": "MARKET_NOT_FOUND",
        "detail": 0,
        "sequence": 3,
        "time": world.exchange.now_s,
    }


async def test_another_key_is_refused_whatever_it_signs(world):
    stranger = Keypair()
    line = await world.dial()
    challenge = await line.challenge()
    answer = await line.say(request_body(signed(world, key=stranger), challenge, stranger))
    assert answer["code"] == "NOT_OPERATOR"
    # The stranger's signature under the operator's name.
    forged = replace(signed(world, key=stranger), operator=bytes(world.operator.pubkey()))
    line = await world.dial()
    answer = await line.say(request_body(forged, await line.challenge(), world.operator))
    assert answer["code"] == "BAD_SIGNATURE"
    # The operator's record, as the journal shows it, with a proof of the stranger's.
    line = await world.dial()
    answer = await line.say(request_body(signed(world), await line.challenge(), stranger))
    assert answer["code"] == "STALE_REQUEST"
    assert world.sequencer.sequence == 2


async def test_a_record_with_any_byte_changed_is_refused(world):
    record = encode(signed(world, PauseMarket(market_id=1)))
    for place in range(len(record)):
        line = await world.dial()
        challenge = await line.challenge()
        changed = bytearray(record)
        changed[place] ^= 1
        proof = proof_of(bytes(changed), challenge, world.operator)
        assert (await line.say(proof + bytes(changed)))["status"] == "rejected", place
    assert world.sequencer.sequence == 2
    assert world.view().status == ACTIVE


def proof_of(record, challenge, key):
    """The proof by its definition."""
    message = b"acre admin request 1\0" + challenge + hashlib.sha256(record).digest()
    return bytes(key.sign_message(message))


async def test_a_request_is_good_once(world):
    line = await world.dial()
    body = request_body(signed(world), await line.challenge(), world.operator)
    assert (await line.say(body))["status"] == "applied"
    assert await line.is_closed()
    assert (await refused(world, body))["code"] == "STALE_REQUEST"


async def test_a_command_read_from_the_journal_cannot_be_sent_again(world):
    line = await world.dial()
    body = request_body(signed(world), await line.challenge(), world.operator)
    assert (await line.say(body))["status"] == "applied"
    (row,) = await world.sequencer.read(2, 1)
    record = encode(row.command)
    assert (await refused(world, body[:PROOF_BYTES] + record))["code"] == "NOT_CANONICAL"
    bare = encode(replace(row.command, seq=0, time_s=0))
    assert (await refused(world, body[:PROOF_BYTES] + bare))["code"] == "STALE_REQUEST"
    assert (await refused(world, bytes(PROOF_BYTES) + bare))["code"] == "STALE_REQUEST"


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (b"", "NOT_A_COMMAND"),
        (b"\0" * 24, "NOT_A_COMMAND"),
        (b"{}", "NOT_A_COMMAND"),
        (encode(Tick()), "NOT_A_COMMAND"),
        (encode(CreateExchange()), "NOT_A_COMMAND"),
        (encode(StatusChanged()), "NOT_A_COMMAND"),
        (encode(Halt())[:-1], "NOT_A_COMMAND"),
        (encode(Halt()) + b"\0", "NOT_CANONICAL"),
        (encode(Halt()) * 2, "NOT_CANONICAL"),
        (encode(Halt(seq=1)), "NOT_CANONICAL"),
        (encode(Halt(time_s=1)), "NOT_CANONICAL"),
        (encode(Halt()), "NOT_OPERATOR"),
        (encode(CreateMarket(symbol="A")).replace(b"A\0\0", b"A\0B", 1), "NOT_CANONICAL"),
        (encode(CreateMarket(symbol="A")).replace(b"A\0\0", b"\xff\0\0", 1), "NOT_A_COMMAND"),
    ],
)
async def test_a_malformed_command_is_refused(world, record, code):
    assert (await refused(world, bytes(PROOF_BYTES) + record))["code"] == code


async def test_a_frame_that_is_too_large_is_not_even_read(world):
    line = await world.dial()
    await line.challenge()
    line.writer.write(LENGTH.pack(FRAME_BYTES_MAX + 1))
    answer = await line.hear()
    assert answer["code"] == "FRAME_TOO_LARGE"
    assert await line.is_closed()
    assert (await refused(world, bytes(FRAME_BYTES_MAX)))["code"] == "NOT_A_COMMAND"


@pytest.mark.parametrize("part", [0, 3, 4, 40])
async def test_half_a_frame_does_nothing_and_the_next_request_is_served(world, part):
    line = await world.dial()
    body = frame(request_body(signed(world), await line.challenge(), world.operator))
    line.writer.write(body[:part])
    line.writer.write_eof()
    assert await line.is_closed()
    assert world.sequencer.sequence == 2
    line = await world.dial()
    body = request_body(signed(world), await line.challenge(), world.operator)
    assert (await line.say(body))["status"] == "applied"


async def test_a_silent_client_is_disconnected(tmp_path):
    async with admin_world(tmp_path, request_max_s=0.01) as world:
        line = await world.dial()
        await line.challenge()
        assert (await line.hear())["code"] == "TOO_SLOW"
        assert await line.is_closed()


async def test_connections_are_bounded_and_free_again_when_they_end(world):
    lines = [await world.dial() for _ in range(CONNECTIONS_MAX)]
    for line in lines:
        await line.challenge()
    late = await world.dial()
    assert (await late.hear())["code"] == "BUSY"
    assert await late.is_closed()
    for line in lines:
        line.hang_up()
    answer = {"code": "BUSY"}
    while answer.get("code") == "BUSY":  # until the ends are noticed
        line = await world.dial()
        answer = await line.hear()
        if "challenge" not in answer:
            await line.is_closed()
    body = request_body(signed(world), bytes.fromhex(answer["challenge"]), world.operator)
    assert (await line.say(body))["status"] == "applied"


async def test_many_operators_at_once_are_all_served(world):
    async def one(number):
        line = await world.dial()
        command = signed(world, PauseMarket(market_id=number))
        return await line.say(request_body(command, await line.challenge(), world.operator))

    answers = await asyncio.gather(*(one(number) for number in range(2, CONNECTIONS_MAX + 1)))
    assert {answer["code"] for answer in answers} == {"MARKET_NOT_FOUND"}
    assert sorted(answer["sequence"] for answer in answers) == list(range(3, CONNECTIONS_MAX + 2))


async def test_the_socket_is_private_and_goes_with_the_core(tmp_path):
    old = os.umask(0)
    try:
        async with admin_world(tmp_path) as world:
            status = world.socket.stat()
            assert stat.S_ISSOCK(status.st_mode)
            assert stat.S_IMODE(status.st_mode) == 0o600
    finally:
        os.umask(old)
    assert not (tmp_path / SOCKET_NAME).exists()


async def test_a_socket_left_by_a_killed_core_is_replaced(tmp_path):
    async with admin_world(tmp_path / "first") as first:
        first.socket.rename(tmp_path / "left")
    (tmp_path / "second").mkdir()
    (tmp_path / "left").rename(tmp_path / "second" / SOCKET_NAME)
    async with admin_world(tmp_path / "second") as world:
        line = await world.dial()
        assert await line.challenge()


async def test_a_state_directory_with_a_long_path_has_its_socket_too(tmp_path):
    home = tmp_path / ("a" * 120)
    home.mkdir()
    async with admin_world(tmp_path) as world:
        server = AdminServer(world.sequencer, world.sequencer.clock.now_s, world.programmes)
        async with listening_for_operator(home, server):
            assert stat.S_ISSOCK((home / SOCKET_NAME).stat().st_mode)


async def test_an_open_connection_does_not_hold_up_the_end(world, tmp_path):
    home = tmp_path / "another"
    home.mkdir()
    server = AdminServer(world.sequencer, world.sequencer.clock.now_s, world.programmes)
    async with listening_for_operator(home, server):
        line = await world.dial(home / SOCKET_NAME)
        await line.challenge()
    assert await line.is_closed()


@dataclass
class FromUser:
    """The core's end of a connection whose other end runs as a user."""

    user: int

    def get_extra_info(self, name):
        assert name == "socket"
        return self

    def getsockopt(self, *_option):
        return struct.pack("3i", 77, self.user, 88)


def test_only_the_own_user_and_root_are_heard():
    assert _is_own_user(FromUser(os.geteuid()))
    assert _is_own_user(FromUser(0))
    assert not _is_own_user(FromUser(os.geteuid() + 1))


async def test_another_user_hears_no_challenge(world, monkeypatch):
    monkeypatch.setattr("edge.operator.admin.server._is_own_user", lambda _writer: False)
    line = await world.dial()
    assert (await line.hear())["code"] == "NOT_OPERATOR"
    assert await line.is_closed()


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (SequencerOverloadedError("8192 commands wait already"), "rejected"),
        (SequencerClosedError("the sequencer is closing"), "rejected"),
        (SequencerFailedError("the sequencer stopped after command 2"), "unknown"),
    ],
)
async def test_a_command_that_is_not_sequenced_is_told_apart_from_one_that_may_be(
    world, monkeypatch, error, status
):
    async def submit(_command):
        raise error

    line = await world.dial()
    body = request_body(signed(world), await line.challenge(), world.operator)
    monkeypatch.setattr(world.sequencer, "submit", submit)
    answer = await line.say(body)
    assert answer["status"] == status
    assert str(error) in answer["message"]


# A preview --------------------------------------------------------------------------------------
def adopting(world, **changes) -> AdoptParameters:
    values = {row.name: row.default for row in ADOPTED_PARAMETERS}
    return AdoptParameters(operator=bytes(world.operator.pubkey()), market_id=1, **values | changes)


async def test_a_preview_is_proven_by_the_operators_key_and_never_a_command(world):
    before = world.sequencer.sequence, world.exchange.state_hash()
    line = await world.dial()
    body = preview_body(adopting(world), await line.challenge(), world.operator)
    answer = await line.say(body)
    assert (answer["status"], answer["position_count"], answer["positions"]) == ("preview", 0, [])
    # The same bytes on another connection, a stranger's proof, a proof for a command.
    line = await world.dial()
    await line.challenge()
    assert (await line.say(body))["code"] == "STALE_REQUEST"
    line = await world.dial()
    body = preview_body(adopting(world), await line.challenge(), Keypair())
    assert (await line.say(body))["code"] == "STALE_REQUEST"
    line = await world.dial()
    body = request_body(adopting(world), await line.challenge(), world.operator)
    assert (await line.say(body))["code"] == "STALE_REQUEST"
    # Another command without a signature has no preview.
    line = await world.dial()
    halt = Halt(operator=bytes(world.operator.pubkey()))
    body = preview_body(halt, await line.challenge(), world.operator)
    assert (await line.say(body))["code"] == "BAD_SIGNATURE"
    # A signed record with the proof of a preview.
    line = await world.dial()
    body = preview_body(signed(world, adopting(world)), await line.challenge(), world.operator)
    assert (await line.say(body))["code"] == "STALE_REQUEST"
    assert (world.sequencer.sequence, world.exchange.state_hash()) == before


async def test_a_preview_looks_at_a_few_accounts_and_lets_the_loop_go_on(world, monkeypatch):
    for number in range(1, 6):
        await world.sequencer.submit(
            CreateMarginAccount(
                user=b"u" * 32,
                slot=number,
                expires_slot=number,
                nonce=number,
                account_id=number,
                amount_e6=10**6,
                attached_e6=10**6,
                attached_mint=1,
            )
        )
    turns, seen = [], []

    class Watched(PreviewOfParameters):
        def step(self, now_s: int, accounts: int) -> bool:
            seen.append((len(turns), accounts))
            asyncio.get_running_loop().call_soon(turns.append, None)
            return super().step(now_s, accounts)

    assert server.ACCOUNTS_AT_ONCE == 10_000
    monkeypatch.setattr(server, "ACCOUNTS_AT_ONCE", 2)
    monkeypatch.setattr(server, "PreviewOfParameters", Watched)
    line = await world.dial()
    body = preview_body(adopting(world), await line.challenge(), world.operator)
    assert (await line.say(body))["status"] == "preview"
    assert seen == [(0, 2), (1, 2), (2, 2)]


async def test_a_preview_of_what_would_be_refused_says_so(world):
    line = await world.dial()
    body = preview_body(adopting(world, level_n=366), await line.challenge(), world.operator)
    assert await line.say(body) == {"status": "refused", "code": "VALIDATION", "detail": 17}


def test_the_longest_preview_fits_an_answer():
    most = 9 * 10**18
    position = SimpleNamespace(
        size_e6=-(10**13),
        initial_margin_e6=most,
        required_margin_e6=most,
        liquidation_price_e8=10**13,
        funding_estimate_one_hour_e6=-most,
    )
    row = SimpleNamespace(owner=b"\xff" * 32, account_id=2**32 - 1, before=position, after=position)
    names = [f.name for f in fields(ParametersPreview) if f.name != "positions"]
    found = SimpleNamespace(**dict.fromkeys(names, most), positions=[row] * POSITIONS_SHOWN_MAX)
    assert len(json.dumps(preview_row(found))) < ANSWER_BYTES_MAX
