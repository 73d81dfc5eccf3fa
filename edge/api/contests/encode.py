"""Contests and their rows into the contract's entities (3.7, 4.4, 5.1)."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from solders.hash import Hash

from edge.api.contests.schemas import (
    ContestPrize,
    ContestPrizes,
    ContestResult,
    ContestView,
    RankedContestResult,
)
from edge.api.markets.encode import CURRENCY
from edge.http.addresses import address_text
from edge.http.amounts import rate
from engine.programmes.contests.contests import Contest, ContestRow, RankedContestRow
from engine.programmes.contests.prizes import prizes_of
from engine.programmes.contests.rules import ContestRules, PrizeMint

TOKENS = {PrizeMint.COLLATERAL: CURRENCY, PrizeMint.TOKEN: "ACRE"}


def result(row: ContestRow) -> ContestResult:
    """Return a participant's result."""
    return ContestResult(
        user=address_text(row.user),
        token_change=str(row.token_change_e6),
        percent_change=rate(row.percent_change_e12),
        position_count=row.position_count,
        collateral_amount=str(row.collateral_e6),
        open_interest=str(row.open_interest_e6),
        annualized_return=_optional_rate(row.annualized_return_e12),
        asset_dash=row.is_asset_dash,
    )


def ranked_result(place: RankedContestRow) -> RankedContestResult:
    """Return a participant's result and rank."""
    row = place.row
    return RankedContestResult(
        user=address_text(row.user),
        token_change=str(row.token_change_e6),
        percent_change=rate(row.percent_change_e12),
        position_count=row.position_count,
        collateral_amount=str(row.collateral_e6),
        open_interest=str(row.open_interest_e6),
        annualized_return=_optional_rate(row.annualized_return_e12),
        asset_dash=row.is_asset_dash,
        rank=place.rank,
    )


def _optional_rate(raw_e12: int | None) -> str | None:
    return None if raw_e12 is None else rate(raw_e12)


def in_order(places: Iterable[RankedContestRow]) -> list[RankedContestRow]:
    """Return places in order of rank with equal ranks by the text of the address (API 1.5).

    Addresses break ties; distinct ranks already have their order.
    """
    ordered: list[RankedContestRow] = []
    for _, group in groupby(places, key=attrgetter("rank")):
        tied = list(group)
        ordered += sorted(tied, key=_text) if len(tied) > 1 else tied
    return ordered


def _text(place: RankedContestRow) -> str:
    return address_text(place.row.user)


def contest_view(
    contest: Contest, user: bytes | None, won: list[ContestResult] | None, now_s: int
) -> ContestView:
    """Return a contest as a wallet sees it, or its public view."""
    rules = contest.rules
    return ContestView(
        id=rules.contest_id,
        name=rules.name,
        slug=rules.contest_id,
        description=rules.description,
        status=rules.status(now_s).value,
        starts_at=rules.starts_at_s,
        ends_at=rules.ends_at_s,
        metric=rules.metric.value,
        min_collateral=str(rules.min_collateral_e6),
        prizes=_prizes(rules),
        participants_count=contest.participants_count,
        is_joined=None if user is None else contest.joined_at_s(user) is not None,
        winners=won,
    )


def winners(rules: ContestRules, places: Sequence[RankedContestRow]) -> list[ContestResult]:
    """Return the results of the prize winners, ordered by place."""
    rows = {place.row.user: place.row for place in places}
    return [result(rows[prize.user]) for prize in prizes_of(places, rules.prizes)]


def prizes(contest: Contest, drawn: Sequence[bytes]) -> ContestPrizes:
    """Return the prizes of a contest; the total counts every place of every tier."""
    rules = contest.rules
    total_e6 = sum((tier.rank_to - tier.rank_from + 1) * tier.amount_e6 for tier in rules.prizes)
    return ContestPrizes(prizes=_prizes(rules), total=str(total_e6), raffle=_raffle(contest, drawn))


def _raffle(contest: Contest, drawn: Sequence[bytes]) -> str | None:
    """Raffle prizes and winners; None without a raffle."""
    rules, draw = contest.rules, contest.draw
    if not rules.raffle:
        return None
    count = f"{rules.raffle_winners} winner{'s' if rules.raffle_winners > 1 else ''}"
    text = f"{rules.raffle}: {count} among the top 10 % of the eligible. "
    if draw is not None:
        return text + (
            f"Drawn with block {Hash(draw.seed)} in slot {draw.slot}, which holds state root "
            f"{draw.root_sequence}: {', '.join(map(address_text, drawn))}."
        )
    if contest.final is not None and not contest.awaits_draw:
        return text + "No participant was eligible."
    return text + (
        "Drawn with the hash of the block that holds the first state root after the leaderboard "
        "became final."
    )


def _prizes(rules: ContestRules) -> list[ContestPrize]:
    return [
        ContestPrize(
            rank_from=tier.rank_from,
            rank_to=tier.rank_to,
            amount=str(tier.amount_e6),
            token=TOKENS[rules.prize_mint],
            description=places_text(tier.rank_from, tier.rank_to),
        )
        for tier in rules.prizes
    ]


def places_text(first: int, last: int) -> str:
    """Return the places of a prize in words: "1st place", "4th to 10th place"."""
    places = _ordinal(first) if first == last else f"{_ordinal(first)} to {_ordinal(last)}"
    return f"{places} place"


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"
