"""A second opinion on memos: the grammar of the rules as regular expressions, written by hand.

It shares nothing with `chain.commands.memo`; the two must accept the same texts, byte for byte.
"""

import re

U32 = 2**32 - 1
U64 = 2**64 - 1
I64 = 2**63 - 1
NONCE = 2**53
_INT = r"(?:0|[1-9][0-9]*)"
_D6 = rf"{_INT}\.[0-9]{{6}}"
_D8 = rf"{_INT}\.[0-9]{{8}}"
_SYMBOL = r"[A-Z0-9-]{2,12}"
_WORD = r"[1-9A-HJ-NP-Za-km-z]{32,44}"
_TIME = (
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"
)
_NAME = r"[!-~](?:[ -~]{0,30}[!-~])?"

_TERMS = (
    rf"(\nsize [+-]{_D6})?(\ntrigger {_D8})?(\ntrail {_D6})?(\nworst-price {_D8})?\nuntil {_TIME}"
)
_LINES = {
    "create-margin-account": rf"account {_INT}(\nname {_NAME})?(\namount {_D6})?",
    "close-margin-account": rf"account {_INT}",
    "deposit-margin": rf"(owner {_WORD}\n)?account {_INT}\namount {_D6}",
    "withdraw-margin": rf"account {_INT}\namount {_D6}(\ntip {_D6})?",
    "modify-position": (
        rf"(owner {_WORD}\n)?account {_INT}\nmarket {_SYMBOL}\nsize [+-]{_D6}\nlimit {_D8}"
        rf"(\nstop {_D8})?(\ntarget {_D8})?"
    ),
    "close-position": (
        rf"(owner {_WORD}\n)?account {_INT}\nmarket {_SYMBOL}(\nsize \+{_D6})?\nlimit {_D8}"
    ),
    "modify-positions": (
        rf"(owner {_WORD}\n)?account {_INT}(\nleg {_SYMBOL} [+-]{_D6} limit {_D8}){{2,8}}"
    ),
    "place-perp-order": (
        rf"(owner {_WORD}\n)?account {_INT}\nmarket {_SYMBOL}"
        r"\nfill (at-next-price-update|at-limit|at-stop|at-take-profit|at-trailing-stop)"
        r"(\ntrigger-by market-price)?(\nreduce-only yes)?(\nwhole-position yes)?"
        rf"{_TERMS}(\ngroup {_INT})?(\nstop {_D8})?(\ntarget {_D8})?"
    ),
    "amend-perp-order": rf"(owner {_WORD}\n)?account {_INT}\norder {_INT}{_TERMS}",
    "cancel-perp-order": rf"(owner {_WORD}\n)?account {_INT}\norder {_INT}",
    "cancel-perp-orders": rf"(owner {_WORD}\n)?account {_INT}(\nmarket {_SYMBOL})?",
    "set-delegate": (
        rf"delegate (none|{_WORD})(\nuntil {_TIME})?(\nnotional-per-day {_D6})?"
        rf"(\nmarkets {_SYMBOL}(,{_SYMBOL}){{0,7}})?"
    ),
    "liquidate": rf"owner {_WORD}\naccount {_INT}(\nfee-account {_INT})?",
    "add-liquidity": rf"amount {_D6}",
    "remove-liquidity": rf"position {_INT}\nshares {_D6}(\ntip {_D6})?",
    "close-lp-position": rf"position {_INT}",
    "upgrade-lp-account": "",
    "process-settlement-requests": rf"(owner {_WORD}\n)?requests {_INT}(,{_INT}){{0,7}}",
    "claim-deposit": rf"deposit {_INT}",
    "stake-create": "",
    "stake": rf"amount {_D6}(\ncreate-account yes)?",
    "unstake": rf"amount {_D6}",
    "stake-withdraw": rf"amount {_D6}",
}
_TEXTS = {
    name: re.compile(
        rf"Acre v1 localnet\n{name}\n{lines}{chr(10) if lines else ''}"
        rf"nonce {_INT}\nexpires {_INT}".encode()
    )
    for name, lines in _LINES.items()
}
_LIMITS = {
    b"account": U32,
    b"fee-account": U32,
    b"position": U64,
    b"deposit": U64,
    b"nonce": NONCE,
    b"expires": U64,
    b"amount": I64,
    b"tip": I64,
    b"shares": I64,
    b"size": I64,
    b"limit": I64,
    b"notional-per-day": I64,
    b"order": U64,
    b"group": U32,
    b"trigger": I64,
    b"trail": I64,
    b"worst-price": I64,
    b"stop": I64,
    b"target": I64,
}
_NOT_ZERO = {
    "create-margin-account": b"amount",
    "withdraw-margin": b"tip",
    "set-delegate": b"notional-per-day",
    "remove-liquidity": b"tip",
}
_NEVER_ZERO = {b"group", b"trigger", b"trail", b"worst-price", b"stop", b"target"}
_ALPHABET = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def is_command(data: bytes) -> bool:
    """Tell whether the bytes are the one spelling of a command."""
    lines = data.split(b"\n")
    name = lines[1].decode("latin-1") if len(lines) > 1 else ""
    if name not in _TEXTS or _TEXTS[name].fullmatch(data) is None:
        return False
    return all(_is_good(name, *line.split(b" ", 1)) for line in lines[2:])


def _is_good(command: str, name: bytes, value: bytes) -> bool:
    if name in {b"owner", b"delegate"}:
        return value == b"none" or _is_address(value, is_zero_good=name == b"owner")
    if name == b"requests":
        return all(int(number) <= U64 for number in value.split(b","))
    if name == b"markets":
        symbols = value.split(b",")
        return sorted(set(symbols)) == symbols
    if name == b"until":
        return _is_time(value)
    if name == b"leg":
        _, size, _, limit = value.split(b" ")
        return int(limit.replace(b".", b"")) <= I64 and _is_good("modify-position", b"size", size)
    if name not in _LIMITS:
        return True
    number = int(value.lstrip(b"+-").replace(b".", b""))
    if name in _NEVER_ZERO and number == 0:
        return False
    if command in _NOT_ZERO and name == _NOT_ZERO[command] and number == 0:
        return False
    if name == b"size" and number == 0:
        return command == "modify-position" and value.startswith(b"+")
    return number <= _LIMITS[name]


def _is_time(text: bytes) -> bool:
    """Tell whether a date of the right form exists, after 1970 began."""
    year, month, day = (int(part) for part in text[:10].split(b"-"))
    days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
        days[1] = 29
    return day <= days[month - 1] and year >= 1970 and text != b"1970-01-01T00:00:00Z"


def _is_address(text: bytes, *, is_zero_good: bool) -> bool:
    number = 0
    for letter in text:
        number = number * 58 + _ALPHABET.index(letter)
    zeros = len(text) - len(text.lstrip(b"1"))
    length = zeros + (number.bit_length() + 7) // 8
    return length == 32 and (is_zero_good or number > 0)
