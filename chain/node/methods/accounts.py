"""RPC methods about accounts and tokens."""

from collections.abc import Callable
from functools import partial

import orjson
from solders.account import Account
from solders.pubkey import Pubkey

from chain.node.encoding.accounts import AccountFormat, ReadAccount, encode_account
from chain.node.encoding.meta import Json
from chain.node.encoding.tokens import (
    TOKEN_PROGRAMS,
    read_mint,
    read_token_account,
    ui_amount,
)
from chain.node.errors import invalid_params
from chain.node.limits import ACCOUNTS_PER_CALL_MAX
from chain.node.methods.account_filters import AccountFilter, key_filters, read_filters
from chain.node.methods.answer_budget import AnswerBudget
from chain.node.methods.context import context_slot, with_context
from chain.node.methods.params import Config, Params, read_address
from chain.node.server.turns import Sliced
from chain.node.state.ledger import Ledger

Encoding = tuple[AccountFormat, AnswerBudget]


def get_balance(ledger: Ledger, params: Params) -> object:
    """Answer getBalance."""
    address = params.address(0, "address")
    slot = context_slot(ledger, params.config(1))
    account = ledger.bank.read(address, slot)
    return with_context(slot, 0 if account is None else account.lamports)


def get_account_info(ledger: Ledger, params: Params) -> object:
    """Answer getAccountInfo."""
    address = params.address(0, "address")
    config = params.config(1)
    form = AccountFormat.of(config)
    slot = context_slot(ledger, config)
    return with_context(slot, _encoded(ledger, address, slot, (form, AnswerBudget())))


def get_multiple_accounts(ledger: Ledger, params: Params) -> object:
    """Answer getMultipleAccounts; an address that comes again is encoded once."""
    texts = params.texts(0, "addresses", ACCOUNTS_PER_CALL_MAX)
    addresses = [read_address(text, "address") for text in texts]
    config = params.config(1)
    how = (AccountFormat.of(config), AnswerBudget())
    slot = context_slot(ledger, config)
    accounts = ledger.bank.read_several(addresses, slot)
    return _several(ledger, (addresses, accounts), slot, how)


def _several(
    ledger: Ledger,
    asked: tuple[list[Pubkey], dict[Pubkey, Account | None]],
    slot: int,
    how: Encoding,
) -> Sliced:
    addresses, accounts = asked
    rows: dict[Pubkey, orjson.Fragment | None] = {}
    sizes: dict[Pubkey, int] = {}
    for address in addresses:
        if address in rows:
            how[1].write(sizes[address])
            continue
        account = accounts[address]
        row = b"null" if account is None else _row(ledger, account, slot, how)
        rows[address], sizes[address] = orjson.Fragment(row), len(row)
        yield
    return with_context(slot, [rows[address] for address in addresses])


def get_program_accounts(ledger: Ledger, params: Params) -> object:
    """Answer getProgramAccounts with the filters dataSize, memcmp and tokenAccountState."""
    program = params.address(0, "program")
    config = params.config(1)
    filters = read_filters(config)
    how = (AccountFormat.of(config), AnswerBudget())
    has_context = config.flag("withContext", False)
    slot = context_slot(ledger, config)
    found = ledger.bank.owned_by(program, slot, *key_filters(filters))
    return _program(ledger, (found, slot, has_context), filters, how)


def _program(
    ledger: Ledger,
    scan: tuple[list[tuple[Pubkey, Account]], int, bool],
    filters: tuple[AccountFilter, ...],
    how: Encoding,
) -> Sliced:
    found, slot, has_context = scan
    rows: list[object] = []
    for address, account in found:
        if _passes(account, filters, how[1]):
            rows.append(_keyed(ledger, (address, account), slot, how))
        yield
    return with_context(slot, rows) if has_context else rows


def _passes(account: Account, filters: tuple[AccountFilter, ...], budget: AnswerBudget) -> bool:
    if not filters:
        return True
    data = account.data
    budget.read(len(data))
    return all(condition.accepts(account, data) for condition in filters)


def get_token_account_balance(ledger: Ledger, params: Params) -> object:
    """Answer getTokenAccountBalance."""
    address = params.address(0, "token account")
    slot = context_slot(ledger, params.config(1))
    account = ledger.bank.read(address, slot)
    if account is None:
        raise invalid_params("could not find account")
    holding = read_token_account(account)
    mint_account = None if holding is None else ledger.bank.read(holding.mint, slot)
    mint = None if mint_account is None else read_mint(mint_account)
    if holding is None or mint is None:
        raise invalid_params("not a Token account")
    return with_context(slot, ui_amount(holding.amount, mint.decimals))


def get_token_accounts_by_owner(ledger: Ledger, params: Params) -> object:
    """Answer getTokenAccountsByOwner, selected by mint or by token program."""
    owner = params.address(0, "owner")
    selector = params.config(1)
    config = params.config(2)
    how = (AccountFormat.of(config), AnswerBudget())
    slot = context_slot(ledger, config)
    accepts = _token_selector(selector)
    return _held(ledger, ledger.bank.held_by(owner, slot), (accepts, slot), how)


def get_token_accounts_by_delegate(ledger: Ledger, params: Params) -> object:
    """Answer getTokenAccountsByDelegate, selected by mint or by token program."""
    delegate = params.address(0, "delegate")
    selector = params.config(1)
    config = params.config(2)
    how = (AccountFormat.of(config), AnswerBudget())
    slot = context_slot(ledger, config)
    is_selected = _token_selector(selector)

    def accepts(account: Account) -> bool:
        holding = read_token_account(account)
        return holding is not None and holding.delegate == delegate and is_selected(account)

    return _held(ledger, _token_accounts(ledger, selector, slot), (accepts, slot), how)


def _token_accounts(ledger: Ledger, selector: Config, slot: int) -> list[tuple[Pubkey, Account]]:
    """List the accounts of a mint, or of a token program, that a checked selector names."""
    mint_text = selector.get("mint")
    if not isinstance(mint_text, str):
        return ledger.bank.owned_by(read_address(selector.text("programId", ""), "programId"), slot)
    mint = read_address(mint_text, "mint")
    account = ledger.bank.read(mint, slot)
    if account is None or read_mint(account) is None:
        raise invalid_params("could not find mint")
    return ledger.bank.owned_by(account.owner, slot, mint=mint)


def _held(
    ledger: Ledger,
    found: list[tuple[Pubkey, Account]],
    scan: tuple[Callable[[Account], bool], int],
    how: Encoding,
) -> Sliced:
    accepts, slot = scan
    rows: list[object] = []
    for item in found:
        if accepts(item[1]):
            rows.append(_keyed(ledger, item, slot, how))
        yield
    return with_context(slot, rows)


def get_token_supply(ledger: Ledger, params: Params) -> object:
    """Answer getTokenSupply."""
    address = params.address(0, "mint")
    slot = context_slot(ledger, params.config(1))
    account = ledger.bank.read(address, slot)
    if account is None:
        raise invalid_params("could not find account")
    mint = read_mint(account)
    if mint is None:
        raise invalid_params("not a Token mint")
    return with_context(slot, ui_amount(mint.supply, mint.decimals))


def reader_at(ledger: Ledger, slot: int) -> ReadAccount:
    """Return a function that reads accounts as of a slot."""
    return partial(ledger.bank.read, slot=slot)


def _encoded(ledger: Ledger, address: Pubkey, slot: int, how: Encoding) -> Json | None:
    account = ledger.bank.read(address, slot)
    if account is None:
        return None
    return encode_account(account, how[0], reader_at(ledger, slot), how[1])


def _row(ledger: Ledger, account: Account, slot: int, how: Encoding) -> bytes:
    return orjson.dumps(encode_account(account, how[0], reader_at(ledger, slot), how[1]))


def _keyed(
    ledger: Ledger, item: tuple[Pubkey, Account], slot: int, how: Encoding
) -> orjson.Fragment:
    address, account = item
    row = _row(ledger, account, slot, how)
    return orjson.Fragment(b'{"pubkey":"%b","account":%b}' % (str(address).encode(), row))


def _token_selector(selector: Config) -> Callable[[Account], bool]:
    mint_text = selector.get("mint")
    program_text = selector.get("programId")
    if isinstance(mint_text, str):
        mint = read_address(mint_text, "mint")
        return lambda account: account.data[:32] == bytes(mint)
    if isinstance(program_text, str):
        program = read_address(program_text, "programId")
        if program not in TOKEN_PROGRAMS:
            raise invalid_params("unrecognized Token program id")
        return lambda account: account.owner == program
    raise invalid_params("parameter 2 must name a mint or a programId")


METHODS: dict[str, Callable[[Ledger, Params], object]] = {
    "getBalance": get_balance,
    "getAccountInfo": get_account_info,
    "getMultipleAccounts": get_multiple_accounts,
    "getProgramAccounts": get_program_accounts,
    "getTokenAccountBalance": get_token_account_balance,
    "getTokenAccountsByDelegate": get_token_accounts_by_delegate,
    "getTokenAccountsByOwner": get_token_accounts_by_owner,
    "getTokenSupply": get_token_supply,
}
