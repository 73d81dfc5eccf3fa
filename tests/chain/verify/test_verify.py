"""`Verifier`: an honest journal passes, every manipulation is found and named."""

import shutil
from dataclasses import replace

import pytest
from solders.keypair import Keypair

from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.operator_key import sign_operator_command
from chain.proof import poster
from chain.proof.posted_roots import posted_roots
from chain.proof.root_memo import RootMemo
from chain.verify.errors import CannotVerify, Difference
from chain.verify.verify import Verifier
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.journal import SnapshotStore, read_snapshot
from tests.chain.fault_proxy import FaultProxy
from tests.chain.verify.story import USD, Story
from tests.engine.journal.factories import flip_bit, record_offsets


@pytest.fixture
async def story(world):
    received = Story(world)
    await received.happen()
    return received


def place_of(commands, kind, after: int = 0) -> int:
    return next(i for i, row in enumerate(commands) if i >= after and isinstance(row, kind))


async def test_an_honest_journal_passes_beside_a_running_core(story):
    exchange = story.world.sequencer.exchange
    counts = await story.verify()
    commands = story.commands()
    chain = [row for row in commands if hasattr(row, "slot") and hasattr(row, "nonce")]
    assert counts.commands == exchange.sequence == len(commands)
    # the seed, an account, a trade, tokens without a command, an ignored memo, a refusal, a request
    assert counts.chain_commands == len(chain) == 7
    assert counts.operator_commands == 1 + 2 + 2
    assert (counts.roots, counts.snapshots) == (2, 0)
    assert counts.state_hash == exchange.state_hash().hex()
    assert (counts.before_first_slot, counts.after_last_slot) == (0, 0)
    assert counts.blocks > 10


async def test_snapshots_are_compared_too(story):
    await story.world.restart_engine()
    await story.world.advance(60)
    counts = await story.verify()
    assert (counts.snapshots, counts.roots) == (1, 2)


async def test_a_part_can_be_checked(story):
    commands = story.commands()
    trade = commands[place_of(commands, m.ModifyPosition)]
    counts = await story.verify(from_slot=trade.slot)
    assert (counts.before_first_slot, counts.chain_commands) == (2, 5)
    counts = await story.verify(to_slot=trade.slot)
    assert (counts.after_last_slot, counts.chain_commands) == (4, 3)
    counts = await story.verify(to_sequence=trade.seq)
    assert (counts.commands, counts.chain_commands, counts.roots) == (trade.seq, 3, 0)


async def test_without_a_slot_to_compare_that_is_said(story):
    verifier = Verifier(story.wanted(from_slot=story.to_slot + 1))
    counts = await verifier.run()
    assert (counts.chain_commands, counts.before_first_slot, counts.blocks) == (0, 7, 0)
    assert verifier.notes == ["no command is compared with the chain: there is no slot to compare"]


async def found(story, name: str, commands, **changes) -> str:
    directory = story.forge(name, commands)
    with pytest.raises(Difference) as difference:
        await story.verify(journal=directory, snapshots=directory / "none", **changes)
    return str(difference.value)


async def test_every_change_of_a_chain_command_is_named(story):
    """A journal forged whole, with right numbers, checksums and hash chain."""
    honest = story.commands()
    trade, request = place_of(honest, m.ModifyPosition), place_of(honest, m.WithdrawMargin)
    ignored = place_of(honest, m.IgnoreTransaction)

    dropped = honest[:trade] + honest[trade + 1 :]
    text = await found(story, "dropped", dropped)
    assert "expected modify-position at slot" in text
    assert "a command of the chain is missing here" in text

    ending = honest[: place_of(honest, m.WithdrawMargin, request + 1)]
    text = await found(story, "ending", ending, root_signer=None)
    assert f"after record {len(ending)}, the last: withdraw-margin at slot" in text

    for name, place, field, value, words in (
        ("amount", request, "amount_e6", 8 * USD, "expected amount_e6 1000000, found 8000000"),
        ("size", trade, "size_e6", 2 * USD, "expected size_e6 1000000, found 2000000"),
        ("market", trade, "market_id", 2, "expected market_id 1, found 2"),
        ("user", trade, "user", bytes([5]) * 32, "expected user "),
        ("nonce", trade, "nonce", 5, "found 5"),
        ("tokens", ignored, "attached_e6", 4 * USD, "expected attached_e6 3000000, found 4000000"),
        ("reason", ignored, "reason", "no", "found 'no'"),
        ("signature", trade, "signature", bytes([1]) * 64, "expected signature "),
    ):
        changed = list(honest)
        changed[place] = replace(honest[place], **{field: value})
        text = await found(story, name, changed)
        assert text.startswith(f"record {place + 1} differs from the chain at slot ")
        assert words in text, text

    other = list(honest)
    row = honest[trade]
    other[trade] = m.AddLiquidity(
        time_s=row.time_s,
        user=row.user,
        signature=row.signature,
        slot=row.slot,
        transaction_index=row.transaction_index,
        instruction_index=row.instruction_index,
        nonce=row.nonce,
        expires_slot=row.expires_slot,
        amount_e6=1,
    )
    text = await found(story, "kind", other)
    assert "expected modify-position, found add-liquidity" in text

    swapped = list(honest)
    swapped[trade], swapped[ignored] = (
        replace(honest[ignored], time_s=honest[trade].time_s),
        replace(honest[trade], time_s=honest[ignored].time_s),
    )
    text = await found(story, "swapped", swapped)
    assert text.startswith(f"record {trade + 1}: expected modify-position at slot")

    invented = list(honest)
    made_up = replace(honest[request], slot=honest[request].slot, instruction_index=77)
    invented.insert(request + 1, made_up)
    text = await found(story, "invented", invented)
    assert text.startswith(f"record {request + 2}, withdraw-margin at slot")
    assert "the chain has no such command; its next one is " in text

    again = list(honest)
    again.insert(trade + 1, honest[trade])
    text = await found(story, "again", again)
    assert "which is not after slot" in text


async def test_commands_not_signed_by_the_operator_are_reported(story):
    honest = story.commands()
    pause = place_of(honest, m.PauseExchange)
    forged = list(honest)
    forged[pause] = sign_operator_command(m.PauseMarket(market_id=1), Keypair())
    forged[pause] = replace(forged[pause], time_s=honest[pause].time_s)
    text = await found(story, "stranger", forged)
    assert text.startswith(f"record {pause + 1}, pause-market: names the operator ")
    forged[pause] = m.PauseMarket(
        market_id=1,
        operator=honest[pause].operator,
        operator_signature=honest[pause].operator_signature,
        time_s=honest[pause].time_s,
    )
    text = await found(story, "unsigned", forged)
    assert text == f"record {pause + 1}, pause-market: the operator's signature is wrong"


async def test_commands_that_a_rewind_took_back_do_not_count(story):
    """The follower's rewind voids what was in abandoned blocks; they are read anew after it."""
    honest = story.commands()
    trade, ignored = place_of(honest, m.ModifyPosition), place_of(honest, m.IgnoreTransaction)
    before, row = honest[:trade], honest[trade]
    abandoned = replace(row, size_e6=9 * USD, transaction_index=3)
    rewind = m.RewindChain(slot=row.slot - 1, time_s=row.time_s)
    directory = story.forge("rewound", [*before, abandoned, rewind, *honest[trade:ignored]])
    changes = {"snapshots": directory / "none", "root_signer": None}
    counts = await story.verify(journal=directory, to_slot=row.slot, **changes)
    assert (counts.commands, counts.chain_commands) == (ignored + 2, 3)
    # what a rewind takes back although the chain has it, is missing
    rewind = m.RewindChain(slot=row.slot - 1, time_s=honest[ignored - 1].time_s)
    text = await found(story, "taken", [*honest[:ignored], rewind], root_signer=None)
    assert f"after record {ignored + 1}, the last: modify-position at slot" in text


async def test_time_that_goes_back_is_named(story):
    honest = story.commands()
    late = place_of(honest, m.PauseExchange)
    changed = list(honest)
    changed[late] = replace(honest[late], time_s=honest[late - 1].time_s - 1)
    text = await found(story, "time", changed)
    assert text.startswith(f"record {late + 1}: its time ")


async def test_commands_that_no_chain_has_show_in_the_roots(story):
    """Time, prints and payouts stand on no chain: the posted roots bind them."""
    honest = story.commands()
    first_root = (await roots_of(story))[-1].memo.sequence
    inserted = [*honest[:5], m.Tick(time_s=honest[4].time_s), *honest[5:]]
    text = await found(story, "tick", inserted)
    assert text.startswith(f"state root of command {first_root} in transaction ")
    assert "expected state hash " in text


async def test_a_journal_that_was_cut_is_named_by_what_was_stated_after(story):
    honest = story.commands()
    last = (await roots_of(story))[0].memo.sequence
    chain_end = place_of(honest, m.WithdrawMargin)
    text = await found(story, "cut", honest[:chain_end], to_slot=honest[chain_end].slot - 1)
    assert text == f"there is a root of command {last}, and the journal ends at command {chain_end}"


async def roots_of(story):
    signer = address_of(story.world.keys.settler_fee_payer)
    return [root async for root in posted_roots(story.world.rpc, story.world.facts, signer)]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"root": "ab" * 32 + ":9:1:0"}, "found abab"),
        ({"state_hash": bytes(32)}, f"found {'00' * 32}"),
        ({"time_s": 7}, "found 7"),
    ],
)
async def test_a_root_that_was_never_true_is_named(story, monkeypatch, changed, words):
    world, honest_memo = story.world, poster.memo_of
    await world.advance(60)

    def lie(tree) -> RootMemo:
        return replace(honest_memo(tree), **changed)

    monkeypatch.setattr(poster, "memo_of", lie)
    await story.post_root()
    with pytest.raises(Difference) as difference:
        await story.verify()
    text = str(difference.value)
    assert text.startswith(f"state root of command {world.sequencer.sequence} in transaction ")
    assert words in text
    assert (await story.verify(root_signer=address_of(Keypair()))).roots == 0


async def test_a_changed_snapshot_is_named(story):
    world = story.world
    await world.restart_engine()
    await world.advance(60)
    directory = story.journal / "snapshots"
    (path,) = directory.glob("*.snapshot")
    seq = int(path.stem)
    snapshot = read_snapshot(path)
    other = Exchange()
    for command in story.commands()[: seq - 1]:
        other.apply(command)
    other.apply(m.Tick(seq=seq, time_s=other.now_s + 5))
    forged = world.home / "forged-snapshots"
    SnapshotStore(forged).save(seq, snapshot.record_hash, [other.snapshot()])
    with pytest.raises(Difference, match=rf"snapshot {path.name}, after command {seq}: expected"):
        await story.verify(snapshots=forged)
    SnapshotStore(forged).save(seq, bytes(32), [bytes(snapshot.payload)])
    with pytest.raises(Difference, match="taken on another journal"):
        await story.verify(snapshots=forged)
    data = bytearray(path.read_bytes())
    data[200] ^= 1
    (forged / path.name).write_bytes(data)
    with pytest.raises(Difference, match="fails its checksum"):
        await story.verify(snapshots=forged)
    late = world.home / "late-snapshots"
    SnapshotStore(late).save(seq + 1000, bytes(32), [b"anything"])
    with pytest.raises(Difference, match=f"there is a snapshot of command {seq + 1000}"):
        await story.verify(snapshots=late)


async def test_damaged_files_are_named(story):
    copy = story.world.home / "copy"
    shutil.copytree(story.forge("plain", story.commands()), copy)
    (path,) = copy.glob("*.journal")
    start, end = record_offsets(path)[3]
    flip_bit(path, end - 1, 0)
    with pytest.raises(Difference, match=f"the journal is damaged: {path}, offset {start}: "):
        await story.verify(journal=copy)


async def test_a_changed_block_is_named(story):
    """The endpoint lies about one transaction, or about the chain of blocks."""
    trade = next(row for row in story.commands() if isinstance(row, m.ModifyPosition))

    def without(method, params, answer):
        if method == "getBlock" and params[0] == trade.slot:
            answer["transactions"] = []
        return answer

    def another(method, params, answer):
        if method == "getBlock" and params[0] == trade.slot:
            answer["blockhash"] = "1" * 31 + "2"
        return answer

    def hidden(method, _params, answer):
        return [s for s in answer if s != trade.slot] if method == "getBlocks" else answer

    lies = (
        (without, f"record {trade.seq}, modify-position at slot {trade.slot}"),
        (another, f"does not follow block {trade.slot}"),
        (hidden, "does not follow block"),
    )
    async with FaultProxy(story.world.node.url) as proxy, Rpc(proxy.url) as lying:
        assert (await story.verify([lying])).chain_commands == 7
        for rule, words in lies:
            proxy.rule = rule
            with pytest.raises(Difference, match=words):
                await story.verify([lying])
            with pytest.raises(Difference, match=f"slot {trade.slot}: the endpoints disagree"):
                await story.verify([story.world.rpc, lying])


async def test_pruned_blocks_are_said(story):
    trade = next(row for row in story.commands() if isinstance(row, m.ModifyPosition))

    def pruned(method, _params, answer):
        return trade.slot if method == "getFirstAvailableBlock" else answer

    async with FaultProxy(story.world.node.url) as proxy, Rpc(proxy.url) as rpc:
        proxy.rule = pruned
        verifier = Verifier(story.wanted([rpc]))
        counts = await verifier.run()
    assert (counts.first_slot, counts.before_first_slot, counts.chain_commands) == (
        trade.slot,
        2,
        5,
    )
    assert verifier.notes == [
        f"the endpoint has no blocks before slot {trade.slot}: "
        "chain commands are compared from there on"
    ]


async def test_what_cannot_be_checked_is_said(story, tmp_path):
    def elsewhere(method, _params, answer):
        return "1" * 32 if method == "getGenesisHash" else answer

    async with FaultProxy(story.world.node.url) as proxy, Rpc(proxy.url) as rpc:
        proxy.rule = elsewhere
        with pytest.raises(CannotVerify, match="endpoint 2 serves 1111"):
            await story.verify([story.world.rpc, rpc])
    with pytest.raises(CannotVerify, match="cannot be read"):
        await story.verify(journal=tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CannotVerify, match="creates no exchange"):
        await story.verify(journal=tmp_path / "empty")
    with pytest.raises(CannotVerify, match="is not final yet"):
        await story.verify(to_slot=10**9)
