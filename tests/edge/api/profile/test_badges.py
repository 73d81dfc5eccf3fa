"""Membership badges: who holds them on the chain, and what is answered (API 5.6)."""

from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from spl.token.instructions import transfer
from spl.token.models import TransferParams

from chain.client.addresses import TOKEN_PROGRAM, to_base58
from chain.client.balances import token_holders
from chain.client.errors import ChainError
from chain.client.mints import mint_decimals
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, send_instructions
from edge.operator import badges
from edge.operator.badges import OWN_IMAGE, BadgeSampler, Held, counted
from edge.operator.list_paths import ListPaths
from engine.core.generated import messages as m
from tests.chain.issuer import Issuer
from tests.edge.prediction_world import operate
from tests.edge.service_world import running_service

EXPRESS = "/express/v1"
NONE = {"image": None, "count": 0}
PICTURE = "https://badges.example/one.svg"
A, B, C = (bytes([i]) * 32 for i in (1, 2, 3))


def test_badges_of_several_mints_add_up_in_the_operators_order():
    assert counted([]) == {}
    found = counted([(B, {A: 1, C: 2}), (A, {A: 3}), (C, {})])
    assert found == {A: Held(4, B), C: Held(2, B)}
    assert counted([(B, {A: 2**64 - 1})]) == {A: Held(2**31 - 1, B)}


def test_our_own_picture_is_a_document_of_its_own():
    head, _, body = OWN_IMAGE.partition(",")
    assert head == "data:image/svg+xml"
    picture = ElementTree.fromstring(unquote(body))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert not any("href" in name for item in picture.iter() for name in item.attrib)


@pytest.fixture
async def hall(tmp_path, database_url):
    """A service with a list of badges, and their issuer."""
    path = tmp_path / "badges.csv"
    lists = ListPaths(badges=path)
    async with running_service(tmp_path, database_url, lists=lists) as service:
        yield Hall(service, path, await Issuer.funded(service.world.rpc))


class Hall:
    def __init__(self, service, path, issuer):
        self.service, self.path, self.issuer = service, path, issuer
        self.sampler = self.new_sampler(service.world.rpc)

    def new_sampler(self, rpc) -> BadgeSampler:
        context = self.service.context
        ledger, badges = context.programmes.ledger, context.lists.badges
        return BadgeSampler(rpc, context.store, context.sequencer, ledger, badges)

    async def listed(self, *mints: bytes, image: str = "") -> None:
        rows = "".join(f"{to_base58(mint)},{image}\n" for mint in mints)
        self.path.write_text(f"mint,image\n{rows}")
        await self.service.context.lists.check()

    async def shown(self, user: bytes) -> dict:
        return await self.service.get(f"{EXPRESS}/hoa-staking/{to_base58(user)}")


async def test_holders_are_read_from_the_chain(hall):
    rpc, issuer = hall.service.world.rpc, hall.issuer
    badge, coin = await issuer.mint(decimals=0), await issuer.mint(decimals=6)
    assert (await mint_decimals(rpc, badge), await mint_decimals(rpc, coin)) == (0, 6)
    assert await mint_decimals(rpc, A) is None
    assert await mint_decimals(rpc, await issuer.give(A, coin, 1)) is None
    assert await token_holders(rpc, badge) == {}
    await issuer.give(A, badge, 2)
    await issuer.give(B, badge, 1)
    await issuer.give(C, badge, 0)
    assert await token_holders(rpc, badge) == {A: 2, B: 1}
    assert await token_holders(rpc, coin) == {A: 1}


async def test_the_badge_of_a_wallet(hall):
    issuer, wallet = hall.issuer, Keypair()
    one, two = await issuer.mint(decimals=0), await issuer.mint(decimals=0)
    user = address_of(wallet)
    await issuer.give(user, two, 3)
    await hall.sampler.sample()  # no list yet
    assert await hall.shown(user) == NONE
    await hall.listed(one, two)
    await hall.sampler.sample()
    assert await hall.shown(user) == {"image": OWN_IMAGE, "count": 3}
    account = await issuer.give(user, one, 1)
    await hall.listed(one, two, image=PICTURE)
    await hall.sampler.sample()
    assert await hall.shown(user) == {"image": PICTURE, "count": 4}
    assert await hall.shown(B) == NONE
    # given away; the same mint as a second account's first badge
    await issuer.pay(user)
    target = await issuer.give(B, one, 0)
    move = TransferParams(
        program_id=TOKEN_PROGRAM,
        source=Pubkey(account),
        dest=Pubkey(target),
        owner=wallet.pubkey(),
        amount=1,
    )
    await send_instructions(hall.service.world.rpc, [transfer(move)], [wallet])
    assert await hall.shown(user) == {"image": PICTURE, "count": 4}  # until it is read again
    await hall.sampler.sample()
    assert await hall.shown(user) == {"image": PICTURE, "count": 3}
    assert await hall.shown(B) == {"image": PICTURE, "count": 1}
    await hall.listed(one)
    await hall.sampler.sample()
    assert await hall.shown(user) == NONE
    assert await hall.shown(B) == {"image": OWN_IMAGE, "count": 1}
    for bad, code in (("%20", "MISSING_ADDRESS"), ("x", "INVALID_ADDRESS")):
        refused = await hall.service.get(f"{EXPRESS}/hoa-staking/{bad}", 400)
        assert refused["code"] == code


async def test_a_node_that_fails_leaves_the_last_reading(hall, caplog):
    badge = await hall.issuer.mint(decimals=0)
    await hall.issuer.give(A, badge, 2)
    await hall.listed(badge)
    await hall.sampler.sample()
    held = {"image": OWN_IMAGE, "count": 2}
    await hall.issuer.give(A, badge, 1)
    dead = Rpc("http://127.0.0.1:1")
    sampler = hall.new_sampler(dead)
    caplog.clear()
    for _ in range(2):
        await sampler.sample()
    await dead.close()
    warned = [record.trouble for record in caplog.records if record.name == "acre.badges"]
    assert warned == ["ChainError"]  # once
    assert await hall.shown(A) == held
    # another start finds it too, and the next reading puts it right
    hall.service.context.lists.badges.value = None
    await hall.new_sampler(hall.service.world.rpc).sample()
    assert await hall.shown(A) == held
    await hall.listed(badge)
    await sampler_of(hall).sample()
    assert await hall.shown(A) == {"image": OWN_IMAGE, "count": 3}


def sampler_of(hall) -> BadgeSampler:
    return hall.new_sampler(hall.service.world.rpc)


async def test_an_invalid_badge_counts_for_no_user_and_is_logged_once(hall, caplog):
    badge, coin = await hall.issuer.mint(decimals=0), await hall.issuer.mint(decimals=6)
    await hall.issuer.give(A, badge, 1)
    await hall.issuer.give(A, coin, 5_000_000)
    await hall.listed(coin, C, badge)
    for _ in range(2):
        await hall.sampler.sample()
    warned = [record.trouble for record in caplog.records if record.name == "acre.badges"]
    assert warned == [f"no mint without decimals: {to_base58(coin)}, {to_base58(C)}"]
    assert await hall.shown(A) == {"image": OWN_IMAGE, "count": 1}


async def test_an_answer_that_is_none_is_the_nodes_failure():
    class Odd(Rpc):
        answer = None

        async def read(self, _method, _params=()):
            return self.answer

    for answer in (
        None,
        [{}],
        [{"account": {"data": ["AA=="]}}],
        [{"account": {"data": ["?"]}}],
    ):
        Odd.answer = answer
        with pytest.raises(ChainError, match="NODE_UNAVAILABLE"):
            await token_holders(Odd("http://127.0.0.1:1"), A)


def sampled(hall) -> list[tuple[bytes, int]]:
    return [
        (applied.command.user, applied.command.badge_count)
        for applied in hall.service.world.applied
        if isinstance(applied.command, m.SampleBadges)
    ]


async def test_counts_of_participants_are_journaled_when_they_change(hall):
    one, stranger = Keypair(), address_of(Keypair())
    user, sequencer = address_of(one), hall.service.context.sequencer
    badge = await hall.issuer.mint(decimals=0)
    await hall.issuer.give(user, badge, 1)
    await hall.issuer.give(stranger, badge, 1)
    await hall.listed(badge)
    await hall.sampler.sample()
    assert sampled(hall) == []  # no participants
    await sequencer.submit(m.Participate(user=user, programme=3))
    for _ in range(2):
        await hall.sampler.sample()
    assert sampled(hall) == [(user, 1)]
    await hall.issuer.give(user, badge, 2)
    await operate(hall.service, m.Halt())  # holds no programme up
    # a restarted sampler knows from the journal what was sampled
    for _ in range(2):
        await sampler_of(hall).sample()
    assert sampled(hall) == [(user, 1), (user, 3)]
    await hall.listed()
    await hall.sampler.sample()
    assert sampled(hall) == [(user, 1), (user, 3), (user, 0)]
    await hall.sampler.sample()
    assert len(sampled(hall)) == 3


async def test_many_changes_are_journaled_in_several_batches(hall, monkeypatch):
    monkeypatch.setattr(badges, "JOURNALED_AT_ONCE", 2)
    badge, users = await hall.issuer.mint(decimals=0), [bytes([i]) * 32 for i in range(1, 6)]
    for user in users:
        await hall.service.context.sequencer.submit(m.Participate(user=user, programme=1))
        await hall.issuer.give(user, badge, 1)
    await hall.listed(badge)
    await hall.sampler.sample()
    assert sorted(sampled(hall)) == [(user, 1) for user in users]
