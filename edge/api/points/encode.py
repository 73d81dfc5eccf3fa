"""Rows of points and the referral book into the contract's entities (API 3.7)."""

from collections.abc import Iterable
from typing import Any

from edge.api.points.leaderboards import Board
from edge.api.points.schemas import (
    DailyPoints,
    FinalPointsLeaderboard,
    PointsBreakdown,
    PointsLeaderboard,
    RankedPointsRow,
    Referral,
    ReferralUser,
    ReferredBy,
    SnapshotBoost,
)
from edge.api.profile.username_schemas import Username
from edge.http.addresses import address_text, optional_address
from edge.http.amounts import rate
from edge.http.schema.inputs import LeaderboardQuery
from engine.programmes import points_rows, referrals


def ranked_row(row: points_rows.PointsRow, rank: int | None) -> RankedPointsRow:
    """Return a row with its place; None: the user has no place."""
    return RankedPointsRow(**_fields(row), rank=rank)


def leaderboard(
    board: Board, query: LeaderboardQuery, usernames: list[Username]
) -> PointsLeaderboard:
    """Return a part of a leaderboard."""
    return PointsLeaderboard(
        leaderboard=_part(board, query),
        total=len(board.places),
        updated_at=board.updated_at_s,
        usernames=usernames,
    )


def final_leaderboard(
    board: Board, query: LeaderboardQuery, usernames: list[Username]
) -> FinalPointsLeaderboard:
    """Return a part of the leaderboard of a season that is over."""
    return FinalPointsLeaderboard(
        leaderboard=_part(board, query),
        total=len(board.places),
        is_final=True,
        usernames=usernames,
    )


def _part(board: Board, query: LeaderboardQuery) -> list[RankedPointsRow]:
    places = board.places[query.offset : query.offset + query.limit]
    return [ranked_row(place.row, place.rank) for place in places]


def breakdown(
    row: points_rows.PointsRow, rank: int | None, days: Iterable[points_rows.DayPoints]
) -> PointsBreakdown:
    """Return a row with what each of its days brought."""
    return PointsBreakdown(**_fields(row), rank=rank, daily=[_day(day) for day in days])


def _fields(row: points_rows.PointsRow) -> dict[str, Any]:
    return {
        "user": address_text(row.user),
        "points": str(row.points_e6),
        "trading_points": str(row.trading_points_e6),
        "lp_points": str(row.lp_points_e6),
        "referral_points": str(row.referral_points_e6),
        "referred_boost": rate(row.referred_boost_e12),
        "first_hoa_boost": rate(row.first_hoa_boost_e12),
        "additional_hoa_boost": rate(row.additional_hoa_boost_e12),
        "snapshot_boosts": [
            SnapshotBoost(id=boost.id, name=boost.name, boost=rate(boost.boost_e12))
            for boost in row.snapshot_boosts
        ],
    }


def _day(day: points_rows.DayPoints) -> DailyPoints:
    """Return one day; what an exclusion took away is no day's loss."""
    return DailyPoints(
        date=day.day_s,
        trading_points=str(max(0, day.trading_points_e6)),
        lp_points=str(max(0, day.lp_points_e6)),
        referral_points=str(max(0, day.referral_points_e6)),
    )


def referred_by(record: referrals.ReferralUser) -> ReferredBy:
    """Return whose code a user used, nulls for none."""
    return ReferredBy(
        referred_by=optional_address(record.referred_by),
        referred_by_code=record.referred_by_code,
        referred_at=record.referred_at_s,
    )


def referral(record: referrals.ReferralUser) -> Referral:
    """Return whose code a user has used."""
    assert record.referred_by is not None
    assert record.referred_by_code is not None
    assert record.referred_at_s is not None
    return Referral(
        referred_by=address_text(record.referred_by),
        referred_by_code=record.referred_by_code,
        referred_at=record.referred_at_s,
    )


def referral_user(user: bytes, record: referrals.ReferralUser, points_e6: int) -> ReferralUser:
    """Return a user's place among the referrals; `points_e6` is what the referees brought."""
    return ReferralUser(
        user_id=address_text(user),
        participated_at=record.participated_at_s,
        code=record.code,
        referral_list=[address_text(referee) for referee in record.referees],
        referred_at=record.referred_at_s,
        referred_by=optional_address(record.referred_by),
        referred_by_code=record.referred_by_code,
        referral_points=str(points_e6),
        referred_count=len(record.referees),
    )
