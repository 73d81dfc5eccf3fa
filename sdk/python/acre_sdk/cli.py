"""`acre-trade`: trading from a shell, as tables or with `--json`, by a key file."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import msgspec
from solders.keypair import Keypair

from acre_sdk.amounts import PRICE, SIZE, decimal_of
from acre_sdk.errors import AcreError
from acre_sdk.keys import load_key, load_or_create_key
from acre_sdk.results import Result, plain
from acre_sdk.sync import Client
from acre_sdk.trading.venue import Venue

URL: Final = "http://127.0.0.1:8080"
CELL_MAX: Final = 100
ERROR_MAX: Final = 500
EXIT_REFUSED: Final = 1
EXIT_INTERRUPTED: Final = 130
_WITHOUT_KEY: Final = ("markets", "stream")  # channels of the wallet ask for its key
_NEWCOMERS: Final = "faucet"  # makes the key file that the others need
Row = Mapping[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parsed = _parser().parse_args(arguments)
    try:
        key = _key(parsed)
        venue = Venue(chain=parsed.chain)
        with Client(parsed.url, key, owner=parsed.owner, rpc=parsed.rpc, venue=venue) as client:
            _print(parsed.act(client, parsed), is_json=parsed.json)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the output has gone
        return EXIT_REFUSED
    except (AcreError, OSError, RuntimeError, ValueError) as error:
        print(f"acre-trade: {_line(str(error))[:ERROR_MAX]}", file=sys.stderr)
        return EXIT_REFUSED
    return 0


def _key(parsed: argparse.Namespace) -> Keypair:
    path = parsed.key if parsed.key is not None else os.environ.get("ACRE_KEY")
    if path is None:
        is_public = parsed.command in _WITHOUT_KEY and not _is_private(parsed)
        if is_public:
            return Keypair()
        raise ValueError("name a key file by --key or ACRE_KEY")
    file = Path(path).expanduser()
    if parsed.command == _NEWCOMERS:
        return load_or_create_key(file)
    if not file.exists():
        raise ValueError(f"there is no key file {file}; `acre-trade faucet` makes one")
    return load_key(file)


def _is_private(parsed: argparse.Namespace) -> bool:
    return "user" in getattr(parsed, "channels", ())


# what is printed


def _print(rows: Iterable[Row] | Row, *, is_json: bool) -> None:
    if is_json:
        for row in [rows] if isinstance(rows, Mapping) else rows:
            print(msgspec.json.encode(row).decode(), flush=True)
    elif isinstance(rows, Mapping):
        width = max(map(len, rows), default=0)
        for name, value in rows.items():
            print(f"{name.ljust(width)}  {_shown(value)}")
    elif isinstance(rows, list):
        _print_table(rows)
    else:
        for row in rows:
            print("  ".join(_shown(value) for value in row.values()), flush=True)


def _print_table(rows: Sequence[Row]) -> None:
    if not rows:
        print("There are none.")
        return
    table = [list(rows[0]), *([_shown(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    numeric = [isinstance(value, (int, Decimal)) for value in rows[0].values()]
    for line in table:
        cells = [
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(line, widths, numeric, strict=True)
        ]
        print("  ".join(cells).rstrip())


def _shown(value: object) -> str:
    """Return a value as a cell: one line, without characters that move a terminal."""
    if value is None:
        return "-"
    text = f"{value:f}" if isinstance(value, Decimal) else str(value)
    return _line(text)[:CELL_MAX]


def _line(text: str) -> str:
    return "".join(one if one.isprintable() else " " for one in text)


# the commands


def _markets(client: Client, _parsed: argparse.Namespace) -> list[Row]:
    return [
        {
            "symbol": row.metadata.symbol,
            "name": row.metadata.name,
            "index": decimal_of(row.index_price, PRICE),
            "price": decimal_of(row.market_price, PRICE),
            "funding_rate": row.funding_rate,
            "leverage_max": row.max_leverage_multiple,
            "paused": row.paused,
        }
        for row in client.perps.markets()
    ]


def _quote(client: Client, parsed: argparse.Namespace) -> Row:
    return _fields(
        client.perps.quote(
            parsed.symbol,
            parsed.side,
            notional=parsed.notional,
            size=parsed.size,
            account=parsed.account,
        )
    )


def _open(client: Client, parsed: argparse.Namespace) -> Row:
    return _fields(
        client.perps.open(
            parsed.symbol,
            parsed.side,
            notional=parsed.notional,
            size=parsed.size,
            leverage=parsed.leverage,
            slippage=parsed.slippage,
            stop=parsed.stop,
            target=parsed.target,
            account=parsed.account,
        )
    )


def _close(client: Client, parsed: argparse.Namespace) -> Row:
    return _fields(
        client.perps.close(
            parsed.symbol, size=parsed.size, slippage=parsed.slippage, account=parsed.account
        )
    )


def _positions(client: Client, _parsed: argparse.Namespace) -> list[Row]:
    return [_fields(row) for row in client.perps.positions()]


def _deposit(client: Client, parsed: argparse.Namespace) -> Row:
    if parsed.account is None and not client.margin.accounts():
        return _fields(client.margin.create(parsed.amount))
    return _fields(client.margin.deposit(parsed.amount, account=parsed.account))


def _withdraw(client: Client, parsed: argparse.Namespace) -> Row:
    return _fields(client.margin.withdraw(parsed.amount, account=parsed.account))


def _orders(client: Client, _parsed: argparse.Namespace) -> list[Row]:
    symbols = {row.id: row.metadata.symbol for row in client.perps.markets()}
    return [
        {
            "order": row.order_id,
            "account": row.margin_account_id,
            "symbol": symbols.get(row.market_id),
            "type": row.order_type,
            "side": row.side,
            "size": None if row.whole_position else decimal_of(row.size, SIZE),
            "trigger": None if row.trigger_price is None else decimal_of(row.trigger_price, PRICE),
            "expires_at": row.expires_at,
        }
        for row in client.perps.orders()
    ]


def _cancel(client: Client, parsed: argparse.Namespace) -> Row:
    return _fields(client.perps.cancel(parsed.order, account=parsed.account))


def _balances(client: Client, _parsed: argparse.Namespace) -> Row:
    return {"address": client.address, **_fields(client.balances())}


def _faucet(client: Client, _parsed: argparse.Namespace) -> Row:
    client.faucet()
    return _balances(client, _parsed)


def _stream(client: Client, parsed: argparse.Namespace) -> Iterable[Row]:
    for message in client.messages(*parsed.channels):
        data = message.data if parsed.json else msgspec.json.encode(message.data).decode()
        yield {"kind": message.kind, "channel": message.channel, "data": data}


def _fields(result: Result) -> dict[str, Any]:
    return plain(result)


# the command line

Act = Callable[[Client, argparse.Namespace], Any]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="acre-trade", description=__doc__)
    url = os.environ.get("ACRE_URL", URL)
    parser.add_argument("--url", default=url, help="the server; ACRE_URL, else %(default)s")
    parser.add_argument("--key", help="a Solana key file; else ACRE_KEY names it")
    parser.add_argument("--owner", help="trade as this wallet's delegate")
    parser.add_argument("--rpc", help="a chain node of your own; else the server's")
    parser.add_argument("--chain", choices=("mainnet", "devnet", "testnet", "localnet"))
    parser.add_argument("--json", action="store_true", help="a JSON object a line")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, act: Act, text: str, *words: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(act=act)
        for word in words:
            made.add_argument(word, **_ARGUMENTS[word])
        return made

    amounts = ("--notional", "--size", "--account")
    command("markets", _markets, "the markets as they are now")
    command("quote", _quote, "what an order would do now", "symbol", "side", *amounts)
    command(
        "open", _open, "open or change a position now", "symbol", "side", *amounts,
        "--leverage", "--slippage", "--stop", "--target",
    )  # fmt: skip
    command("close", _close, "close a position", "symbol", "--size", "--slippage", "--account")
    command("positions", _positions, "the positions of all accounts")
    command(_NEWCOMERS, _faucet, "test money, and a key file where there is none; local only")
    command("balances", _balances, "what the wallet holds on the chain")
    command("deposit", _deposit, "move collateral to an account", "amount", "--account")
    command("withdraw", _withdraw, "ask for collateral back", "amount", "--account")
    command("orders", _orders, "the orders that wait")
    command("cancel", _cancel, "cancel a waiting order", "order", "--account")
    command("stream", _stream, "live data until Ctrl-C", "channels")
    return parser


_ARGUMENTS: Final[dict[str, dict[str, Any]]] = {
    "symbol": {"help": "of the market"},
    "side": {"choices": ("long", "short")},
    "amount": {"help": "of collateral"},
    "order": {"type": int, "help": "its number"},
    "channels": {"nargs": "+", "help": "markets, trades, market:1, orderBook:7, user, …"},
    "--notional": {"help": "amount of collateral at the index"},
    "--size": {"help": "units of the market"},
    "--account": {"type": int, "help": "margin account; else the lowest open one"},
    "--leverage": {"help": "deposit what the account lacks for it"},
    "--slippage": {"default": "0.01", "help": "rate from the quote; %(default)s"},
    "--stop": {"help": "price that closes the position at a loss"},
    "--target": {"help": "price that closes the position at a profit"},
}

if __name__ == "__main__":
    sys.exit(main())
