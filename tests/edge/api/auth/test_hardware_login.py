"""Hardware sign-in: a signed memo transaction, and every way in which it is not good enough."""

import asyncio
import base64

import pytest
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message, MessageV0
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

from chain.client.addresses import (
    LIGHTHOUSE_PROGRAM,
    MEMO_PROGRAM,
    MEMO_PROGRAMS,
    MEMO_V1_PROGRAM,
    NEWER_MEMO_PROGRAM,
)
from tests.edge.service_world import text_of

PATHS = [
    f"{base}/auth/{path}"
    for base in ("/api/v1", "/express/v1")
    for path in ("hardware-wallet-login", "login/hardware-wallet")
]
NOT_SIGNED = (401, "HARDWARE_TX_NOT_SIGNED")
NOT_MEMO_ONLY = (400, "HARDWARE_TX_NOT_MEMO_ONLY")
NOT_ISSUED = (401, "MESSAGE_NOT_ISSUED")
BLOCKHASH = Hash(bytes(range(32)))


async def message_for(service, wallet: Keypair) -> str:
    body = await service.get(f"/api/v1/auth/login/message?address={text_of(wallet)}")
    return body["message"]


def memo(text: str, *accounts: Pubkey, program: Pubkey = MEMO_PROGRAM) -> Instruction:
    metas = [AccountMeta(account, is_signer=True, is_writable=False) for account in accounts]
    return Instruction(program, text.encode(), metas)


def nonce_of(text: str) -> Hash:
    """The nonce of a sign-in message, as a blockhash; any other hash for other texts."""
    found = [line for line in text.splitlines() if line.startswith("Nonce: ")]
    return Hash.from_string(found[0].removeprefix("Nonce: ")) if found else BLOCKHASH


def signed(
    signers: list[Keypair], *instructions: Instruction, blockhash: Hash | None = None
) -> bytes:
    """A legacy transaction; the first signer pays."""
    memos = [bytes(item.data) for item in instructions if item.program_id in MEMO_PROGRAMS]
    text = memos[0].decode("utf-8", "replace") if memos else ""
    message = Message.new_with_blockhash(
        instructions, signers[0].pubkey(), blockhash or nonce_of(text)
    )
    return bytes(VersionedTransaction(message, signers))


def body_of(wallet: Keypair, raw: bytes) -> dict[str, str]:
    return {"address": text_of(wallet), "tx": base64.b64encode(raw).decode()}


async def attempt(service, body, path: str = PATHS[0]) -> tuple[int, str]:
    async with service.client.post(path, json=body) as answer:
        content = await answer.json()
        return answer.status, content.get("code", "")


@pytest.mark.parametrize("path", PATHS)
async def test_a_signed_memo_transaction_logs_in_on_both_bases_and_both_paths(service, path):
    wallet = Keypair()
    raw = signed([wallet], memo(await message_for(service, wallet)))
    session = await service.post(path, body_of(wallet, raw))
    session = session["info"] if path.startswith("/api") else session
    assert session["address"] == text_of(wallet)
    headers = {"Authorization": f"Bearer {session['accessToken']}"}
    challenge = await service.post(
        "/api/v1/auth/challenge", {"address": text_of(wallet)}, headers=headers
    )
    assert challenge == {"isAuthenticated": True}
    assert await attempt(service, body_of(wallet, raw), path) == NOT_ISSUED  # the nonce is spent


async def test_extra_instructions_of_hardware_wallets_are_accepted(service):
    wallet = Keypair()
    me = wallet.pubkey()
    added = [
        set_compute_unit_limit(20_000),
        set_compute_unit_price(1),
        Instruction(LIGHTHOUSE_PROGRAM, b"\x06", [AccountMeta(me, True, True)]),
    ]
    text = await message_for(service, wallet)
    raw = signed([wallet], *added[:2], memo(text, me), added[2])
    assert (await attempt(service, body_of(wallet, raw)))[0] == 200
    text = await message_for(service, wallet)
    v0 = MessageV0.try_compile(me, [memo(text)], [], nonce_of(text))
    raw = bytes(VersionedTransaction(v0, [wallet]))
    assert (await attempt(service, body_of(wallet, raw)))[0] == 200


async def test_the_wallet_must_have_signed(service):
    wallet, stranger = Keypair(), Keypair()
    text = await message_for(service, wallet)
    good = signed([wallet], memo(text))
    unsigned = b"\x01" + bytes(64) + good[65:]
    flipped = bytearray(good)
    flipped[-1] ^= 1  # another message under the same signature
    by_stranger = signed([stranger], memo(text))
    # the address is named, but does not have to sign
    only_named = signed([stranger], memo(text), transfer_to(stranger, wallet.pubkey()))
    two = signed([wallet, stranger], memo(text, wallet.pubkey(), stranger.pubkey()))
    half_signed = two[:65] + bytes(64) + two[129:]
    for raw in (unsigned, bytes(flipped), by_stranger, only_named, half_signed):
        status, code = await attempt(service, body_of(wallet, raw))
        assert (status, code) == NOT_SIGNED
    body = await service.post(PATHS[0], body_of(wallet, unsigned), 401)
    assert body["message"] == "User did not sign tx for hardware wallet login"
    # none of it spent the message
    assert (await attempt(service, body_of(wallet, good)))[0] == 200


def transfer_to(payer: Keypair, receiver: Pubkey) -> Instruction:
    return transfer(
        TransferParams(from_pubkey=payer.pubkey(), to_pubkey=receiver, lamports=1_000_000)
    )


def with_table(wallet: Keypair, text: str) -> bytes:
    """A v0 transaction that finds an account of a guard in a lookup table."""
    other = Keypair().pubkey()
    guard = Instruction(LIGHTHOUSE_PROGRAM, b"\x06", [AccountMeta(other, False, False)])
    table = AddressLookupTableAccount(Keypair().pubkey(), [other])
    message = MessageV0.try_compile(wallet.pubkey(), [memo(text), guard], [table], nonce_of(text))
    assert message.address_table_lookups
    return bytes(VersionedTransaction(message, [wallet]))


CHANGES = {
    "a transfer beside it": lambda me, text: signed(
        [me], memo(text), transfer_to(me, Keypair().pubkey())
    ),
    "a second memo": lambda me, text: signed([me], memo(text), memo("Acre v1 localnet\nstake")),
    "the memo twice": lambda me, text: signed([me], memo(text), memo(text)),
    "an old memo beside it": lambda me, text: signed(
        [me], memo(text), memo(text, program=MEMO_V1_PROGRAM)
    ),
    "an unknown program": lambda me, text: signed(
        [me], memo(text), Instruction(Keypair().pubkey(), b"", [])
    ),
    "a second signer": lambda me, text: signed(
        [me, other := Keypair()], memo(text, other.pubkey())
    ),
    "another fee payer": lambda me, text: signed([Keypair(), me], memo(text, me.pubkey())),
    "an account of the memo that is another": lambda me, text: signed(
        [me],
        Instruction(MEMO_PROGRAM, text.encode(), [AccountMeta(Keypair().pubkey(), False, False)]),
    ),
    "a lookup table": with_table,
}


async def test_the_newer_memo_program_signs_in_as_well(service):
    wallet = Keypair()
    text = await message_for(service, wallet)
    newer = memo(text, program=NEWER_MEMO_PROGRAM)
    both = signed([wallet], memo(text), newer)
    assert await attempt(service, body_of(wallet, both)) == NOT_MEMO_ONLY
    assert (await attempt(service, body_of(wallet, signed([wallet], newer))))[0] == 200


@pytest.mark.parametrize("name", CHANGES)
async def test_nothing_else_may_be_in_it(service, name):
    wallet = Keypair()
    text = await message_for(service, wallet)
    assert await attempt(service, body_of(wallet, CHANGES[name](wallet, text))) == NOT_MEMO_ONLY
    # a structural failure does not spend the message
    raw = signed([wallet], memo(text))
    assert (await attempt(service, body_of(wallet, raw)))[0] == 200


async def test_a_transaction_that_could_land_does_not_log_in(service):
    wallet = Keypair()
    text = await message_for(service, wallet)
    other = nonce_of(await message_for(service, wallet))
    latest = (await service.context.rpc.call("getLatestBlockhash"))["value"]["blockhash"]
    for blockhash in (Hash.from_string(latest), other, Hash.default(), BLOCKHASH):
        raw = signed([wallet], memo(text), blockhash=blockhash)
        assert await attempt(service, body_of(wallet, raw)) == (400, "VALIDATION")
    raw = signed([wallet], memo(text))
    assert (await attempt(service, body_of(wallet, raw)))[0] == 200


async def test_a_transaction_without_a_memo_is_named(service):
    wallet = Keypair()
    for raw in (
        signed([wallet], transfer_to(wallet, wallet.pubkey())),
        signed([wallet]),
        signed([wallet], memo("x", program=MEMO_V1_PROGRAM)),
        signed([wallet], Instruction(MEMO_PROGRAM, b"\xff\xfe", [])),
    ):
        assert await attempt(service, body_of(wallet, raw)) == NOT_MEMO_ONLY


async def test_the_memo_must_be_the_issued_message(service):
    wallet, stranger = Keypair(), Keypair()
    text = await message_for(service, wallet)
    foreign = await message_for(service, stranger)
    for changed in (
        text + "\n",
        text + " ",
        text.replace("localhost:8080 wants", "evil.example wants"),
        text.replace("Chain ID: localnet", "Chain ID: mainnet"),
        foreign,
        "Acre v1 localnet\nupgrade-lp-account\nnonce 1\nexpires 1",
        "",
    ):
        body = body_of(wallet, signed([wallet], memo(changed)))
        assert await attempt(service, body) == NOT_ISSUED
    assert (await attempt(service, body_of(wallet, signed([wallet], memo(text)))))[0] == 200


async def test_the_message_expires_and_serves_one_login_of_any_kind(service):
    wallet = Keypair()
    text = await message_for(service, wallet)
    service.wall.s += 300
    body = body_of(wallet, signed([wallet], memo(text)))
    assert await attempt(service, body) == (401, "MESSAGE_EXPIRED")
    text = await message_for(service, wallet)
    body = body_of(wallet, signed([wallet], memo(text)))
    results = await asyncio.gather(*(attempt(service, body, path) for path in PATHS))
    assert sorted(results) == [(200, ""), NOT_ISSUED, NOT_ISSUED, NOT_ISSUED]
    by_message = {
        "address": text_of(wallet),
        "message": text,
        "signature": str(wallet.sign_message(text.encode())),
    }
    assert await attempt(service, by_message, "/api/v1/auth/login") == NOT_ISSUED


async def test_an_invalid_transaction_is_named(service):
    wallet = Keypair()
    good = signed([wallet], memo(await message_for(service, wallet)))
    long = signed([wallet], memo("x" * 1_232))
    for raw in (b"", b"\x00", bytes(100), good + b"\x00", good[:-1], long, b"\xff" * 1_232):
        assert await attempt(service, body_of(wallet, raw)) == (400, "VALIDATION")
    for tx in ("", "%%%", "é", base64.b64encode(good).decode() + "\n", "A" * 60_000):
        body = {"address": text_of(wallet), "tx": tx}
        assert await attempt(service, body) == (400, "VALIDATION")
    body = body_of(wallet, good)
    assert await attempt(service, {**body, "address": "x"}) == (400, "INVALID_ADDRESS")
    missing = await service.post(PATHS[0], {"tx": body["tx"]}, 400)
    assert missing["message"] == "Missing user address: address is required"
    assert (await attempt(service, body))[0] == 200


async def test_a_packet_of_1232_bytes_is_read(service):
    wallet = Keypair()
    room = 1_232 - len(signed([wallet], memo("x" * 300))) + 300
    full = signed([wallet], memo("x" * room))
    assert len(full) == 1_232
    assert await attempt(service, body_of(wallet, full)) == NOT_ISSUED
    over = signed([wallet], memo("x" * (room + 1)))
    assert await attempt(service, body_of(wallet, over)) == (400, "VALIDATION")


async def test_a_signature_that_is_not_canonical_is_none(service):
    wallet = Keypair()
    raw = bytearray(signed([wallet], memo(await message_for(service, wallet))))
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(raw[33:65], "little") + order
    raw[33:65] = scalar.to_bytes(32, "little")
    Signature(bytes(raw[1:65]))
    assert await attempt(service, body_of(wallet, bytes(raw))) == NOT_SIGNED
