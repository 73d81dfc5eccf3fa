"""GET /solvency: exact fields, the way from a wallet's leaf to the root, null rules, bad users."""

from chain.client import addresses
from chain.client.addresses import to_base58
from chain.client.instructions import transfer_tokens
from chain.client.wallet import address_of
from tests.chain.proof.checking import root_from
from tests.chain.world import until
from tests.edge.service_world import text_of

SOLVENCY = "/express/v1/solvency"
E6 = 10**6
SEED = 1_000_000 * E6
FIELDS = {
    "vaultBalance",
    "claims",
    "difference",
    "tokenVaultBalance",
    "tokenClaims",
    "sequence",
    "stateHash",
    "stateRoot",
    "rootSlot",
    "rootSignature",
    "asOf",
}


async def post_root(service):
    roots = service.context.roots
    before = roots.posted
    service.wall.s += 3600

    async def is_posted() -> bool:
        await roots.step()
        return roots.posted is not before

    await until(is_posted)


async def test_before_the_first_root_on_the_chain(service):
    body = await service.get(SOLVENCY)
    assert body.keys() == FIELDS
    assert body["claims"] == {
        "margin": "0",
        "lp": str(SEED),
        "reserve": "0",
        "protocolFees": "0",
        "unsettled": "0",
        "quarantined": "0",
    }
    assert (body["vaultBalance"], body["difference"]) == (str(SEED), "0")
    assert (body["tokenVaultBalance"], body["tokenClaims"]) == ("0", "0")
    assert (body["rootSlot"], body["rootSignature"]) == (None, None)
    assert body["sequence"] == service.exchange.sequence
    assert body["stateHash"] == service.exchange.state_hash().hex()
    assert body["stateRoot"].split(":")[1:] == ["4", str(SEED), "0"]
    assert body["asOf"] == service.context.now_s()


async def test_the_last_root_on_the_chain_is_told_and_the_figures_go_on(service):
    await post_root(service)
    posted = service.context.roots.posted
    at_root = await service.get(SOLVENCY)
    assert (at_root["rootSlot"], at_root["rootSignature"]) == (posted.slot, posted.signature)
    wallet = await service.trader(7_000 * E6)
    service.wall.s += 3
    later = await service.get(f"{SOLVENCY}?user={text_of(wallet)}")
    for name in ("sequence", "stateHash", "stateRoot", "rootSlot", "rootSignature"):
        assert later[name] == at_root[name]
    assert later["proofs"] == []
    assert later["claims"]["margin"] == str(7_000 * E6)
    assert later["vaultBalance"] == str(SEED + 7_000 * E6)
    assert later["difference"] == "0"


async def test_a_wallet_finds_everything_that_it_is_owed(service):
    wallet = await service.trader(7_000 * E6)
    user, world = address_of(wallet), service.world
    builders = world.builders
    await world.send(wallet, await builders.build(user, "add-liquidity", amount=500 * E6))
    await world.send(
        wallet, await builders.build(user, "withdraw-margin", account=0, amount=30 * E6, tip=0)
    )
    await world.send(
        wallet, await builders.build(user, "stake", amount=11 * E6, create_account=True)
    )
    await post_root(service)
    body = await service.get(f"{SOLVENCY}?user={text_of(wallet)}")
    assert body.keys() == FIELDS | {"proofs"}
    exchange, name = world.facts.exchange, to_base58(user)
    expected = {
        "marginAccount": (addresses.margin_account(exchange, user, 0), 6_970 * E6, "collateral"),
        "lpPosition": (addresses.lp_position(exchange, user, 1), 500 * E6, "collateral"),
        "settlementRequest": (
            addresses.settlement_request(exchange, user, 1),
            30 * E6,
            "collateral",
        ),
        "stake": (addresses.stake(exchange, user), 11 * E6, "token"),
    }
    assert [proof["kind"] for proof in body["proofs"]] == list(expected)
    for proof in body["proofs"]:
        assert proof.keys() == {"kind", "address", "amount", "leaf", "path"}
        address, amount_e6, unit = expected[proof["kind"]]
        assert (proof["address"], proof["amount"]) == (to_base58(address), str(amount_e6))
        number = {"marginAccount": 0, "stake": 0}.get(proof["kind"], 1)
        assert proof["leaf"] == f"{proof['kind']} {name} {number} {amount_e6} {unit}"
        path = [(node["hash"], node["side"]) for node in proof["path"]]
        assert all(node.keys() == {"hash", "side"} for node in proof["path"])
        assert root_from(proof["leaf"], path) == body["stateRoot"]
    assert (body["tokenClaims"], body["difference"]) == (str(11 * E6), "0")


async def test_tokens_in_quarantine_are_owed_to_their_sender(service):
    world, wallet = service.world, await service.world.user()
    facts = world.facts
    gift = transfer_tokens(
        address_of(wallet), facts.collateral_vault, facts.collateral_mint, 9 * E6
    )
    await world.send_raw([wallet], [gift])
    body = await service.get(f"{SOLVENCY}?user={text_of(wallet)}")
    (proof,) = body["proofs"]
    address = addresses.quarantined_deposit(facts.exchange, address_of(wallet), 1)
    assert (proof["kind"], proof["address"]) == ("quarantine", to_base58(address))
    assert proof["leaf"] == f"quarantine {text_of(wallet)} 1 {9 * E6} collateral"
    assert body["claims"]["quarantined"] == str(9 * E6)


async def test_bad_users_are_refused(service):
    for text, code in (
        ("", "MISSING_ADDRESS"),
        ("%20", "MISSING_ADDRESS"),
        ("abc", "INVALID_ADDRESS"),
        ("0" * 44, "INVALID_ADDRESS"),
        ("1" * 200, "INVALID_ADDRESS"),
    ):
        body = await service.get(f"{SOLVENCY}?user={text}", 400)
        assert body["code"] == code


async def test_a_wallet_never_seen_and_the_exchange_itself_have_no_proofs(service):
    for owner in (bytes([9]) * 32, service.world.facts.exchange):
        body = await service.get(f"{SOLVENCY}?user={to_base58(owner)}")
        assert body["proofs"] == []


async def test_the_reconciler_is_preferred_to_the_node(service):
    service.context.vaults.known = {1: SEED + 5, 2: None}.get
    body = await service.get(SOLVENCY)
    assert (body["vaultBalance"], body["difference"]) == (str(SEED + 5), "5")
    assert body["tokenVaultBalance"] == "0"
