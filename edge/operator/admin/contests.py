"""Contest arguments of the operator, as the fields of the command."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from edge.operator.admin.values import InputError, read_decimal, read_positive, time_text
from engine.programmes.contests.rules import DEFAULT_PRIZES, MIN_COLLATERAL_E6
from engine.schema.parameters import E6

T = TypeVar("T")
PRIZES_MAX: Final = 8
RANK_MAX: Final = 1_000_000
RAFFLE_WINNERS_MAX: Final = 1_000
_METRICS: Final = ("percentChange", "tokenChange")
_TOKENS: Final = ("collateral", "acre")
_PRIZE: Final = re.compile(r"(\d{1,7})(?:-(\d{1,7}))?=(.+)", re.ASCII)
Tier = tuple[int, int]  # last rank, amount


def contest_fields(texts: Mapping[str, Any], _is_of_market: bool) -> dict[str, Any]:
    """Return metric, collateral and prizes, with their defaults. Raises InputError."""
    tiers = _tiers(texts.get("prize") or ())
    rest = (0,) * (PRIZES_MAX - len(tiers))
    least = texts.get("min_collateral")
    return {
        "metric": _place("--metric", texts.get("metric"), _METRICS),
        "min_collateral_e6": MIN_COLLATERAL_E6
        if least is None
        else _of("--min-collateral", lambda: read_decimal(least, E6)),
        "prize_mint": 1 + _place("--prize-token", texts.get("prize_token"), _TOKENS),
        "prize_count": len(tiers),
        "prize_ranks_to": (*(rank_to for rank_to, _ in tiers), *rest),
        "prize_amounts_e6": (*(amount_e6 for _, amount_e6 in tiers), *rest),
    }


def check_contest(values: dict[str, Any], now_s: Callable[[], int]) -> None:
    """Raise InputError where the fields do not go together."""
    starts, ends = values["starts_at_s"], values["ends_at_s"]
    if not starts < ends:
        raise InputError(
            "A contest starts, then ends: --starts must be before --ends. Read were "
            f"{time_text(starts)} and {time_text(ends)}."
        )
    now = now_s()
    if ends <= now:
        raise InputError(
            f"--ends: {time_text(ends)} has passed; engine time is {time_text(now)}, and a contest "
            "must end after it."
        )
    if ("raffle" in values) != ("raffle_winners" in values):
        raise InputError("--raffle and --raffle-winners go together; give both or none.")
    if values.get("raffle_winners", 0) > RAFFLE_WINNERS_MAX:
        raise InputError(f"--raffle-winners: must be from 1 to {RAFFLE_WINNERS_MAX}.")


def _tiers(texts: Sequence[str]) -> list[Tier]:
    if not texts:
        return [(tier.rank_to, tier.amount_e6) for tier in DEFAULT_PRIZES]
    if len(texts) > PRIZES_MAX:
        raise InputError(f"--prize: a contest has at most {PRIZES_MAX} prizes, not {len(texts)}.")
    tiers: list[Tier] = []
    for text in texts:
        before = tiers[-1][0] if tiers else 0
        tiers.append(_of("--prize", partial(_tier, text, before)))
    return tiers


def _tier(text: str, before: int) -> Tier:
    match = _PRIZE.fullmatch(text)
    if match is None:
        raise InputError(f"must be RANK=AMOUNT or FROM-TO=AMOUNT, not {text!r}")
    rank_from, rank_to = int(match[1]), int(match[2] or match[1])
    if rank_from != before + 1:
        raise InputError(f"{text!r} must begin at rank {before + 1}: ranks follow one another")
    if not rank_from <= rank_to <= RANK_MAX:
        raise InputError(f"{text!r} must end at a rank from {rank_from} to {RANK_MAX}")
    return rank_to, read_positive(match[3], E6)


def _place(option: str, text: str | None, names: Sequence[str]) -> int:
    if text is None:
        return 0
    if text not in names:
        raise InputError(f"{option}: must be {' or '.join(names)}, not {text!r}.")
    return names.index(text)


def _of(option: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except InputError as error:
        raise InputError(f"{option}: {error}.") from None
