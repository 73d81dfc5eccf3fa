"""Opening of the core: database, journal, engine, chain facts, custody."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from chain.catalogue import Catalogue, load_catalogue
from chain.catalogue.statistics import day_text
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.custody.build import CustodySettings, open_custody
from chain.custody.custody import CUSTODY_DELEGATE, Custody
from chain.genesis import (
    DEMO_LIQUIDITY_E6,
    GenesisError,
    GenesisSettings,
    Keys,
    check_kind,
    ensure_genesis,
)
from chain.importers.imports import Imports
from edge.core.demo import PastParts, first_day_s, hold_for_past, past_to_play_s, play_beside
from edge.core.programme_keeper import ProgrammeKeeper
from edge.core.settings import LOCAL, Settings
from edge.core.standby import Leading, lead
from edge.core.starting import StartProgress
from edge.http.limits import (
    NODE_DEADLINE_S,
)
from edge.operator.lists import Lists
from edge.process.heartbeat import report_progress
from edge.process.stop_budget import DATABASE_S, DRAIN_S
from edge.process.stop_limit import stopping_on_error
from edge.projector.history_load import load_history
from edge.projector.ownership import creation_of
from edge.projector.projector import Projector
from edge.store.pool import Store
from engine.core.generated.messages import CreateExchange
from engine.journal import (
    ExpectedEnd,
    FileJournal,
    Journal,
    JournalArchiveError,
    JournalFiles,
    JournalRecord,
    SnapshotStore,
    read_journal,
)
from engine.programmes.programme_state import ProgrammeState
from engine.sequencer import ClockTicker, EngineClock, ReplayListener, Sequencer, SequencerError
from engine.sequencer.sequencer import NEVER, SNAPSHOTS
from engine.sequencer.snapshots import restore_newest

DAY_S = 86_400
log = logging.getLogger("acre.core")

PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """Components of a process that is ready to trade."""

    settings: Settings
    catalogue: Catalogue
    store: Store
    projector: Projector
    programmes: ProgrammeState
    sequencer: Sequencer
    rpc: Rpc
    agreeing: tuple[Rpc, ...]  # a second provider, which must say the same about blocks
    edge_rpc: Rpc  # short timeouts: a client waits for the answer
    facts: ChainFacts
    keys: Keys
    custody: Custody
    lists: Lists
    imports: Imports  # statistics, and prints made of imported figures
    leading: Leading | None  # in a cluster


@asynccontextmanager
async def opened_core(settings: Settings, progress: StartProgress) -> AsyncIterator[Core]:
    """Open everything in order; what was opened is closed in the reverse order."""
    async with AsyncExitStack() as stack:
        with stopping_on_error("the core"):
            yield await _open(settings, progress, stack)


async def _open(settings: Settings, progress: StartProgress, stack: AsyncExitStack) -> Core:
    store = await Store.connect(settings.database_url)
    stack.push_async_callback(store.close, DATABASE_S)
    catalogue = await asyncio.to_thread(catalogue_of, settings)
    leading = await lead(settings, store, progress, stack) if settings.cluster.is_cluster else None
    projector = Projector(store)
    journal = settings.home / "journal"
    end = ExpectedEnd(
        known={"the database": await projector.look()}, accepted=settings.accepted_journal_end
    )
    open_journal: Callable[[], Journal] = partial(FileJournal, journal, expected=end)
    first_records: Callable[[], Iterable[JournalRecord]] = partial(_first_records, journal)
    if leading is not None:
        open_journal = partial(leading.open_journal, journal, end)
        first_records = leading.first_records
    projector.check_exchange(await asyncio.to_thread(_exchange_of, journal, first_records))
    created = await asyncio.to_thread(_created, settings, first_records)
    keeper = ProgrammeKeeper(journal)
    opened = await _open_both(open_journal, store, projector)
    sequencer = await Sequencer.open(
        journal,
        engine_clock(settings, catalogue),
        open_journal=lambda: opened,
        listeners=(
            ReplayListener(projector.replay_start, projector.take_replayed),
            keeper.listener,
        ),
        progress=lambda done, last: report_progress(progress.replay(done, last)),
    )
    stack.push_async_callback(_drain, projector, sequencer)
    stack.push_async_callback(sequencer.close)
    check_kind(sequencer.exchange, is_demo=settings.profile != PLAIN)
    sequencer.subscribe(projector.take)
    keeper.follow(sequencer)
    keeper.set_pace(sequencer)
    known = sequencer.exchange.exchange_view(sequencer.clock.now_s()).address
    await projector.verify(sequencer.sequence, known if sequencer.sequence else None)
    await projector.name_markets(_symbols(sequencer))
    rpc, edge_rpc, *agreeing = _open_rpcs(settings, stack)
    genesis = _genesis(settings, tuple(agreeing))
    past_s = past_to_play_s(settings, catalogue, created, sequencer)
    first = hold_for_past(sequencer, catalogue, past_s)
    facts, keys = await ensure_genesis(sequencer, rpc, genesis, first)
    stack.push_async_callback(_journal_the_time, sequencer)  # not in the journal of another chain
    custody = open_custody(custody_settings(settings), facts, keys)
    history = load_history(store, catalogue, sequencer.exchange.now_s)
    past = PastParts(
        settings=settings,
        sequencer=sequencer,
        rpc=rpc,
        facts=facts,
        keys=keys,
        catalogue=catalogue,
        programmes=keeper.book,
    )
    await (history if past_s is None else play_beside(history, past, store, past_s))
    imports = Imports(catalogue, settings.home, sequencer.now_s)
    await asyncio.to_thread(imports.step)
    return Core(
        settings=settings,
        catalogue=catalogue,
        store=store,
        projector=projector,
        programmes=keeper.book,
        sequencer=sequencer,
        rpc=rpc,
        agreeing=tuple(agreeing),
        edge_rpc=edge_rpc,
        facts=facts,
        keys=keys,
        custody=custody,
        lists=await Lists.open(settings.lists, store),
        imports=imports,
        leading=leading,
    )


def _symbols(sequencer: Sequencer) -> dict[int, str]:
    exchange, now_s = sequencer.exchange, sequencer.clock.now_s()
    return {i: exchange.market_view(i, now_s).symbol for i in exchange.market_ids()}


def _open_rpcs(settings: Settings, stack: AsyncExitStack) -> list[Rpc]:
    """Return the node for the core's work, the one for clients, and those that must agree."""
    urls = [settings.node_url, *filter(None, (settings.second_node_url,))]
    first, *agreeing = map(Rpc, urls)
    opened = [first, Rpc(settings.node_url, NODE_DEADLINE_S), *agreeing]
    for rpc in opened:
        stack.push_async_callback(rpc.close)
    return opened


async def _open_both(
    open_journal: Callable[[], Journal], store: Store, projector: Projector
) -> Journal:
    """Open the journal, then bring the database up to date: nothing changes where one is refused.

    A migration is not undone, so a database is migrated only for the journal that it belongs to.
    """
    journal = await asyncio.to_thread(open_journal)
    try:
        await store.migrate()
        await projector.load()
    except BaseException:
        journal.close()
        raise
    return journal


def _first_records(journal: Path) -> Iterator[JournalRecord]:
    return (record for record, _ in read_journal(journal))


def _exchange_of(
    journal: Path, first_records: Callable[[], Iterable[JournalRecord]]
) -> bytes | None:
    """Return the exchange of the journal: by its first records, or by a snapshot without them."""
    try:
        created = creation_of(first_records)
        return created.exchange if created is not None else None
    except JournalArchiveError as error:
        log.warning("archive_not_readable", extra={"reason": str(error)})
        store = SnapshotStore(journal / SNAPSHOTS, is_reader=True)
        exchange = restore_newest(store, JournalFiles.whole(journal), NEVER)
        return exchange.exchange_view(exchange.now_s).address if exchange.sequence else None


def _created(
    settings: Settings, first_records: Callable[[], Iterable[JournalRecord]]
) -> CreateExchange | None:
    """Return the command that made the exchange, None without one that can be read.

    Refuses another first day than that of the journal.
    """
    with suppress(JournalArchiveError):
        created = creation_of(first_records)
        if created is None or settings.demo_start_s is None:
            return created
        first_s = first_day_s(created.time_s)
        if first_s // DAY_S == settings.demo_start_s // DAY_S:
            return created
        raise GenesisError(
            f"ACRE_DEMO_START is {day_text(settings.demo_start_s)}, but the replay of this "
            f"exchange began on {day_text(first_s)}; leave it out, or name another "
            "directory in ACRE_HOME. Nothing was changed."
        )
    return None


async def _journal_the_time(sequencer: Sequencer) -> None:
    """Journal a final tick so engine time does not go back on restart."""
    if sequencer.sequence:
        with suppress(SequencerError):
            await ClockTicker(sequencer).tick()


async def _drain(projector: Projector, sequencer: Sequencer) -> None:
    """Flush the queue within the time limit; leftovers are replayed on restart."""
    writing = asyncio.create_task(projector.run(sequencer))
    try:
        async with asyncio.timeout(DRAIN_S):
            await projector.wait_for(sequencer.sequence)
    except TimeoutError:
        log.warning("projection_not_drained", extra={"projected": projector.projected_seq})
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


def catalogue_of(settings: Settings) -> Catalogue:
    """Return the markets and their history; blocks."""
    return load_catalogue(settings.data_dir, settings.catalogue, settings.demo_start_s)


def engine_clock(settings: Settings, catalogue: Catalogue) -> EngineClock:
    """Return engine time: over the dates of the history, or UTC in the plain profile."""
    is_replay = settings.profile != PLAIN or settings.time_rate != 1
    return EngineClock(settings.time_rate, start_s=catalogue.start_s if is_replay else None)


def _genesis(settings: Settings, agreeing: tuple[Rpc, ...]) -> GenesisSettings:
    if settings.custody == CUSTODY_DELEGATE and settings.custody_multisig is None:
        raise GenesisError(
            "ACRE_CUSTODY is 'delegate', so ACRE_CUSTODY_MULTISIG must name the multisig that "
            "owns the vault; `acre custody create` makes one."
        )
    is_demo = settings.profile != PLAIN
    return GenesisSettings(
        keys_dir=settings.home / "keys",
        chain_dir=settings.home / "follower",
        multisig=settings.custody_multisig,
        is_demo=is_demo,
        seed_liquidity_e6=DEMO_LIQUIDITY_E6 if is_demo and settings.has_play_money else 0,
        chain_name=settings.node.chain_name,
        pinned_genesis=settings.node.genesis,
        mints=settings.node.mints,
        can_airdrop=settings.env == LOCAL,
        commitment=settings.node.commitment,
        agreeing=agreeing,
        expected_end=ExpectedEnd(accepted=settings.accepted_journal_end),
    )


def custody_settings(settings: Settings) -> CustodySettings:
    """Return which custody this is, and where its files are."""
    return CustodySettings(
        home=settings.home, kind=settings.custody, former_keys=settings.custody_former_keys
    )
