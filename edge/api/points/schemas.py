"""Points, participation and referrals: queries, bodies, answers (API 3.7, 4.5, 5.5)."""

from typing import Annotated

from msgspec import Meta

from edge.api.profile.username_schemas import NamesOfRows
from edge.http.schema.base import Entity, Request
from edge.http.schema.examples import WALLET, example
from edge.http.schema.units import (
    REQUIRED,
    AddressInput,
    AddressText,
    Points,
    Ratio,
    Timestamp,
    WalletInput,
)

CodeInput = Annotated[
    str,
    Meta(
        description="3 to 20 characters; spaces around it are cut off",
        extra_json_schema={"pattern": "^[A-Za-z0-9_-]{3,20}$"},
    ),
]


class UserQuery(Request):
    """A wallet."""

    user: WalletInput = None


@example(user=WALLET)
class UserBody(Request):
    """The participating wallet, from the token."""

    user: AddressInput | None = None


class ParticipateQuery(UserQuery):
    """The wallet and programme of a participation."""

    is_for_perpetual_points: bool = False


@example(user=WALLET)
class ParticipateBody(UserBody):
    """The programme to join: the current season or the perpetual one."""

    is_for_perpetual_points: bool = False


@example(referralCode="my-code")
class GenerateCodeBody(Request):
    """The code that the wallet chose; 3 to 20 characters."""

    referral_code: Annotated[CodeInput, REQUIRED] = ""


@example(referralCode="my-code")
class UseCodeBody(Request):
    """The code of another wallet."""

    referral_code: CodeInput


class Participation(Entity):
    """Whether a wallet takes part, and since when (main base)."""

    is_participating: bool
    participated_at: Timestamp | None


class Participant(Participation):
    """Whether the user of `key` takes part in a season (express base)."""

    key: str


class SnapshotBoost(Entity):
    """A user's grant of one announced snapshot."""

    id: str
    name: str
    boost: Ratio


class PointsRow(Entity):
    """Points of a user: (trading + LP) x (1 + all boosts) + referral, each rounded down."""

    user: AddressText
    points: Points
    trading_points: Points
    lp_points: Points
    referral_points: Points
    referred_boost: Ratio
    first_hoa_boost: Ratio
    additional_hoa_boost: Ratio
    snapshot_boosts: list[SnapshotBoost]


class RankedPointsRow(PointsRow):
    """A row with its place: 1-based, ties share the lower number; null for an unranked user."""

    rank: int | None


class DailyPoints(Entity):
    """Points of one UTC day before boosts; `date` is its midnight, the last day is partial."""

    date: Timestamp
    trading_points: Points
    lp_points: Points
    referral_points: Points


class PointsBreakdown(RankedPointsRow):
    """A row with its last 30 days, oldest first."""

    daily: list[DailyPoints]


class PointsLeaderboard(Entity):
    """Participants by rank; `total` of them, at `updatedAt`."""

    leaderboard: list[RankedPointsRow]
    total: int
    updated_at: Timestamp
    usernames: NamesOfRows


class FinalPointsLeaderboard(Entity):
    """The leaderboard of a season that is over; it never changes."""

    leaderboard: list[RankedPointsRow]
    total: int
    is_final: bool
    usernames: NamesOfRows


class UserPoints(Entity):
    """All points of a user."""

    user: AddressText
    points: Points


class PerpetualStatus(Participation):
    """Whether a wallet takes part in the perpetual programme, and its place there."""

    rank: int | None


class PerpetualSummary(Entity):
    """Points of the perpetual programme; `perDay` is what the wallet's holdings earn, boosted."""

    trading_points: Points
    lp_points: Points
    referral_points: Points
    boosts: Ratio
    points: Points
    per_day: Points


class GrandTotal(Entity):
    """Points of all participants of the perpetual programme."""

    points: Points
    participants: int
    as_of: Timestamp


class ReferralCode(Entity):
    """The code of a wallet, as it was typed."""

    code: str


class Referral(Entity):
    """The referrer of a wallet, and the time of the code's use."""

    referred_by: AddressText
    referred_by_code: str
    referred_at: Timestamp


class ReferredBy(Entity):
    """The referrer of a wallet, and the time of the code's use; null: none yet."""

    referred_by: AddressText | None
    referred_by_code: str | None
    referred_at: Timestamp | None


class ReferralUser(Entity):
    """A wallet's place among the referrals (API 3.7), with what they brought."""

    user_id: AddressText
    participated_at: Timestamp | None
    code: str | None
    referral_list: list[AddressText]
    referred_at: Timestamp | None
    referred_by: AddressText | None
    referred_by_code: str | None
    referral_points: Points
    referred_count: int
