"""Calendar of index questions, without state.

Each index has a short and a long series. A series asks one question after the other; each is
resolved at a midnight of a fixed grid of days, which is shifted from index to index so that
something ends and begins every few days.
"""

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle
from typing import Final

from engine.core.generated.messages import CreatePrediction

DAY_S: Final = 86_400
E8: Final = 10**8
CENT_E8: Final = E8 // 100
CATEGORY: Final = "index"
TITLE_MAX: Final = 80
NAME_MAX: Final = 32
CLOSES_BEFORE_S: Final = 43_200  # noon of the day before: the value is not known yet
LEFT_MIN_S: Final = DAY_S  # a question that closes sooner is not asked any more
STEP_SHARE: Final = 200  # strikes lie about half a per cent apart
STRIKE_STEPS: Final = (0, 1, -1, 2, -2)  # from the index, question after question


@dataclass(frozen=True, slots=True)
class Series:
    """Questions of one length: each is asked `lead` before the one before it is resolved."""

    days: int
    lead_days: int


SERIES: Final = (Series(days=21, lead_days=5), Series(days=84, lead_days=14))


@dataclass(frozen=True, slots=True)
class IndexFacts:
    """An index that can be asked about now."""

    acre_id: int
    name: str
    metric: str
    price_e8: int
    last_print_at_s: int | None  # the last that will ever come; None: no end is known


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one question: at most one is ever asked for it."""

    acre_id: int
    resolves_at_s: int


def due_questions(
    now_s: int,
    indexes: Sequence[IndexFacts | None],
    taken: Collection[Slot],
    series: Sequence[Series] = SERIES,
) -> list[CreatePrediction]:
    """Return the questions to ask now, by index and series; None: not an index to ask about.

    An index keeps its place in the list for ever: its place is what shifts its days.
    """
    found = []
    seen = set(taken)
    for place, index in enumerate(indexes):
        for kind in series:
            for number, opens_at_s, resolves_at_s in _slots(now_s, place, len(indexes), kind):
                if index is None or not _can_be_resolved(index, resolves_at_s):
                    continue
                slot = Slot(index.acre_id, resolves_at_s)
                if slot not in seen:
                    seen.add(slot)
                    found.append(question(index, number + place, opens_at_s, resolves_at_s))
    return found


def question(index: IndexFacts, turn: int, opens_at_s: int, resolves_at_s: int) -> CreatePrediction:
    """Return the command that asks whether the index will be at or above a strike near it."""
    strike_e8 = strike_near(index.price_e8, STRIKE_STEPS[turn % len(STRIKE_STEPS)])
    strike, day = price_text(strike_e8), f"{datetime.fromtimestamp(resolves_at_s, UTC):%Y-%m-%d}"
    ask = f"Will {{}}'s index be at or above {strike} on {day}?"
    name = plain_text(index.name, min(NAME_MAX, TITLE_MAX + 2 - len(ask)))
    unit = "square foot" if index.metric == "sqft" else "square meter"
    return CreatePrediction(
        title=ask.format(name),
        description=(
            f"The index of {name} is the median residential price of a {unit}, smoothed and "
            f"published daily at 00:00 UTC. It stood at {price_text(index.price_e8)} when this "
            "was asked."
        ),
        category=CATEGORY,
        rules=(
            f"Source: the index of {name} on this exchange (acre id {index.acre_id}). The first "
            f"value published at or after {day} 00:00 UTC counts: YES if it is at or above "
            f"{strike}, else NO. It is recorded when it is accepted and can be corrected for 24 "
            "hours; then it is paid. Without a value within 14 days the question is void."
        ),
        acre_id=index.acre_id,
        strike_e8=strike_e8,
        opens_at_s=opens_at_s,
        closes_at_s=resolves_at_s - CLOSES_BEFORE_S,
        resolves_at_s=resolves_at_s,
    )


def _slots(now_s: int, place: int, places: int, kind: Series) -> Iterator[tuple[int, int, int]]:
    """Yield number, opening and resolution of the questions that may be asked now."""
    period_s = kind.days * DAY_S
    shift_s = place * kind.days // places * DAY_S
    number = (now_s - shift_s) // period_s + 1
    for turn in (number, number + 1):
        resolves_at_s = turn * period_s + shift_s
        opens_at_s = resolves_at_s - period_s
        is_asked = now_s >= opens_at_s - kind.lead_days * DAY_S
        if is_asked and resolves_at_s - CLOSES_BEFORE_S >= now_s + LEFT_MIN_S:
            yield turn, opens_at_s, resolves_at_s


def _can_be_resolved(index: IndexFacts, resolves_at_s: int) -> bool:
    return index.last_print_at_s is None or resolves_at_s <= index.last_print_at_s


def strike_near(price_e8: int, steps: int) -> int:
    """Return a round price so many steps from the index; at least one step above zero."""
    step_e8 = step_of(price_e8)
    nearest = (price_e8 + step_e8 // 2) // step_e8
    return max(1, nearest + steps) * step_e8


def step_of(price_e8: int) -> int:
    """Return the largest of 0.01, 0.02, 0.05, 0.10 … within a 200th of the price; at least 0.01."""
    step_e8, factors = CENT_E8, cycle(((2, 1), (5, 2), (2, 1)))
    for numerator, denominator in factors:
        larger_e8 = step_e8 * numerator // denominator
        if larger_e8 * STEP_SHARE > price_e8:
            break
        step_e8 = larger_e8
    return step_e8


def price_text(price_e8: int) -> str:
    """Return a price with two digits after the point, rounded down."""
    cents = price_e8 * 100 // E8
    return f"{cents // 100}.{cents % 100:02d}"


def plain_text(text: str, length: int) -> str:
    """Return a name as printable ASCII, which is what a record holds, cut to a length."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(letter for letter in letters if letter.isprintable())[:length].strip()
