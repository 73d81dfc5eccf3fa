"""Vectors of markets without prints and of settle-market: `python -m tests.vectors.dead_market`.

The slow reference writes `dead-market-vectors.json`; the engine only reads it, in
`test_dead_market_vectors.py`. Amounts are exact decimal strings, times seconds from the start.
"""

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from engine.core.generated import messages as m
from tests.engine.core import test_against_reference as against_reference
from tests.reference.exchange import Reference
from tests.reference.rounding import DAY, E12
from tests.reference.world import START_S, create_exchange, create_market
from tests.vectors.written import document_of

FILE = Path(__file__).with_name("dead-market-vectors.json")
GENESIS = 2  # the exchange and its market
OPERATOR = b"o" * 32
EXPONENTS = {"e6": 6, "e8": 8, "e12": 12, "e18": 18}
Step = dict[str, Any]
# Round figures: no impact and no surcharge; fees and funding stay as they are by default.
RULES = {"skew_scale_e6": 0, "level_n": 0, "max_side_size_e6": 10**12, "entry_window_before_s": 0}
RULES |= {"oracle_max_age_s": DAY, "oracle_max_age_decrease_s": 7 * DAY, "entry_window_after_s": 0}
RULES |= {"max_side_notional_rate_e12": 10 * E12, "spread_rate_e12": 10**8, "n_fast": 30}
RULES |= {"s_ref_rate_e12": E12 // 10, "n_slow": 120}
EXCHANGE = {"net_exposure_cap_rate_e12": 10 * E12, "locked_open_interest_ratio_e12": 10**10}
EXCHANGE |= {"min_lp_duration_s": 60, "outflow_floor_e6": 10**15}
LP, LONG, SHORT, KEEPER = 9, 1, 2, 8


def decimal(value: int, exponent: int) -> str:
    whole, rest = divmod(abs(value), 10**exponent)
    text = f"{whole}.{rest:0{exponent}d}".rstrip("0").rstrip(".") if exponent else str(whole)
    return f"-{text}" if value < 0 else text


def shown(name: str, value: Any) -> tuple[str, Any]:
    """A field of a message by its name and value in the file."""
    stem, _, unit = name.rpartition("_")
    if unit in EXPONENTS:
        return stem, decimal(value, EXPONENTS[unit])
    return name, int.from_bytes(value, "big") if isinstance(value, bytes) else value


def event(row: tuple[Any, ...]) -> dict[str, Any]:
    """An event of the reference: kind and fields in their order."""
    names = [x.name for x in fields(getattr(m, row[0])) if x.name not in ("seq", "time_s")]
    return {"event": row[0], **dict(shown(*each) for each in zip(names, row[1:], strict=True))}


def command(step: Step, number: int) -> m.Command:
    """A step as a command; `number` makes nonce and slot."""
    values = {k: v for k, v in step.items() if k not in ("command", "at")}
    for name in ("user", "owner"):
        if name in values:
            values[name] = int(values[name]).to_bytes(32, "big")
    kind = getattr(m, step["command"])
    names = {x.name for x in fields(kind)}
    raws = {}
    for name, value in values.items():
        unit = next((u for u in EXPONENTS if f"{name}_{u}" in names), None)
        raws[f"{name}_{unit}" if unit else name] = parsed(value, EXPONENTS[unit]) if unit else value
    if kind is m.PostPrint:
        raws["published_at_s"] = START_S + step["at"]
    if "request_ids" in raws:
        raws["request_ids"] = tuple(raws["request_ids"])
    if "operator" in names:
        raws["operator"] = OPERATOR
    if "nonce" in names:
        raws |= {"nonce": number, "slot": number, "expires_slot": number + 150}
        if kind in (m.CreateMarginAccount, m.AddLiquidity, m.DepositMargin):
            raws |= {"attached_e6": raws["amount_e6"], "attached_mint": 1}
    return kind(seq=GENESIS + number, time_s=START_S + step["at"], **raws)


def parsed(text: str, exponent: int) -> int:
    whole, _, rest = text.lstrip("-").partition(".")
    value = int(whole + rest.ljust(exponent, "0"))
    return -value if text.startswith("-") else value


def genesis(prices: list[str], **changes: int) -> Iterator[m.Command]:
    """The exchange and a market for each price, all at the start."""
    yield replace(create_exchange(**EXCHANGE), seq=1)
    for number, price in enumerate(prices, 1):
        market = create_market(f"M{number}", parsed(price, 8), **(RULES | changes))
        yield replace(market, seq=number + 1)


# steps -------------------------------------------------------------------------------------------
def step(after: int, name: str, **values: Any) -> Step:
    return {"after": after, "command": name, **values}


def user(user_id: int, name: str, **values: Any) -> Step:
    return step(1, name, user=user_id, **values)


def opened(lp: str = "100000", margin: str = "2000", market_id: int = 1) -> list[Step]:
    """A pool, a long of 100 and a short of 60 at 100, on accounts of 2,000."""
    steps = [post(600, "100", market_id), user(LP, "AddLiquidity", amount=lp)]
    for who, size in ((LONG, "100"), (SHORT, "-60")):
        steps.append(user(who, "CreateMarginAccount", account_id=1, amount=margin))
        steps.append(trade(who, size, market_id))
    return [*steps, step(3_600, "Tick")]  # the liquidity is mature


def trade(who: int, size: str, market_id: int = 1) -> Step:
    limit = "1" if size.startswith("-") else "100000"
    values = {"owner": who, "account_id": 1, "market_id": market_id, "size": size, "limit": limit}
    return user(who, "ModifyPosition", **values)


def close(who: int, size: str, limit: str) -> Step:
    values = {"owner": who, "account_id": 1, "market_id": 1, "size": size, "limit": limit}
    return user(who, "ClosePosition", **values)


def post(after: int, price: str, market_id: int = 1) -> Step:
    """A print that is published when it is posted."""
    return step(after, "PostPrint", market_id=market_id, price=price)


def silence(seconds: int) -> Step:
    return step(seconds, "Tick")


def settle(price: str, limit: int = 256, market_id: int = 1) -> Step:
    return step(1, "SettleMarket", market_id=market_id, price=price, limit=limit)


def leave(who: int, shares: str, lp_position_id: int = 1) -> Step:
    return user(who, "RemoveLiquidity", lp_position_id=lp_position_id, shares=shares)


def process(owner: int, *ids: int) -> Step:
    padded = [*ids, *[0] * (8 - len(ids))]
    return user(
        KEEPER,
        "ProcessSettlementRequests",
        owner=owner,
        request_count=len(ids),
        request_ids=padded,
    )


# vectors -----------------------------------------------------------------------------------------
DEAD, MONTH = 7 * DAY + 1, 30 * DAY
HELD = post(600, "95.5")  # beyond printBand, within printBandPause
VECTORS: list[tuple[str, str, dict[str, Any], list[Step]]] = [
    (
        "dead-leave",
        "46: late refuses exits, dead refuses only added exposure",
        {},
        [
            *opened(),
            silence(2 * DAY),
            leave(LP, "1000"),
            user(LONG, "WithdrawMargin", account_id=1, amount="10"),
            silence(DEAD - 2 * DAY),
            leave(LP, "1000"),
            user(7, "AddLiquidity", amount="500"),
            user(LONG, "WithdrawMargin", account_id=1, amount="10"),
            trade(LONG, "1"),
            close(LONG, "40", "1"),
            close(SHORT, "0", "100000"),
        ],
    ),
    (
        "dead-worse-price",
        "46: the worse of the last accepted and an old held print, for each who leaves or joins",
        {},
        [
            *opened(),
            HELD,
            leave(LP, "1000"),
            silence(DEAD),
            leave(LP, "1000"),
            user(7, "AddLiquidity", amount="500"),
            close(LONG, "40", "1"),
            close(SHORT, "20", "100000"),
            user(LONG, "WithdrawMargin", account_id=1, amount="10"),
        ],
    ),
    (
        "dead-liquidation",
        "46, 47: a dead market is liquidated, a late one is not",
        {"print_band_e12": 2 * E12 // 5, "print_band_pause_e12": E12 // 2},
        [
            *opened(margin="1500"),
            post(600, "86"),
            silence(2 * DAY),
            user(KEEPER, "Liquidate", owner=LONG, account_id=1),
            silence(DEAD - 2 * DAY),
            user(KEEPER, "Liquidate", owner=LONG, account_id=1),
        ],
    ),
    (
        "dead-liquidation-held",
        "46: what closes takes the worse of the last accepted and an old held print",
        {"print_band_e12": 3 * E12 // 20, "print_band_pause_e12": E12 // 2},
        [
            *opened(margin="1500"),
            post(600, "86"),
            post(600, "72"),
            user(KEEPER, "Liquidate", owner=LONG, account_id=1),
            silence(DEAD),
            user(KEEPER, "Liquidate", owner=LONG, account_id=1),
        ],
    ),
    (
        "removal-waits",
        "45: a mature removal waits for a late print and is paid at what it shows",
        {},
        [
            *opened(),
            leave(LP, "20000"),
            silence(2 * DAY),
            process(LP, 1),
            post(1, "101.5"),
            process(LP, 1),
        ],
    ),
    (
        "removal-waits-held",
        "45, 50: a young held print holds removals and refuses new ones; confirmed, it pays",
        {},
        [
            *opened(),
            leave(LP, "20000"),
            silence(DAY),
            HELD,
            process(LP, 1),
            leave(LP, "1000"),
            step(1, "ConfirmPrint", market_id=1),
            process(LP, 1),
        ],
    ),
    (
        "lp-refusals",
        "50: STALE_PRICE before PRICE_BAND before the amounts",
        {},
        [
            *opened(),
            HELD,
            user(7, "AddLiquidity", amount="0.000001"),
            silence(DAY + 1),
            user(7, "AddLiquidity", amount="0.000001"),
            post(1, "95.4"),
            user(7, "AddLiquidity", amount="0.000001"),
        ],
    ),
    (
        "held-operator-only",
        "48: beyond printBandPause a print waits for the operator, also near a held one",
        {"print_band_e12": E12 // 50, "print_band_pause_e12": E12 // 20},
        [
            *opened(),
            post(600, "104.9"),
            post(60, "105.1"),
            post(60, "104"),
            step(1, "UnpauseMarket", market_id=1),
            step(1, "ConfirmPrint", market_id=1),
        ],
    ),
    (
        "grant-in-a-halt",
        "49: a grant is refused in a halt, whatever else is wrong",
        {},
        [
            *opened(),
            step(1, "Halt"),
            step(1, "GrantLpAccount", owner=LP, deposit_id=7),
            step(1, "Resume"),
            step(1, "GrantLpAccount", owner=LP, deposit_id=7),
        ],
    ),
    (
        "settle-too-early",
        "46: settle-market begins when 30 days are over",
        {},
        [*opened(), silence(MONTH - 3700), settle("97"), silence(3700), settle("97"), settle("97")],
    ),
    (
        "settle-late-age",
        "46: a market that is not dead after 30 days is not settled",
        {"oracle_max_age_decrease_s": 40 * DAY},
        [*opened(), silence(MONTH), settle("97"), silence(10 * DAY + 1), settle("97")],
    ),
    (
        "settle-held",
        "46: a young held print stands against it, an old one is dropped",
        {},
        [*opened(), silence(MONTH), HELD, settle("97"), silence(DEAD), settle("97")],
    ),
    (
        "settle-pieces",
        "46: losses first, one price, the rest refused in between",
        {},
        [
            *opened(),
            silence(MONTH),
            settle("103.25", 1),
            settle("104"),
            close(LONG, "0", "1"),
            post(1, "103"),
            step(1, "UnpauseMarket", market_id=1),
            leave(LP, "1000"),
            settle("103.25", 1),
            settle("103.25", 1),
        ],
    ),
    (
        "settle-debt",
        "46: what the loser cannot pay comes from reserve and pool",
        {},
        [*opened(), silence(MONTH), settle("75")],
    ),
    (
        "settle-deleverages",
        "46, 37: winners give back what the pool cannot bear",
        {},
        [*opened(lp="1000"), silence(MONTH), settle("40")],
    ),
    (
        "settle-removal",
        "45, 46: a removal that waited is paid at the price of the settlement",
        {},
        [*opened(), leave(LP, "20000"), silence(MONTH), settle("102"), process(LP, 1)],
    ),
    (
        "worthless-shares",
        "51: no shares are removable at an exit price of 0",
        {"print_band_e12": 2 * E12 // 5, "print_band_pause_e12": E12 // 2},
        [
            post(600, "100"),
            user(LP, "AddLiquidity", amount="1000"),
            user(LONG, "CreateMarginAccount", account_id=1, amount="5000"),
            trade(LONG, "100"),
            post(600, "120"),
            leave(LP, "1"),
        ],
    ),
]


def timed(steps: list[Step]) -> list[Step]:
    """Seconds from the start for seconds after the step before."""
    at, found = 0, []
    for each in steps:
        at += each["after"]
        found.append({"at": at, **{k: v for k, v in each.items() if k != "after"}})
    return found


def state(reference: Reference) -> dict[str, Any]:
    """What both can be asked, by the names of the comparison with the reference."""
    owners = sorted(reference.users)
    return {
        "pool": against_reference.reference_pool_figures(reference),
        "markets": against_reference.reference_market_figures(reference),
        "accounts": [against_reference.reference_account_figures(reference, x) for x in owners],
        "requests": [against_reference.reference_request_figures(reference, x) for x in owners],
    }


def vector(name: str, rule: str, changes: dict[str, Any], steps: list[Step]) -> dict[str, Any]:
    """Follow the steps with the reference and note what it answers."""
    reference = Reference()
    for first in genesis(["100"], **changes):
        assert not reference.apply(first)
    given, answers = timed(steps), []
    for number, each in enumerate(given, 1):
        code = reference.apply(command(each, number))
        answers.append({"refusal": code.name, "events": [event(x) for x in reference.events]})
    return {
        "id": name,
        "category": "dead_market",
        "origin": "derived",
        "source": {"repo": "acre", "path": "tests/reference", "context": rule},
        "params": changes,
        "inputs": {"steps": given},
        "expected": {"steps": answers, **plain(state(reference))},
        "tolerance": "0",
    }


def plain(value: Any) -> Any:
    """Tuples as lists and keys as text, as they are read from the file."""
    return json.loads(json.dumps(value))


def document() -> str:
    return document_of(
        "Markets without prints and settle-market (rules 45-51)",
        "amounts of steps and events: exact decimal strings; state: raw integers",
        [vector(*each) for each in VECTORS],
    )


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
