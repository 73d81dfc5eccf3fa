"""`acre custody` as people run it: make the multisig, approve, sign apart, send, revoke."""

import asyncio

import pytest
from solders.keypair import Keypair

from chain.client.addresses import from_base58
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.client.faucet import airdrop_if_low
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, load_or_create_key
from chain.custody.build import CustodySettings, open_custody
from chain.custody.custody import DelegateCustody
from chain.custody.multisig import CustodyError, create_multisig
from chain.custody.outflow_stop import OutflowStop
from chain.custody.vault import vault_account
from chain.genesis import GenesisError, GenesisSettings, ensure_genesis
from chain.node.server.server import NodeServer
from edge.cli.main import main
from tests.chain.world import HandClock, open_sequencer, small_catalogue

USD = 10**6


@pytest.fixture
async def node(tmp_path, clean_environment):
    server = await NodeServer.start(tmp_path / "node", slot_ms=10)
    clean_environment.setenv("ACRE_HOME", str(tmp_path))
    clean_environment.setenv("ACRE_NODE_PORT", server.url.rpartition(":")[2])
    async with Rpc(server.url) as rpc:
        yield rpc
    await server.stop()


@pytest.fixture
def acre(capsys):
    """Run the command beside the node; returns status, what was said and what was complained."""

    async def run(line):
        status = await asyncio.to_thread(main, ["custody", *line.split()])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


async def started(home, rpc, multisig, kind="delegate") -> DelegateCustody:
    """Start an exchange with this multisig, as a core does, and stop it again."""
    sequencer = await open_sequencer(home, HandClock())
    settings = GenesisSettings(
        keys_dir=home / "keys", chain_dir=home / "follower", multisig=multisig, seed_liquidity_e6=0
    )
    try:
        facts, keys = await ensure_genesis(sequencer, rpc, settings, small_catalogue())
    finally:
        await sequencer.close()
    custody = open_custody(CustodySettings(home=home, kind=kind), facts, keys)
    assert isinstance(custody, DelegateCustody)
    return custody


async def test_the_whole_ceremony(tmp_path, node, acre):
    cold = [load_or_create_key(tmp_path / f"cold-{number}.json") for number in range(3)]
    named = " ".join(f"--signer {key.pubkey()}" for key in cold)
    status, said, wrong = await acre(f"create --threshold 2 {named}")
    assert (status, wrong) == (0, "")
    address = said.split()[3].rstrip(":")
    assert said == (
        f"The multisig is {address}: 2 of 3.\n"
        f"Start Acre with ACRE_CUSTODY=delegate ACRE_CUSTODY_MULTISIG={address}\n"
    )
    custody = await started(tmp_path, node, from_base58(address))
    hot = custody.hot_key.pubkey()
    two = f"--signer {cold[0].pubkey()} --signer {cold[2].pubkey()}"
    file = tmp_path / "proposal.json"
    assert (await acre(f"approve --collateral 250.5 --token 3 {two} --out {file}"))[0] == 0
    for number in (0, 2):
        status, said, _ = await acre(
            f"sign {file} --key {tmp_path}/cold-{number}.json --out {tmp_path}/copy-{number}"
        )
        assert status == 0
        assert f"lets {hot} move 250.500000 of the mint" in said
        assert f"{cold[number].pubkey()} has signed" in said
    assert (await acre(f"send {tmp_path}/copy-0"))[0] == 1
    assert (await acre(f"send {tmp_path}/copy-0 {tmp_path}/copy-2"))[0] == 0
    assert await allowances(node, custody) == [250_500_000, 3 * USD]
    status, said, _ = await acre("show")
    assert status == 0
    assert said.splitlines()[4:] == [
        f"hot key {hot}",
        "collateral: 0 in the vault, allowance 250.5",
        "token: 0 in the vault, allowance 3",
        "outflows are not stopped",
    ]
    gone = tmp_path / "revocation.json"
    assert (await acre(f"revoke {two} --out {gone}"))[0] == 0
    for number, source in ((0, gone), (2, f"{tmp_path}/gone-0")):
        line = f"sign {source} --key {tmp_path}/cold-{number}.json --out {tmp_path}/gone-{number}"
        assert (await acre(line))[0] == 0
    assert (await acre(f"send {tmp_path}/gone-2"))[0] == 0
    assert await allowances(node, custody) == [0, 0]


async def allowances(rpc, custody):
    accounts = [
        await vault_account(rpc, custody.facts, mint) for mint in (MINT_COLLATERAL, MINT_TOKEN)
    ]
    return [account.allowance_of_e6(address_of(custody.hot_key)) for account in accounts]


@pytest.mark.parametrize(
    ("line", "status", "sentence"),
    [
        ("show", 1, "a core that has started once has written it"),
        ("create --threshold 1 --signer {a} --signer {b}", 1, "a single stolen key"),
        ("create --threshold x --signer {a}", 2, "must be a whole number"),
        ("create --threshold 2 --signer zz --signer {b}", 2, "base58 address"),
        ("create --threshold 2 --signer {a} --signer {b} --payer none", 78, "No such file"),
        ("read none", 1, "none: No such file"),
        ("accept --collateral +5 --token 0", 2, "must be a number such as 412.50"),
    ],
)
async def test_what_cannot_be_done_is_a_sentence(node, acre, line, status, sentence):
    a, b = (str(Keypair().pubkey()) for _ in range(2))
    got, said, wrong = await acre(line.format(a=a, b=b))
    assert (got, said) == (status, "")
    assert wrong.startswith("acre: ")
    assert sentence in wrong


async def test_a_node_that_does_not_answer_is_status_69(tmp_path, clean_environment, acre):
    clean_environment.setenv("ACRE_HOME", str(tmp_path))
    clean_environment.setenv("ACRE_NODE_PORT", "1")
    a, b = (Keypair().pubkey() for _ in range(2))
    status, _, wrong = await acre(f"create --threshold 2 --signer {a} --signer {b}")
    assert status == 69
    assert wrong.startswith("acre: The chain node does not answer: ")


async def test_a_difference_is_accepted_while_outflows_are_stopped(
    tmp_path, clean_environment, acre
):
    clean_environment.setenv("ACRE_HOME", str(tmp_path))
    stop = OutflowStop(tmp_path / "custody")
    missing = {MINT_COLLATERAL: -9_000_001, MINT_TOKEN: 0}
    none = dict.fromkeys(missing, 0)
    status, _said, wrong = await acre("accept --collateral -9.000001 --token 0")
    assert (status, stop.accepted()) == (1, none)
    assert "Outflows are not stopped" in wrong
    stop.set(missing, slot=5)
    assert (await acre("accept --collateral -9.000001 --token 0"))[0] == 0
    assert stop.accepted() == missing
    stop.clear()
    assert (await acre("accept --collateral 0 --token 0"))[0] == 0
    assert stop.accepted() == none


@pytest.mark.parametrize("kind", ["delegate", "key"])
async def test_the_fee_payers_key_is_no_key_of_custody(tmp_path, node, kind):
    """The same key file put in twice is said at the start, not at each payout."""
    keys_dir = tmp_path / "keys"
    fee_payer = load_or_create_key(keys_dir / "settler-fee-payer.json")
    name = "hot-key.json" if kind == "delegate" else "vault-authority.json"
    (keys_dir / name).write_bytes((keys_dir / "settler-fee-payer.json").read_bytes())
    await airdrop_if_low(node, address_of(fee_payer))
    multisig = None
    if kind == "delegate":
        cold = [address_of(Keypair()), address_of(Keypair())]
        multisig = (await create_multisig(node, fee_payer, 2, cold)).address
    with pytest.raises(CustodyError, match="hold the same key"):
        await started(tmp_path, node, multisig, kind)


async def test_a_cold_key_is_no_hot_key(tmp_path, node):
    """A key on the server that signs for the multisig, too, would be one of the threshold."""
    hot_key = load_or_create_key(tmp_path / "keys" / "hot-key.json")
    payer = load_or_create_key(tmp_path / "keys" / "settler-fee-payer.json")
    await airdrop_if_low(node, address_of(payer))
    for key in (hot_key, payer):
        cold = [address_of(key), address_of(Keypair())]
        multisig = await create_multisig(node, payer, 2, cold)
        with pytest.raises(GenesisError, match="cold key"):
            await started(tmp_path, node, multisig.address)
