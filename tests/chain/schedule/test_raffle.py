"""The draw of a contest's raffle: by a block that the chain names, once, over a real node."""

from dataclasses import replace
from hashlib import sha256

import pytest
from solders.hash import Hash

from chain.client.wallet import address_of
from chain.schedule.raffle_keeper import RaffleKeeper
from engine.core.generated import messages as m
from engine.programmes.contests.contests import RaffleDraw
from engine.programmes.contests.prizes import draw_raffle, raffle_pool
from tests.chain.proof.test_poster import Wall, posted, poster_of
from tests.chain.world import DAY_S

HOUR_S = 3_600


async def drawn_after(world, *, raffle_winners: int = 1) -> None:
    """Let a contest with a raffle run for a day, with one trader who is eligible."""
    wallet = await world.user()
    user = address_of(wallet)
    await world.send(
        wallet,
        await world.builders.build(user, "create-margin-account", account=0, amount=500 * 10**6),
    )
    view = world.sequencer.exchange.exchange_view(world.sequencer.clock.now_s())
    now_s = world.sequencer.exchange.now_s
    contest = m.CreateContest(
        operator=view.operator,
        contest_id="cup",
        name="Cup",
        starts_at_s=now_s,
        ends_at_s=now_s + DAY_S,
        prize_mint=1,
        raffle="A cap" if raffle_winners else "",
        raffle_winners=raffle_winners,
    )
    await world.sequencer.submit(contest)
    await world.sequencer.submit(m.JoinContest(user=user, contest_id="cup"))
    await world.sequencer.submit(m.JoinContest(user=bytes([7]) * 32, contest_id="cup"))
    built = await world.builders.build(
        user, "modify-position", owner=user, account=0, market=1, size=10**6, limit=10**13
    )
    await world.send(wallet, built)
    await world.advance(DAY_S)


def keeper_of(world) -> RaffleKeeper:
    signer = address_of(world.keys.settler_fee_payer)
    contests = world.programmes.contests
    return RaffleKeeper(world.rpc, world.sequencer, contests, world.facts, signer)


async def test_the_first_root_after_the_freeze_draws_once(world):
    wall, keeper = Wall(), keeper_of(world)
    poster = poster_of(world, wall)
    await posted(poster)  # a root of before the freeze decides nothing
    await drawn_after(world)
    contest = world.programmes.contests["cup"]
    assert contest.awaits_draw
    assert await keeper.round() == 0
    wall.s += HOUR_S
    first = await posted(poster)
    assert first.memo.sequence >= contest.frozen_seq
    wall.s += HOUR_S
    await world.advance(60)
    second = await posted(poster)
    assert second.memo.sequence > first.memo.sequence
    assert await keeper.round() == 1
    block = await world.rpc.blockhash_at(first.slot, "finalized")
    seed = bytes(Hash.from_string(block))
    assert contest.draw == RaffleDraw(root_sequence=first.memo.sequence, slot=first.slot, seed=seed)
    pool = raffle_pool(contest.final)
    assert len(pool) == 1
    assert draw_raffle(pool, 1, "cup", seed) == pool
    sequence = world.sequencer.sequence
    assert await keeper.round() == 0
    assert world.sequencer.sequence == sequence


async def test_a_second_draw_and_one_of_an_earlier_root_change_nothing(world):
    await drawn_after(world)
    contest = world.programmes.contests["cup"]
    early = m.DrawRaffle(
        contest_id="cup", root_sequence=contest.frozen_seq - 1, slot=1, seed=bytes(32)
    )
    for command in (early, replace(early, contest_id="none", root_sequence=10**6)):
        applied = await world.sequencer.submit(command)
        assert world.programmes.refusal_of(applied.command.seq) is not None
        assert contest.draw is None
    fair = replace(early, root_sequence=contest.frozen_seq, seed=bytes([1]) * 32)
    await world.sequencer.submit(fair)
    drawn = contest.draw
    assert drawn is not None
    applied = await world.sequencer.submit(replace(fair, seed=bytes([2]) * 32))
    assert world.programmes.refusal_of(applied.command.seq).code == "VALIDATION"
    assert contest.draw is drawn


@pytest.mark.parametrize("raffle_winners", [0, 1])
async def test_without_a_raffle_or_eligible_participants_there_is_no_draw(world, raffle_winners):
    if raffle_winners:
        view = world.sequencer.exchange.exchange_view(world.sequencer.clock.now_s())
        now_s = world.sequencer.exchange.now_s
        await world.sequencer.submit(
            m.CreateContest(
                operator=view.operator,
                contest_id="cup",
                name="Cup",
                starts_at_s=now_s - 9,
                ends_at_s=now_s,
                prize_mint=1,
                raffle="A cap",
                raffle_winners=1,
            )
        )
    else:
        await drawn_after(world, raffle_winners=0)
    contest = world.programmes.contests["cup"]
    assert contest.final is not None
    assert not contest.awaits_draw
    assert await keeper_of(world).round() == 0


def test_the_ticket_is_what_the_decision_says():
    pool = [bytes([number]) * 32 for number in range(9)]
    seed = bytes(range(32))
    tickets = {sha256(seed + b"cup" + b"\0" + user).digest(): user for user in pool}
    assert draw_raffle(pool, 2, "cup", seed) == [tickets[each] for each in sorted(tickets)[:2]]
