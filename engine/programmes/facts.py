"""Facts that the programmes fold besides the engine's events.

Each is one journaled decision or sample with its engine time. A fold reads facts and events in
one order, that of the journal, and never looks at a clock.
"""

from dataclasses import dataclass

from engine.programmes.boosts import SnapshotTier
from engine.programmes.seasons import Programme


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeOpened:
    """A programme accrues from this second on."""

    time_s: int
    programme: Programme


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeEnded:
    """A programme accrues up to this second and no further."""

    time_s: int
    programme: Programme


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeFinalised:
    """The leaderboard of an ended programme is fixed for ever."""

    time_s: int
    programme: Programme


@dataclass(frozen=True, slots=True, kw_only=True)
class Participated:
    """A user joined a programme; nothing accrues to them before."""

    time_s: int
    programme: Programme
    user: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferralCodeGenerated:
    """A user chose the one code of theirs."""

    time_s: int
    user: bytes
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferralUsed:
    """A user used the code of another, once and for ever."""

    time_s: int
    user: bytes
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgesSampled:
    """The number of membership badges of a wallet, from the hourly sample."""

    time_s: int
    user: bytes
    badge_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotBoostGranted:
    """The tier of a user in one announced snapshot; a second grant replaces the first."""

    time_s: int
    programme: Programme
    user: bytes
    snapshot_id: str
    name: str
    tier: SnapshotTier


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionSet:
    """A user is shown with 0 in a programme, or counts again after an appeal."""

    time_s: int
    programme: Programme
    user: bytes
    is_excluded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestJoined:
    """A user joined a contest, or by a partner application (`is_asset_dash`)."""

    time_s: int
    contest_id: str
    user: bytes
    is_asset_dash: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EquitySampled:
    """Equity and positions of all margin accounts of a user at one moment.

    `equity_e6` is collateral plus profit, loss and funding of the positions at the last accepted
    prices, of each account 0 or more; `open_interest_e6` their notional at those prices.
    """

    time_s: int
    user: bytes
    equity_e6: int
    collateral_e6: int
    open_interest_e6: int
    position_count: int
