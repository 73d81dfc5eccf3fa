"""Supply and largest holders, against sums over the accounts themselves."""

import pytest
from solana.rpc.async_api import AsyncClient
from solana.rpc.models import TokenAccountOpts
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from spl.token.constants import TOKEN_PROGRAM_ID
from spl.token.instructions import approve, revoke
from spl.token.models import ApproveParams, RevokeParams

from chain.node.limits import AIRDROP_BANK_LAMPORTS
from chain.node.server.server import NodeServer
from chain.node.state import bank as bank_module
from tests.chain.node.test_forks import fork, slot_of
from tests.chain.node.waiting import settled
from tests.chain.node.wallet import SOL, Wallet, rpc

FEE = 5_000


async def supply(node: NodeServer, **config: object) -> dict[str, object]:
    answer = await rpc(node.url, "getSupply", config)
    return answer["result"]["value"]


async def test_the_supply_is_the_sum_of_all_accounts_and_loses_the_fees(
    wallet: Wallet, client: AsyncClient
) -> None:
    node = wallet.node
    first = await supply(node)
    assert first["total"] == AIRDROP_BANK_LAMPORTS - FEE  # of the airdrop
    assert first["circulating"] == 10 * SOL
    assert first["nonCirculatingAccounts"] == [str(node.ledger.airdrop_keypair.pubkey())]
    await wallet.create_mint()
    await wallet.send([wallet.pay(Pubkey.new_unique(), SOL)])
    failing = wallet.pay(Pubkey.new_unique(), 100 * SOL)
    await wallet.send([failing], skip_preflight=True)  # pays its fee
    second = await supply(node, excludeNonCirculatingAccountsList=True)
    slot = node.ledger.confirmed_slot
    held = [account.lamports for _, account in node.ledger.bank.all_accounts(slot)]
    assert second["total"] == sum(held)
    assert second["total"] == first["total"] - 4 * FEE  # two of them with two signatures
    assert second["circulating"] + second["nonCirculating"] == second["total"]
    assert second["nonCirculatingAccounts"] == []


async def test_the_supply_of_an_earlier_commitment_does_not_have_later_fees(
    wallet: Wallet,
) -> None:
    node = wallet.node
    await rpc(node.url, "acreFault", {"delayFinalitySlots": 10_000})
    finalized = await supply(node, commitment="finalized")
    await wallet.send([wallet.pay(Pubkey.new_unique(), SOL)])
    assert await supply(node, commitment="finalized") == finalized
    confirmed = await supply(node)
    assert confirmed["total"] == node.ledger.bank.supply(node.ledger.finalized_slot) - 2 * FEE


async def test_a_fork_and_a_restart_give_the_supply_back(
    wallet: Wallet, tmp_path, client: AsyncClient
) -> None:
    node = wallet.node
    await rpc(node.url, "acreFault", {"delayFinalitySlots": 10_000})
    before = await supply(node)
    gone = await wallet.post(await wallet.sign([wallet.pay(Pubkey.new_unique(), SOL)]))
    await settled(node, bytes(gone))
    assert await supply(node) != before
    await fork(node, slot_of(node, gone) - 1)
    assert await supply(node) == before
    await node.stop()
    again = await NodeServer.start(tmp_path / "chain", slot_ms=20, faults=True)
    assert await supply(again) == before
    await again.stop()


async def test_the_largest_accounts_come_first(wallet: Wallet, client: AsyncClient) -> None:
    small, large = Pubkey.new_unique(), Pubkey.new_unique()
    await wallet.send([wallet.pay(small, SOL), wallet.pay(large, 3 * SOL)])
    node = wallet.node
    everyone = (await rpc(node.url, "getLargestAccounts", {}))["result"]["value"]
    amounts = [one["lamports"] for one in everyone]
    assert amounts == sorted(amounts, reverse=True)
    airdrop = str(node.ledger.airdrop_keypair.pubkey())
    assert everyone[0]["address"] == airdrop
    by_filter = {
        name: (await rpc(node.url, "getLargestAccounts", {"filter": name}))["result"]["value"]
        for name in ("circulating", "nonCirculating")
    }
    assert by_filter["nonCirculating"] == everyone[:1]
    assert by_filter["circulating"] == everyone[1:]
    assert [one["address"] for one in everyone[1:4]] == [
        str(wallet.address),
        str(large),
        str(small),
    ]
    assert (await rpc(node.url, "getLargestAccounts", {"filter": "all"}))["error"]["code"] == -32602


async def test_the_scan_of_all_accounts_is_bounded(
    wallet: Wallet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bank_module, "SCANNED_ACCOUNTS_MAX", 1)
    answer = await rpc(wallet.node.url, "getLargestAccounts", {})
    assert answer["error"]["code"] == -32602


async def test_the_largest_token_accounts_are_of_one_mint(
    wallet: Wallet, client: AsyncClient
) -> None:
    mint, other = await wallet.create_mint(), await wallet.create_mint()
    owners = [Keypair().pubkey() for _ in range(22)]
    accounts = [
        await wallet.mint_tokens(mint, owner, 1_000_000 * (1 + number % 5))
        for number, owner in enumerate(owners)
    ]
    await wallet.mint_tokens(other, wallet.address, 10**12)
    held = sorted(
        ((1_000_000 * (1 + number % 5), account) for number, account in enumerate(accounts)),
        key=lambda one: (-one[0], bytes(one[1])),
    )
    answer = (await client.get_token_largest_accounts(mint)).value
    assert [(int(one.amount.amount), one.address) for one in answer] == held[:20]
    assert answer[0].amount.ui_amount_string == "5"
    for wrong in (wallet.address, accounts[0]):
        refused = await rpc(wallet.node.url, "getTokenLargestAccounts", str(wrong))
        assert refused["error"]["code"] == -32602


async def test_token_accounts_are_found_by_their_delegate(
    wallet: Wallet, client: AsyncClient
) -> None:
    mint, other = await wallet.create_mint(), await wallet.create_mint()
    account = await wallet.mint_tokens(mint, wallet.address, 7)
    another = await wallet.mint_tokens(other, wallet.address, 7)
    delegate = Keypair().pubkey()

    def allow(source: Pubkey):
        return approve(
            ApproveParams(
                program_id=TOKEN_PROGRAM_ID,
                source=source,
                delegate=delegate,
                owner=wallet.address,
                amount=3,
            )
        )

    async def found(options: TokenAccountOpts) -> set[Pubkey]:
        answer = await client.get_token_accounts_by_delegate(delegate, options)
        return {one.pubkey for one in answer.value}

    of_mint, of_program = TokenAccountOpts(mint=mint), TokenAccountOpts(program_id=TOKEN_PROGRAM_ID)
    assert await found(of_program) == set()
    await wallet.send([allow(account), allow(another)])
    assert await found(of_mint) == {account}
    assert await found(of_program) == {account, another}
    taken_back = RevokeParams(program_id=TOKEN_PROGRAM_ID, account=another, owner=wallet.address)
    await wallet.send([revoke(taken_back)])
    assert await found(of_program) == {account}
    assert await found(TokenAccountOpts(mint=other)) == set()
    node = wallet.node
    for selector in ({}, {"mint": str(delegate)}, {"programId": str(delegate)}, {"mint": 5}):
        refused = await rpc(node.url, "getTokenAccountsByDelegate", str(delegate), selector)
        assert refused["error"]["code"] == -32602
