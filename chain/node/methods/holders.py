"""RPC methods about who holds most, and about all that there is."""

from collections.abc import Callable

from solders.pubkey import Pubkey

from chain.node.encoding.meta import Json
from chain.node.encoding.tokens import read_mint, read_token_account, ui_amount
from chain.node.errors import invalid_params
from chain.node.limits import LARGEST_ACCOUNTS
from chain.node.methods.context import context_slot, with_context
from chain.node.methods.params import Params
from chain.node.state.ledger import Ledger

_FILTERS = ("circulating", "nonCirculating")


def get_supply(ledger: Ledger, params: Params) -> object:
    """Answer getSupply: what the airdrop account still has does not circulate."""
    config = params.config(0)
    excludes_list = config.flag("excludeNonCirculatingAccountsList", False)
    slot = context_slot(ledger, config)
    airdrop = ledger.airdrop_keypair.pubkey()
    account = ledger.bank.read(airdrop, slot)
    total, rest = ledger.bank.supply(slot), 0 if account is None else account.lamports
    value = {
        "total": total,
        "circulating": total - rest,
        "nonCirculating": rest,
        "nonCirculatingAccounts": [] if excludes_list else [str(airdrop)],
    }
    return with_context(slot, value)


def get_largest_accounts(ledger: Ledger, params: Params) -> object:
    """Answer getLargestAccounts, largest first."""
    config = params.config(0)
    wanted = config.text("filter", "", _FILTERS)
    slot = context_slot(ledger, config)
    airdrop = ledger.airdrop_keypair.pubkey()
    held = [
        (account.lamports, address)
        for address, account in ledger.bank.all_accounts(slot)
        if not wanted or (address == airdrop) == (wanted == "nonCirculating")
    ]
    value = [
        {"lamports": lamports, "address": str(address)} for lamports, address in _largest(held)
    ]
    return with_context(slot, value)


def get_token_largest_accounts(ledger: Ledger, params: Params) -> object:
    """Answer getTokenLargestAccounts, largest first."""
    address = params.address(0, "mint")
    slot = context_slot(ledger, params.config(1))
    account = ledger.bank.read(address, slot)
    mint = None if account is None else read_mint(account)
    if account is None or mint is None:
        raise invalid_params("not a Token mint")
    held = [
        (holding.amount, holder)
        for holder, token_account in ledger.bank.owned_by(account.owner, slot, mint=address)
        if (holding := read_token_account(token_account)) is not None
    ]
    value: list[Json] = [
        {"address": str(holder), **ui_amount(amount, mint.decimals)}
        for amount, holder in _largest(held)
    ]
    return with_context(slot, value)


def _largest(held: list[tuple[int, Pubkey]]) -> list[tuple[int, Pubkey]]:
    """Return the largest amounts, equal ones by address."""
    return sorted(held, key=lambda one: (-one[0], bytes(one[1])))[:LARGEST_ACCOUNTS]


METHODS: dict[str, Callable[[Ledger, Params], object]] = {
    "getLargestAccounts": get_largest_accounts,
    "getSupply": get_supply,
    "getTokenLargestAccounts": get_token_largest_accounts,
}
