"""What does a quote cost, and what a trade?

`python -m bench.engine [COMMANDS]` builds one exchange with 46 markets and 1,000 margin accounts
that hold three positions each, and measures in one run: a modify-position quote from Python, trades
applied in batches without the GIL, with their events and as a replay without them, and one turn of
a loop in C that adds Python integers (`loop`), to which quote and trade are set in ratio. It prints
one JSON line; times are of the processor, the hash is of the state after the batches and the same
in every run.

Instructions: callgrind with `--toggle-collect=__pyx_f_6engine_4core_5perps_6quotes_quote_trade`
on the same program counts a quote, with `..._8dispatch_apply_records` it counts the commands.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from bench._arguments import Number, numbers
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

E6, E8 = 10**6, 10**8
MARKETS = 46
ACCOUNTS = 1_000
POSITIONS = 3
COMMANDS = 200_000
COMMANDS_MAX = 5_000_000
ROUNDS = 10  # the fastest counts: the machine is shared
MARGIN_E6 = 10**5 * E6
CHUNK = 1_000
PER_SECOND = 1_000  # commands of one engine second
START_S = 20_000 * 86_400 + 43_200
OPERATOR = b"O" * 32


def wallet(number: int) -> bytes:
    """Return the address of a trader."""
    return (number + 1).to_bytes(32, "little")


class Stream:
    """Numbers commands and gives each user command its place on the chain."""

    def __init__(self) -> None:
        self.seq = 0
        self.slot = 1
        self.now_s = START_S
        self.nonces: dict[bytes, int] = {}

    def record(self, command: m.Command) -> bytes:
        """Return the command as the journal stores it."""
        self.seq += 1
        return m.encode(replace(command, seq=self.seq, time_s=self.now_s))

    def user(self, kind: type, user: bytes, attached_e6: int = 0, **fields: object) -> bytes:
        """Return a chain command's record."""
        self.slot += 1
        self.nonces[user] = self.nonces.get(user, 0) + 1
        return self.record(
            kind(
                user=user,
                slot=self.slot,
                expires_slot=self.slot,
                nonce=self.nonces[user],
                attached_e6=attached_e6,
                attached_mint=1 if attached_e6 else 0,
                **fields,
            )
        )


def trade(stream: Stream, account: int, market: int, size_e6: int) -> bytes:
    """Return a modify-position record at any price."""
    return stream.user(
        m.ModifyPosition,
        wallet(account),
        owner=wallet(account),
        account_id=0,
        market_id=market + 1,
        size_e6=size_e6,
        limit_e8=10**13 if size_e6 > 0 else 1,
    )


def build(stream: Stream) -> Exchange:
    """Return an exchange with its markets, liquidity and positions."""
    exchange = Exchange()
    of_exchange = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
    of_market = {p.name: p.default or 0 for p in MARKET_PARAMETERS}
    of_market |= {"skew_scale_e6": 2 * 10**14, "max_side_size_e6": 10**13}
    records = [
        stream.record(m.CreateExchange(operator=OPERATOR, exchange=b"E" * 32, **of_exchange))
    ]
    for market in range(MARKETS):
        create = m.CreateMarket(
            operator=OPERATOR,
            symbol=f"CITY-{market}",
            name=f"City {market}",
            country="US",
            category="city",
            metric="sqft",
            price_feed=f"index:CITY-{market}",
            price_e8=(100 + 7 * market) * E8,
            published_at_s=START_S - 43_200,
            **of_market,
        )
        records.append(stream.record(create))
    liquidity = 10**9 * E6
    records.append(stream.user(m.AddLiquidity, wallet(ACCOUNTS), liquidity, amount_e6=liquidity))
    records += [
        stream.user(
            m.CreateMarginAccount, wallet(number), MARGIN_E6, account_id=0, amount_e6=MARGIN_E6
        )
        for number in range(ACCOUNTS)
    ]
    exchange.apply_batch(b"".join(records))
    stream.now_s += 600  # past the window after the first prints
    opening = [
        trade(stream, account, (account + 5 * place) % MARKETS, E6 if place % 2 else -E6)
        for account in range(ACCOUNTS)
        for place in range(POSITIONS)
    ]
    exchange.apply_batch(b"".join(opening))
    return exchange


def trades(stream: Stream, count: int) -> list[bytes]:
    """Return increases and decreases of held positions that all execute."""
    records = []
    for number in range(count):
        account, turn = number % ACCOUNTS, number // ACCOUNTS
        place = turn // 2 % POSITIONS
        sign = 1 if (place % 2 == 1) == (turn % 2 == 0) else -1
        if number % PER_SECOND == 0:
            stream.now_s += 1
        records.append(trade(stream, account, (account + 5 * place) % MARKETS, sign * E6 // 2))
    return records


def fastest(call: Callable[[Any], object], rounds: Sequence[Iterable[Any]]) -> float:
    """Return the processor time of one call, from the fastest round."""
    means = []
    for arguments in rounds:
        count = 0
        begin = time.process_time()
        for argument in arguments:
            call(argument)
            count += 1
        means.append((time.process_time() - begin) / count)
    return min(means)


def measure(commands: int) -> dict[str, object]:
    """Return what a quote and a command cost."""
    stream = Stream()
    exchange = build(stream)
    records = trades(stream, commands)
    parts = [b"".join(records[at : at + CHUNK]) for at in range(0, commands, CHUNK)]
    size = len(parts) // (2 * ROUNDS)
    sections = [parts[at * size : (at + 1) * size] for at in range(2 * ROUNDS)]
    owner = wallet(7)
    market = 7 % MARKETS + 1
    now_s = exchange.now_s
    quote_s = fastest(
        lambda size: exchange.quote_modify_position(owner, 0, market, E6 + size, now_s),
        [range(2_000)] * ROUNDS,
    )
    batch_s = fastest(exchange.apply_batch, sections[:ROUNDS]) / CHUNK
    replay_s = fastest(exchange.replay_batch, sections[ROUNDS:]) / CHUNK
    loop_s = fastest(sum, [[range(100_000)] * 10] * ROUNDS) / 100_000
    return {
        "bench": "engine",
        "commands": commands,
        "quote_us": round(quote_s * 1e6, 2),
        "apply_ns": round(batch_s * 1e9),
        "applied_millions_a_second": round(1e-6 / batch_s, 2),
        "replayed_millions_a_second": round(1e-6 / replay_s, 2),
        "quote_to_loop": round(quote_s / loop_s, 1),
        "apply_to_loop": round(batch_s / loop_s, 1),
        "hash": exchange.state_hash().hex()[:16],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (commands,) = numbers(
        "engine", arguments, Number("COMMANDS", COMMANDS, 2 * CHUNK * ROUNDS, COMMANDS_MAX)
    )
    sys.stdout.write(json.dumps(measure(commands)) + "\n")


if __name__ == "__main__":
    main()
