"""The context of handlers, and the type of a call of this application."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from chain.builders.builders import Builders
from chain.catalogue.facts import Catalogue, MarketFacts
from chain.catalogue.statistics import Statistics
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet
from chain.client.rpc import Rpc
from chain.custody.health import CustodyHealth
from chain.keepers.keeper import Keeper
from chain.oracle.poster import OracleStatus
from chain.proof.roots import Roots
from chain.proof.vault import VaultBalances
from chain.worker import Worker
from edge.api.auth.sessions import Sessions
from edge.api.contests.leaderboards import ContestBoards
from edge.api.markets.figures import MarketStats
from edge.api.orders.reads import ComingAuctions
from edge.api.past.reads import PastReads
from edge.api.points.leaderboards import PointsBoards
from edge.api.pool.attribution import CurrentDay
from edge.api.pool.figures import PoolStats
from edge.api.series.schemas import ClusterHealth
from edge.http import route
from edge.http.cache import CachedValue
from edge.http.gate import Gate
from edge.operator.lists import Lists
from edge.process.keeping import Trouble
from edge.process.watchdog import LoopTimes
from edge.projector.progress import Projection
from edge.store.pool import Store, with_deadline
from engine.core.exchange import Exchange
from engine.core.views import StakingTotalsView
from engine.feed import FeedServer
from engine.journal.scrub import Scrub
from engine.programmes.programme_state import ProgrammeState
from engine.sequencer import CommandLog, EngineClock
from engine.sequencer.times import Distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Health of the process's loops, for the status page and the metrics."""

    cluster: CachedValue[ClusterHealth]
    keepers: tuple[Keeper[object], ...] = ()
    followed_slot: Callable[[], int] = lambda: 0
    is_follower_stuck: Callable[[], bool] = lambda: False
    is_following: Callable[[], bool] = lambda: True  # the core, where this process has a replica
    custody: CustodyHealth = field(default_factory=CustodyHealth)
    oracle_status: Callable[[], OracleStatus] = lambda: OracleStatus(None, None, has_ended=False)
    is_replay: bool = True  # False: prices come from elsewhere than the catalogue's history
    feed: FeedServer | None = None  # of the core, where web processes follow it
    lease_epoch: int = 0  # of the writer of a cluster
    lease_age_s: Callable[[], float] = lambda: 0.0  # since the lease was renewed
    replica_lag: Callable[[], tuple[int, float]] = lambda: (0, 0.0)  # commands, seconds
    gc_pauses: Distribution = field(default_factory=Distribution)
    trouble: Trouble = field(default_factory=Trouble)  # loops that wait for the machine
    workers: dict[str, Worker] = field(default_factory=dict)  # by name, with their failures
    loop_times: LoopTimes = field(default_factory=LoopTimes)  # of the watchdog
    scrub: Scrub | None = None  # of the core, where its journal is files
    home: Path | None = None  # the state directory, whose disks are measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Dependencies of the handlers; unnamed times are engine time."""

    gate: Gate
    health: Health
    profile: str
    sequencer: CommandLog
    catalogue: Catalogue
    facts: ChainFacts
    builders: Builders
    rpc: Rpc
    faucet: Faucet | None
    roots: Roots
    vaults: VaultBalances
    store: Store
    projector: Projection
    programmes: ProgrammeState
    boards: PointsBoards
    sessions: Sessions
    figures: MarketStats
    pool_figures: PoolStats
    lists: Lists = field(default_factory=Lists)
    contest_boards: ContestBoards = field(default_factory=ContestBoards)
    staking_age_s: float = 2.0  # real seconds that the sums over all stakers may be old
    pool_age_s: float = 2.0  # and what moved the pool's value up to now
    housing: Callable[[], Statistics] | None = None  # None: what the catalogue has
    areas: Mapping[int, MarketFacts] = field(init=False)
    staking: CachedValue[StakingTotalsView] = field(init=False)
    pool: CachedValue[CurrentDay] = field(init=False)
    statistics: Callable[[], Statistics] = field(init=False)  # as they are loaded now
    past: PastReads = field(init=False)
    auctions: ComingAuctions = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "areas", {area.acre_id: area for area in self.catalogue.markets})
        staking = CachedValue(self._staking_totals, self.staking_age_s)
        object.__setattr__(self, "staking", staking)
        object.__setattr__(self, "pool", CachedValue(self._pool, self.pool_age_s))
        object.__setattr__(self, "past", PastReads(self.store))
        object.__setattr__(self, "auctions", ComingAuctions(lambda: self.exchange))
        housing = self.housing or cache(self.catalogue.load_statistics)
        object.__setattr__(self, "statistics", housing)

    async def _staking_totals(self) -> StakingTotalsView:
        return self.exchange.staking_totals(self.now_s())  # visits every stake

    async def _pool(self) -> CurrentDay:
        return await with_deadline(self.pool_figures.now(self.projector.wait_for))

    @property
    def exchange(self) -> Exchange:
        """The engine whose state the sequencer applies to."""
        return self.sequencer.exchange

    @property
    def clock(self) -> EngineClock:
        """Engine time."""
        return self.sequencer.clock

    def now_s(self) -> int:
        """Return engine time, never before the last applied command."""
        return self.sequencer.now_s()

    def is_high_risk(self, user: bytes) -> bool:
        """Return the operator's risk class of a wallet, else the list's (API 7.9)."""
        override = self.exchange.user_view(user).is_high_risk
        return user in self.lists.screen.listed if override is None else override

    async def wait_for_projection(self) -> None:
        """Wait until the database has what the engine has now; TimeoutError past the deadline."""
        sequence = self.sequencer.sequence
        if self.projector.projected_seq < sequence:
            await with_deadline(self.projector.wait_for(sequence))

    def market_facts(self, acre_id: int) -> MarketFacts | None:
        """Return the catalogue's facts of an area."""
        return self.areas.get(acre_id)


Call = route.Call[Context, route.Q, route.B]
