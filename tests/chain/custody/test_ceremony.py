"""The ceremony of the cold keys: what is proposed, read, signed offline, put together and sent."""

import base64
import json
from dataclasses import replace

import pytest
from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction
from spl.token.instructions import mint_to_checked, transfer_checked
from spl.token.models import MintToCheckedParams, TransferCheckedParams

from chain.client.addresses import SYSTEM_PROGRAM, TOKEN_PROGRAM, to_base58, token_account
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.client.instructions import create_token_account
from chain.client.wallet import address_of, send_instructions
from chain.custody import multisig
from chain.custody.ceremony import Ceremony, Purpose, propose_revocation, send_ceremony
from chain.custody.hot_keys import FILE_NAME, KEYS_MAX, former_hot_keys
from chain.custody.multisig import CustodyError, create_multisig, read_multisig
from chain.genesis import GenesisError, ensure_genesis
from tests.chain.cold_world import ALLOWANCE_E6, cold_world
from tests.chain.world import HandClock, genesis_settings, open_sequencer, small_catalogue

USD = 10**6


@pytest.fixture
async def cold(tmp_path):
    async with cold_world(tmp_path) as opened:
        yield opened


def travelled(ceremony):
    return Ceremony.from_text(ceremony.text)


async def test_copies_signed_apart_are_put_together_long_after_a_blockhash_has_ended(cold):
    world = cold.world
    proposed = await cold.propose()
    height = await world.rpc.block_height("confirmed")
    copies = [travelled(proposed).signed_by(key) for key in cold.cold[:2]]
    assert [copy.missing for copy in copies] == [
        (address_of(cold.payer), address_of(cold.cold[1])),
        (address_of(cold.payer), address_of(cold.cold[0])),
    ]
    await world.wait_height(height + 200)  # a blockhash lives for 150
    whole = travelled(copies[0]).merged(travelled(copies[1]))
    await send_ceremony(world.rpc, whole, cold.payer)
    assert await cold.allowance_e6() == ALLOWANCE_E6
    assert await cold.allowance_e6(MINT_TOKEN) == ALLOWANCE_E6


async def test_a_ceremony_takes_place_once(cold):
    """The nonce is used up: an old approval cannot be sent again after the allowance was spent."""
    world = cold.world
    ceremony = await cold.propose()
    for key in cold.cold[:2]:
        ceremony = ceremony.signed_by(key)
    await send_ceremony(world.rpc, ceremony, cold.payer)
    await cold.revoke()
    again = await send_ceremony(world.rpc, ceremony, cold.payer)
    assert again == str(ceremony.signed_by(cold.payer).transaction.signatures[0])  # the old one
    assert await cold.allowance_e6() == 0


async def test_a_revocation_signed_beforehand_stays_good_through_refills(cold):
    world = cold.world
    spare = await propose_revocation(world.rpc, world.facts, cold.payer, cold.signers)
    for key in cold.cold[:2]:
        spare = spare.signed_by(key)
    await cold.approve()
    await cold.approve(2 * ALLOWANCE_E6)
    assert await cold.allowance_e6() == 2 * ALLOWANCE_E6
    await send_ceremony(world.rpc, travelled(spare), cold.payer)
    assert await cold.allowance_e6() == 0
    assert await cold.allowance_e6(MINT_TOKEN) == 0


async def test_a_proposal_says_what_it_does(cold):
    facts = cold.world.facts
    proposed = await cold.propose(1234 * USD + 5, [MINT_COLLATERAL])
    nonce, approval = proposed.describe()
    assert nonce.startswith("uses up the nonce ")
    assert approval == (
        f"lets {cold.hot.pubkey()} move 1234.000005 of the mint "
        f"{to_base58(facts.collateral_mint)} out of the token account "
        f"{to_base58(facts.collateral_vault)}, for {to_base58(cold.multisig.address)}"
    )
    assert json.loads(proposed.text)["says"] == [nonce, approval]


async def test_incomplete_transactions_are_not_sent(cold):
    ceremony = (await cold.propose()).signed_by(cold.cold[1])
    with pytest.raises(CustodyError, match=f"not signed yet: {cold.cold[0].pubkey()}"):
        await send_ceremony(cold.world.rpc, ceremony, cold.payer)


async def test_only_those_who_have_to_can_sign(cold):
    ceremony = await cold.propose()
    for stranger in (Keypair(), cold.cold[2], cold.hot):
        with pytest.raises(CustodyError, match="not among those"):
            ceremony.signed_by(stranger)


async def test_different_proposals_are_not_put_together(cold):
    first, second = await cold.propose(USD), await cold.propose(2 * USD)
    with pytest.raises(CustodyError, match="different transactions"):
        first.merged(second)


async def test_the_signers_have_to_be_enough_different_and_the_multisigs_own(cold):
    own = [address_of(key) for key in cold.cold]
    for chosen, sentence in (
        (own[:1], "needs 2 signers, but 1"),
        ([own[0], own[0]], "named twice"),
        ([own[0], address_of(cold.hot)], "is no signer"),
    ):
        with pytest.raises(CustodyError, match=sentence):
            cold.multisig.check_signers(chosen)
    cold.multisig.check_signers(own)


async def test_a_multisig_that_one_key_could_use_is_not_made(cold):
    keys = [address_of(Keypair()) for _ in range(12)]
    for threshold, signers in ((1, keys[:3]), (4, keys[:3]), (2, keys), (2, [keys[0], keys[0]])):
        with pytest.raises(CustodyError):
            await create_multisig(cold.world.rpc, cold.payer, threshold, signers)
    again = await create_multisig(
        cold.world.rpc, cold.payer, 2, [address_of(key) for key in cold.cold]
    )
    assert again == cold.multisig  # made once, found afterwards
    with pytest.raises(CustodyError, match="is not a multisig"):
        await read_multisig(cold.world.rpc, address_of(cold.payer))


@pytest.mark.parametrize(
    ("threshold", "is_twice"), [(1, False), (2, True)], ids=["one of three", "a signer twice"]
)
async def test_a_multisig_that_one_key_could_use_owns_no_vault(cold, threshold, is_twice):
    """The Token program counts a key that is named twice as two signers."""
    world, one, payer = cold.world, Keypair(), cold.payer
    signers = [address_of(one), address_of(one if is_twice else Keypair()), address_of(Keypair())]
    address = bytes(Pubkey.create_with_seed(payer.pubkey(), "weak", TOKEN_PROGRAM))
    made = multisig._create(address_of(payer), address, "weak", 10**7, threshold, signers)
    await send_instructions(world.rpc, made, [payer])
    mint = world.facts.collateral_mint
    await send_instructions(
        world.rpc,
        [create_token_account(address_of(payer), address, mint), gift(world, address)],
        [payer, world.keys.faucet],
    )
    alone = transfer_checked(
        TransferCheckedParams(
            program_id=TOKEN_PROGRAM, source=Pubkey(token_account(address, mint)),
            mint=Pubkey(mint), dest=Pubkey(world.facts.collateral_vault), owner=Pubkey(address),
            amount=USD, decimals=6, signers=[one.pubkey()],
        )
    )  # fmt: skip
    await send_instructions(world.rpc, [alone], [payer, one])  # one key moved what it owned
    with pytest.raises(CustodyError, match="a single key"):
        await read_multisig(world.rpc, address)
    sequencer = await open_sequencer(world.home / "other", HandClock())
    settings = replace(genesis_settings(world.home / "other", 0), multisig=address)
    with pytest.raises(GenesisError, match="a single key"):
        await ensure_genesis(sequencer, world.rpc, settings, small_catalogue())
    assert sequencer.sequence == 0
    await sequencer.close()


def gift(world, owner):
    """Make one token of the collateral for an owner's account."""
    mint = world.facts.collateral_mint
    return mint_to_checked(
        MintToCheckedParams(
            program_id=TOKEN_PROGRAM, mint=Pubkey(mint), dest=Pubkey(token_account(owner, mint)),
            mint_authority=world.keys.faucet.pubkey(), amount=USD, decimals=6, signers=[],
        )
    )  # fmt: skip


@pytest.mark.parametrize("purpose", Purpose)
async def test_a_prefunded_nonce_account_does_not_block_the_ceremony(cold, purpose):
    """Its address is known before it is made; lamports that lie there must not block it."""
    world, payer = cold.world, cold.payer
    address = Pubkey.create_with_seed(payer.pubkey(), purpose.value, SYSTEM_PROGRAM)
    stranger = await world.user()
    dust = TransferParams(from_pubkey=stranger.pubkey(), to_pubkey=address, lamports=10**6)
    await send_instructions(world.rpc, [transfer(dust)], [stranger])
    await cold.approve()
    assert await cold.allowance_e6() == ALLOWANCE_E6
    await cold.revoke()
    assert await cold.allowance_e6() == 0


def text_of(transaction):
    return json.dumps({"transaction": base64.b64encode(bytes(transaction)).decode()})


async def test_a_transaction_that_does_something_else_is_not_read_or_signed(cold):
    """A cold key is asked to sign a payment of its own SOL among the allowances."""
    victim = cold.cold[0].pubkey()
    payment = transfer(TransferParams(from_pubkey=victim, to_pubkey=Pubkey(bytes(32)), lamports=5))
    proposed = (await cold.propose()).transaction.message
    message = Message.new_with_blockhash([payment], victim, Hash(bytes(32)))
    alone = VersionedTransaction.populate(message, [Signature.default()])
    with pytest.raises(CustodyError, match="something else"):
        Ceremony.from_text(text_of(alone))
    swapped = Message.new_with_compiled_instructions(
        proposed.header.num_required_signatures,
        proposed.header.num_readonly_signed_accounts,
        proposed.header.num_readonly_unsigned_accounts,
        proposed.account_keys,
        proposed.recent_blockhash,
        [proposed.instructions[1], proposed.instructions[0]],
    )
    none = [Signature.default()] * proposed.header.num_required_signatures
    with pytest.raises(CustodyError, match="something else"):
        Ceremony.from_text(text_of(VersionedTransaction.populate(swapped, none)))


async def test_a_broken_file_or_signature_is_refused(cold):
    for text in ("", "{}", "[]", '{"transaction": 5}', '{"transaction": "AA=="}', "null"):
        with pytest.raises(CustodyError, match="no transaction of custody"):
            Ceremony.from_text(text)
    proposed = await cold.propose()
    count = len(proposed.signers)
    forged = [Signature.default()] * (count - 1) + [Signature(b"\x01" * 64)]
    message = proposed.transaction.message
    with pytest.raises(CustodyError, match="signature that is not good"):
        Ceremony.from_text(text_of(VersionedTransaction.populate(message, forged)))


# hot keys


def test_former_hot_keys_are_remembered_in_their_order(tmp_path):
    keys = [address_of(Keypair()) for _ in range(4)]
    assert former_hot_keys(tmp_path, keys[0], []) == ()
    assert former_hot_keys(tmp_path, keys[1], []) == (keys[0],)
    assert former_hot_keys(tmp_path, keys[1], []) == (keys[0],)
    assert former_hot_keys(tmp_path, keys[2], [keys[3]]) == (keys[0], keys[1], keys[3])
    assert former_hot_keys(tmp_path, keys[0], []) == (keys[1], keys[3], keys[2])  # back again


def test_a_damaged_list_of_hot_keys_stops_the_start(tmp_path):
    for text in ("", "{", '["x"]', "5"):
        (tmp_path / FILE_NAME).write_text(text)
        with pytest.raises(CustodyError, match="is damaged"):
            former_hot_keys(tmp_path, address_of(Keypair()), [])


def test_the_list_of_hot_keys_has_an_end(tmp_path):
    named = [address_of(Keypair()) for _ in range(KEYS_MAX)]
    with pytest.raises(CustodyError, match="more than 64"):
        former_hot_keys(tmp_path, address_of(Keypair()), named)
    assert not (tmp_path / FILE_NAME).exists()
