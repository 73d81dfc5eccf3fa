"""The state root on the chain: what it says, when, once each, over restarts and expiry."""

import base64
import contextlib

import pytest
from solders.keypair import Keypair

from chain.client.addresses import to_base58
from chain.client.instructions import compute_limit, memo, signed
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, send_instructions
from chain.commands.lines import MemoError
from chain.commands.memo import has_magic
from chain.follower.blocks import BadBlock
from chain.follower.transaction import decode, raw_transaction
from chain.proof.leaves import Export, make_statement
from chain.proof.posted_roots import posted_roots
from chain.proof.poster import READY_S, RETRY_S, Posting, RootPoster
from chain.proof.root_memo import RootMemo, parse, render, root_of
from chain.proof.tree import SumTree
from engine.sequencer import ChainRewoundError
from tests.chain.fault_proxy import FaultProxy
from tests.chain.proof.checking import root_from
from tests.chain.world import until

HOUR_S = 3600


class Wall:
    s = 1_800_000_000.0

    def __call__(self) -> float:
        return self.s


def poster_of(world, wall, rpc=None) -> RootPoster:
    posting = Posting(key=world.keys.settler_fee_payer, directory=world.home / "roots", wall_s=wall)
    return RootPoster(rpc or world.rpc, world.sequencer, world.facts, posting)


async def posted(poster: RootPoster):
    before = poster.posted

    async def is_there() -> bool:
        await poster.step()
        return poster.posted is not before

    await until(is_there)
    return poster.posted


async def signed_by(poster: RootPoster) -> bool:
    await poster.step()
    return poster._pending is not None


async def on_chain(world, key=None):
    signer = address_of(key or world.keys.settler_fee_payer)
    return [root async for root in posted_roots(world.rpc, world.facts, signer)]


async def transaction_of(world, signature: str):
    config = {
        "encoding": "base64",
        "commitment": "finalized",
        "maxSupportedTransactionVersion": 1,
    }
    return await world.rpc.read("getTransaction", [signature, config])


async def test_a_root_is_posted_and_says_what_the_engine_owes(world):
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "create-margin-account", account=1, amount=12_000_000
    )
    await world.send(user, built)
    exchange = world.sequencer.exchange
    tree = SumTree(make_statement(Export.of(exchange)))
    root = await posted(poster_of(world, Wall()))
    assert root.memo == RootMemo(
        sequence=exchange.sequence,
        time_s=exchange.now_s,
        state_hash=exchange.state_hash(),
        root=tree.root,
    )
    (found,) = await on_chain(world)
    assert (found.memo, found.slot, found.signature) == (root.memo, root.slot, root.signature)
    answer = await transaction_of(world, root.signature)
    text = decode(raw_transaction(answer), answer["meta"]).instructions[1].data.decode()
    assert text == (
        f"Acre root v1 localnet\nsequence {exchange.sequence}\ntime {exchange.now_s}\n"
        f"state {exchange.state_hash().hex()}\nroot {tree.root}"
    )
    (proof,) = root.tree.proofs(address_of(user), 9)
    assert proof.leaf == f"marginAccount {to_base58(address_of(user))} 1 12000000 collateral"
    assert root_from(proof.leaf, proof.path) == tree.root


async def test_the_chain_itself_keeps_what_the_vault_held_then(world):
    root = await posted(poster_of(world, Wall()))
    answer = await transaction_of(world, root.signature)
    held = {
        row["mint"]: row["uiTokenAmount"]["amount"] for row in answer["meta"]["postTokenBalances"]
    }
    claims = root.tree.statement.claims
    assert held == {
        to_base58(world.facts.collateral_mint): str(claims.collateral_e6),
        to_base58(world.facts.token_mint): str(claims.token_e6),
    }
    assert claims.collateral_e6 == world.vault_e6() > 0


async def test_a_root_waits_until_its_commands_are_final(world):
    """A fork could still take them back, and the root would commit to what never was."""
    last = [world.sequencer.exchange.chain_cursor[0] - 1]

    def finality(method, params, answer):
        if method == "getSlot" and params[0]["commitment"] == "finalized":
            return last[0]
        return answer

    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        proxy.rule = finality
        poster = poster_of(world, Wall(), rpc=rpc)
        for _ in range(5):
            await poster.step()
        assert poster._pending is None
        made = (await poster.tree()).root
        last[0] += 1
        assert (await posted(poster)).memo.root == made


async def test_a_root_that_waited_for_long_is_counted_again(world):
    """The vault's balance beside an old count would say little."""
    wall, final = Wall(), [0]
    posting = Posting(key=world.keys.settler_fee_payer, directory=world.home / "roots", wall_s=wall)
    poster = RootPoster(world.rpc, world.sequencer, world.facts, posting, lambda: final[0])
    await poster.step()
    first = (await poster.tree()).statement.sequence
    await world.advance(60)
    wall.s += READY_S
    await poster.step()
    assert (await poster.tree()).statement.sequence == first
    wall.s += 1
    await poster.step()
    final[0] = world.sequencer.exchange.chain_cursor[0]
    assert (await posted(poster)).memo.sequence == first + 1


async def test_no_root_commits_to_what_another_fork_has_replaced(world):
    """The node calls the slot final, but its block is another one than that which was applied."""
    world.node.ledger.finality_delay_slots = 10_000
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "create-margin-account", account=1, amount=12_000_000
    )
    slot = (await world.send(user, built)).command.slot
    posting = Posting(
        key=world.keys.settler_fee_payer, directory=world.home / "roots", wall_s=Wall()
    )
    poster = RootPoster(
        world.rpc, world.sequencer, world.facts, posting, lambda: world.follower.finalized_slot
    )
    await poster.step()
    assert (await poster.tree()).proofs(address_of(user), 9)
    world.node.ledger.fork_after(slot - 1, leaves_gap=False)
    world.node.ledger.finality_delay_slots = 0
    await world.wait_finalized(slot)
    for _ in range(5):
        await poster.step()
    assert poster._pending is None
    assert await on_chain(world) == []
    with pytest.raises(ChainRewoundError):
        await until(lambda: followed(world))
    await world.restart_engine()
    poster = RootPoster(
        world.rpc, world.sequencer, world.facts, posting, lambda: world.follower.finalized_slot
    )

    async def is_posted() -> bool:
        await followed(world)
        await poster.step()
        return poster.posted is not None

    await until(is_posted)
    assert poster.posted.tree.proofs(address_of(user), 9) == []
    assert poster.posted.memo.sequence == world.sequencer.sequence


async def followed(world) -> bool:
    with contextlib.suppress(BadBlock):
        await world.follow()
    return False


async def test_a_root_is_no_command(world):
    sequence = world.sequencer.sequence
    root = await posted(poster_of(world, Wall()))
    await world.follow()
    assert world.follower.followed_slot >= root.slot
    assert world.sequencer.sequence == sequence
    assert not has_magic(b"Acre root v1 localnet")


async def test_roots_keep_their_distance_and_never_repeat_a_number(world):
    wall = Wall()
    poster = poster_of(world, wall)
    first = await posted(poster)
    wall.s += HOUR_S - 1
    await world.advance(60)
    await poster.step()
    assert len(await on_chain(world)) == 1
    wall.s += 1
    second = await posted(poster)
    assert second.memo.sequence == first.memo.sequence + 1
    wall.s += HOUR_S
    for _ in range(3):
        await poster.step()  # nothing has happened since
    assert poster._pending is None
    assert [root.memo.sequence for root in await on_chain(world)] == [
        second.memo.sequence,
        first.memo.sequence,
    ]


async def test_a_restart_goes_on_with_the_same_root_and_its_proofs(world):
    wall = Wall()
    first = await posted(poster_of(world, wall))
    await world.advance(60)
    again = poster_of(world, wall)
    await again.step()
    assert (again.posted.memo, again.posted.slot) == (first.memo, first.slot)
    assert (again.posted.tx, again.posted.signature) == (first.tx, first.signature)
    assert (await again.tree()).root == first.memo.root
    wall.s += HOUR_S
    await posted(again)
    assert len(await on_chain(world)) == 2


async def test_a_crash_after_signing_sends_the_same_bytes(world, monkeypatch):
    wall = Wall()
    poster = poster_of(world, wall)

    async def lost(_tx: bytes) -> str:
        raise ConnectionError("the process ends here")

    with monkeypatch.context() as broken:
        broken.setattr(world.rpc, "send", lost)
        with pytest.raises(ConnectionError):
            await until(lambda: signed_by(poster))
    signature = poster._pending.signature
    await world.advance(60)
    root = await posted(poster_of(world, wall))
    assert root.signature == signature
    assert [found.signature for found in await on_chain(world)] == [signature]


async def test_bytes_that_can_no_longer_land_are_given_up(world, monkeypatch):
    wall = Wall()
    poster = poster_of(world, wall)

    async def swallowed(_tx: bytes) -> str:
        return "nothing"

    with monkeypatch.context() as broken:
        broken.setattr(world.rpc, "send", swallowed)
        await until(lambda: signed_by(poster))
        lost = poster._pending
        await world.wait_height(lost.last_valid)
        await poster.step()
    assert poster._pending is None
    await poster.step()
    wall.s += RETRY_S - 1
    await poster.step()
    assert poster._ready is None
    wall.s += 1
    root = await posted(poster)
    assert root.signature != lost.signature
    assert [found.signature for found in await on_chain(world)] == [root.signature]


async def test_without_its_files_it_does_not_repeat_a_number(world):
    wall = Wall()
    first = await posted(poster_of(world, wall))
    for name in ("posted.root", "pending.root"):
        (world.home / "roots" / name).unlink(missing_ok=True)
    again = poster_of(world, wall)
    for _ in range(3):
        await again.step()
    assert again._pending is None
    assert again.posted is None
    assert (await again.tree()).root == first.memo.root
    await world.advance(60)
    await posted(again)
    assert len(await on_chain(world)) == 2


@pytest.mark.parametrize("cut", [0, 10, -1])
async def test_a_damaged_file_is_passed_over(world, cut):
    wall = Wall()
    await posted(poster_of(world, wall))
    path = world.home / "roots" / "posted.root"
    data = bytearray(path.read_bytes())
    if cut:
        data = data[:cut]
    else:
        data[-16] ^= 1  # an amount
    path.write_bytes(data)
    again = poster_of(world, wall)
    await again.step()
    assert again.posted is None
    assert len(await on_chain(world)) == 1


async def test_roots_of_strangers_are_passed_over(world):
    root = await posted(poster_of(world, Wall()))
    stranger = await world.user()
    forged = render("localnet", root.memo)
    marker = poster_of(world, Wall())._limit()
    await send_instructions(world.rpc, [marker, memo(forged, address_of(stranger))], [stranger])
    fee_payer = world.keys.settler_fee_payer
    broken = forged.replace("sequence ", "sequence 0")
    await send_instructions(world.rpc, [marker, memo(broken, address_of(fee_payer))], [fee_payer])
    await world.wait_finalized(await world.rpc.slot())
    assert [found.signature for found in await on_chain(world)] == [root.signature]
    assert len(await on_chain(world, stranger)) == 1


def test_the_memo_has_one_spelling():
    memo_ = RootMemo(sequence=7, time_s=8, state_hash=bytes(32), root="ab" * 32 + ":3:4:5")
    text = render("localnet", memo_)
    assert parse(text.encode(), "localnet") == memo_
    for wrong in (
        text + "\n",
        text.replace("sequence 7", "sequence 07"),
        text.replace("sequence 7", "sequence -7"),
        text.replace("sequence 7\n", ""),
        text.replace("abab", "ABAB"),
        text.replace(":3:4:5", ":3:4"),
        text.replace(":3:4:5", ":3:4:05"),
        text.replace(":3:4:5", f":3:4:{2**64}"),
        text.replace("state 00", "state 0"),
        text.replace("localnet", "mainnet"),
        text.replace("root v1", "root v2"),
        text + "é",
    ):
        with pytest.raises(MemoError):
            parse(wrong.encode(), "localnet")


def test_only_the_signers_own_memo_counts():
    key, other = Keypair(), Keypair()
    signer = address_of(key)
    text = render(
        "localnet", RootMemo(sequence=1, time_s=1, state_hash=bytes(32), root="0" * 64 + ":0:0:0")
    )
    blockhash = "11111111111111111111111111111111"
    meta = {"err": None}

    def found(instructions, signers, of=signer, meta=meta):
        raw = signed([compute_limit(1000), *instructions], signers, blockhash)
        row = {"transaction": [base64.b64encode(raw).decode(), "base64"]}
        return root_of(decode(raw_transaction(row), meta), of, "localnet")

    assert found([memo(text, signer)], [key]).sequence == 1
    assert found([memo(text, signer)], [other, key]).sequence == 1
    assert found([memo(text, signer)], [key], meta={"err": {"InstructionError": []}}) is None
    assert found([memo(text, signer), memo(text, signer)], [key]) is None
    assert found([memo(text, address_of(other))], [other, key][:1]) is None
    assert found([memo(text, signer)], [key], of=address_of(other)) is None
