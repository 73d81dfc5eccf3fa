"""From the journal's commands to the facts of the programmes."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from engine.core.generated import messages as m
from engine.programmes import facts
from engine.programmes.boosts import SnapshotTier
from engine.programmes.contests.rules import ContestMetric, ContestRules, PrizeMint, PrizeTier
from engine.programmes.points_rows import PointsRow
from engine.programmes.seasons import Programme

# The numbers of programmes in commands and events.
PROGRAMME_OF: Final = MappingProxyType(
    {
        1: Programme.PERPETUAL,
        2: Programme.SEASON_2,
        3: Programme.SEASON_3,
        4: Programme.SEASON_1,
    }
)
NUMBER_OF: Final = MappingProxyType({name: number for number, name in PROGRAMME_OF.items()})
_TIER_OF: Final = (
    SnapshotTier.BASE,
    SnapshotTier.MID,
    SnapshotTier.PLUS,
    SnapshotTier.MAX,
)
_METRIC_OF: Final = (ContestMetric.PERCENT_CHANGE, ContestMetric.TOKEN_CHANGE)
_MINT_OF: Final = (PrizeMint.COLLATERAL, PrizeMint.TOKEN)
_PHASES: Final = (facts.ProgrammeOpened, facts.ProgrammeEnded, facts.ProgrammeFinalised)


def contest_rules(command: m.CreateContest) -> ContestRules:
    """Return a contest as its command lays it down."""
    ranks_to = command.prize_ranks_to[: command.prize_count]
    prizes = tuple(
        PrizeTier(rank_from=before + 1, rank_to=rank_to, amount_e6=amount_e6)
        for before, rank_to, amount_e6 in zip(
            (0, *ranks_to), ranks_to, command.prize_amounts_e6, strict=False
        )
    )
    return ContestRules(
        contest_id=command.contest_id,
        starts_at_s=command.starts_at_s,
        ends_at_s=command.ends_at_s,
        metric=_METRIC_OF[command.metric],
        min_collateral_e6=command.min_collateral_e6,
        name=command.name,
        description=command.description,
        prizes=prizes,
        prize_mint=_MINT_OF[command.prize_mint - 1],
        raffle=command.raffle,
        raffle_winners=command.raffle_winners,
    )


def final_row(command: m.SetFinalRow) -> PointsRow:
    """Return a row of a season that ended before the journal."""
    return PointsRow(
        user=command.user,
        trading_points_e6=command.trading_points_e6,
        lp_points_e6=command.lp_points_e6,
        referral_points_e6=command.referral_points_e6,
        referred_boost_e12=command.referred_boost_e12,
        first_hoa_boost_e12=command.first_hoa_boost_e12,
        additional_hoa_boost_e12=command.additional_hoa_boost_e12,
    )


def _phase(command: m.SetProgramme) -> object:
    kind = _PHASES[command.phase - 1]
    return kind(time_s=command.time_s, programme=PROGRAMME_OF[command.programme])


def _snapshot(command: m.GrantSnapshotBoost) -> object:
    return facts.SnapshotBoostGranted(
        time_s=command.time_s,
        programme=PROGRAMME_OF[command.programme],
        user=command.user,
        snapshot_id=command.snapshot_id,
        name=command.name,
        tier=_TIER_OF[command.tier - 1],
    )


def _exclusion(command: m.SetExclusion) -> object:
    return facts.ExclusionSet(
        time_s=command.time_s,
        programme=PROGRAMME_OF[command.programme],
        user=command.user,
        is_excluded=bool(command.is_excluded),
    )


def _badges(command: m.SampleBadges) -> object:
    return facts.BadgesSampled(
        time_s=command.time_s, user=command.user, badge_count=command.badge_count
    )


def _code(command: m.GenerateReferralCode) -> object:
    return facts.ReferralCodeGenerated(time_s=command.time_s, user=command.user, code=command.code)


def _code_use(command: m.UseReferralCode) -> object:
    return facts.ReferralUsed(time_s=command.time_s, user=command.user, code=command.code)


# What the ledger of points folds as a fact, by the command's class.
LEDGER_FACTS: Final[MappingProxyType[type, Callable[[Any], object]]] = MappingProxyType(
    {
        m.SetProgramme: _phase,
        m.GrantSnapshotBoost: _snapshot,
        m.SetExclusion: _exclusion,
        m.SampleBadges: _badges,
        m.GenerateReferralCode: _code,
        m.UseReferralCode: _code_use,
    }
)
