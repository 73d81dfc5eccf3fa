"""Queries, bodies and answers of a wallet's profile, and of the airdrop (API 3.8, 4.9)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from edge.http.limits import EMAIL_MAX, INTERESTS_MAX, MARGIN_ACCOUNT_IDS_MAX
from edge.http.schema.base import Entity, Request
from edge.http.schema.examples import condition, example, without
from edge.http.schema.units import REQUIRED, Count32, Ratio, Timestamp, Token
from edge.http.schema.units import LeverageInput as AnyLeverage

Theme = Literal["light", "dark", "system"]
DOMAIN_LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
TradeMode = Literal["basic", "advanced"]
USERNAME_PATTERN = "^[A-Za-z0-9_]{3,20}$"
UsernameInput = Annotated[
    str,
    Meta(description="unique, ignoring case", extra_json_schema={"pattern": USERNAME_PATTERN}),
]
Interests = Annotated[
    list[str],
    Meta(max_length=INTERESTS_MAX, description="categories and symbols of markets"),
]
LeverageInput = Annotated[
    AnyLeverage, Meta(description="from 1 to the largest leverage of any market")
]


EmailInput = Annotated[
    str,
    Meta(
        description="`local@domain` in ASCII",
        extra_json_schema={
            "maxLength": EMAIL_MAX,
            "pattern": rf"^[!-?A-~]{{1,64}}@({DOMAIN_LABEL}\.)+{DOMAIN_LABEL}$",
        },
    ),
]
DiscordInput = Annotated[
    str,
    Meta(
        description="2 to 37 printable characters without spaces around them",
        extra_json_schema={"minLength": 2, "maxLength": 37},
    ),
]
TwitterInput = Annotated[str, Meta(extra_json_schema={"pattern": "^@?[A-Za-z0-9_]{1,15}$"})]


class ProfileSettings(Entity):
    """Display and default settings of a wallet."""

    username: str | None
    default_leverage: Ratio
    default_theme: Theme
    trade_mode: TradeMode
    interests: list[str]


@example(defaultTheme="dark", defaultLeverage="2")
class SettingsBody(Request):
    """Settings to change: what is absent is kept, null brings the default back."""

    username: UsernameInput | UnsetType | None = UNSET
    default_leverage: LeverageInput | UnsetType | None = UNSET
    default_theme: Theme | UnsetType | None = UNSET
    trade_mode: TradeMode | UnsetType | None = UNSET
    interests: Interests | UnsetType | None = UNSET


class CommunicationMethods(Entity):
    """Contact details of a wallet's owner; null where missing."""

    email: str | None
    discord: str | None
    twitter: str | None


@example(discord="alice")
class CommunicationBody(Request):
    """Contact details to change: what is absent is kept, null removes it."""

    email: EmailInput | UnsetType | None = UNSET
    discord: DiscordInput | UnsetType | None = UNSET
    twitter: TwitterInput | UnsetType | None = UNSET


class Onboarding(Entity):
    """Whether a wallet's owner accepted the terms, and when (wall clock)."""

    is_onboarded: bool
    onboarded_at: Timestamp | None


@example(acceptedTerms=True, username="alice")
class OnboardBody(Request):
    """First-time profile input; the terms must be accepted. What is absent is kept."""

    username: UsernameInput | None = None
    interests: Interests | None = None
    email: EmailInput | None = None
    discord: DiscordInput | None = None
    twitter: TwitterInput | None = None
    accepted_terms: Annotated[
        bool, REQUIRED, Meta(description="true", extra_json_schema={"enum": [True]})
    ] = False


@condition(
    without("marginAccountId", "marginAccountIds")
    | {"else": {"properties": {"marginAccountIds": {"type": "null"}}}}
)
@example(marginAccountIds=[1])
class RemoveAccountsBody(Request):
    """Margin accounts that shall not be shown any more: one, or several."""

    margin_account_id: Count32 | None = None
    margin_account_ids: Annotated[list[Count32], Meta(max_length=MARGIN_ACCOUNT_IDS_MAX)] | None = (
        None
    )


class AirdropClaim(Entity):
    """A wallet's row of the operator's table (API 4.9)."""

    is_eligible: bool
    amount: Token
    claimed: bool
    claimed_at: Timestamp | None
    signature: str | None


class MembershipBadge(Entity):
    """A wallet's membership badge: the picture of the first, and how many it holds."""

    image: Annotated[str | None, Meta(description="an https address or a data URI")]
    count: int
