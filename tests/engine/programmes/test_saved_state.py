"""A state that was saved and loaded equals the original."""

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from engine.core import state as snapshots_of_state
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.programmes.equity import WorthReader, worth_of
from engine.programmes.programme_state import ProgrammeState
from engine.programmes.saved_state import VERSION, decode_state, encode_state, seal
from engine.programmes.seasons import Programme
from engine.sequencer import Applied
from tests.engine.core.support.world import DAY_S, E6, wallet
from tests.engine.programmes.book_world import BookWorld, days_of
from tests.engine.programmes.random_world import USERS, RandomWorld

STEPS = 400
STATE_SOURCE = Path(snapshots_of_state.__file__).with_name("snapshot.pyx")


def again(book: ProgrammeState, exchange: Exchange) -> ProgrammeState:
    """The book through the bytes of a checkpoint."""
    return ProgrammeState.load(decode_state(b"".join(seal(book.save(exchange)))))


def shown(book: ProgrammeState) -> list[object]:
    """What readers see of a book."""
    ledger, now_s = book.ledger, book.now_s
    return [
        [ledger.leaderboard(one, now_s) for one in Programme],
        [ledger.referrals.of(wallet(user)) for user in USERS],
        [days_of(book, one, wallet(user), now_s) for one in Programme for user in USERS],
        [(one.rules, one.final, one.leaderboard(now_s)) for one in book.contests.values()],
        [ledger.quote_trading(wallet(user), E6) for user in USERS],
        ledger.opposed_clusters(),
    ]


@pytest.mark.parametrize("seed", range(8))
def test_a_checkpoint_at_any_command_gives_the_same_book(seed):
    """One book hears all, one is saved and loaded after every command, one hears it all later."""
    world = RandomWorld(seed)
    loaded = again(world.book, world.exchange)
    codes = set()
    for _ in range(STEPS):
        world.step()
        loaded.take(world.heard[-1], world.exchange)
        loaded = again(loaded, world.exchange)
        codes.add(world.refused)
    assert loaded.save(world.exchange) == world.book.save(world.exchange)
    assert shown(loaded) == shown(world.book)
    replayed, exchange = ProgrammeState(), Exchange()
    for command in world.journal:
        replayed.take(Applied(command, tuple(exchange.apply(command))), exchange)
    assert replayed.save(exchange) == world.book.save(world.exchange)
    # the run was worth it
    assert len(codes) > 4
    assert any(one.final for one in world.book.contests.values())
    board = world.book.ledger.leaderboard(Programme.SEASON_3, world.now_s)
    assert board[0].row.points_e6 > 0


@pytest.mark.parametrize("seed", range(3))
def test_one_scan_of_all_accounts_and_the_accounts_of_each_say_the_same(seed):
    world, reader, count = RandomWorld(seed), WorthReader(), 0
    users = {wallet(user) for user in (*USERS, 77)}
    for _ in range(150):
        world.step()
        worths = reader.read(world.exchange, users, world.now_s)
        assert worths == {user: worth_of(world.exchange, user, world.now_s) for user in users}
        count += sum(worth.position_count for worth in worths.values())
    assert count > 500


def saved(world: BookWorld) -> bytes:
    return b"".join(seal(world.book.save(world.exchange)))


def resealed(document: bytes) -> bytes:
    return b"".join(seal(document))


def test_ratios_stay_exact():
    world = RandomWorld(1)
    world.contest(ends_at_s=world.now_s + 60)
    world.join(wallet(1))
    world.tick(60)
    (place,) = again(world.book, world.exchange).contests["royale"].final
    assert isinstance(place.row.exact_change, Fraction)
    assert (place,) == world.book.contests["royale"].final


def test_bytes_that_are_no_checkpoint_are_refused():
    world = RandomWorld(2)
    for _ in range(60):
        world.step()
    good = saved(world)
    decode_state(good)
    head = len(VERSION)
    for bad in (
        b"",
        good[:head],
        good[:-1],
        b"ACREBOOK 0\n" + good[head:],
        b"ACREBOOK 9\n" + good[head:],  # damage: its hash is that of another version
        good[:-3] + b"1" + good[-2:],
        resealed(b""),
        resealed(b"[" * 100_000),
        resealed(b"{}"),
        resealed(b'{"sequence":1e999}'),
        VERSION + sha256(b"").digest(),
    ):
        with pytest.raises(ValueError, match=r"checkpoint|hash|read"):
            decode_state(bad)


def test_a_document_that_contradicts_itself_is_refused():
    world = RandomWorld(3)
    for _ in range(150):
        world.step()
    world.participate(wallet(1))
    world.send(m.GenerateReferralCode(user=wallet(1), code="fresh-one"))
    good = decode_state(saved(world))

    def fails(match: str, **changes: object) -> None:
        bad = decode_state(resealed(encode_state(replace(good, **changes))))
        with pytest.raises(ValueError, match=match):
            ProgrammeState.load(bad)

    ledger = good.ledger
    fails("ahead of their time", now_s=good.ledger.now_s - 1)
    fails("other programmes", ledger=replace(ledger, programmes={}))
    season = ledger.programmes[Programme.SEASON_3]
    both = {
        Programme.SEASON_3: replace(season, opened_at_s=1, ended_at_s=None),
        Programme.PERPETUAL: replace(season, opened_at_s=1, ended_at_s=None),
    }
    fails("more than one", ledger=replace(ledger, programmes=ledger.programmes | both))
    turned = dict(reversed(season.accounts.items()))
    assert len(turned) > 1
    changed = {Programme.SEASON_3: replace(season, accounts=turned)}
    fails("out of place", ledger=replace(ledger, programmes=ledger.programmes | changed))
    users = {
        wallet(user): replace(
            ledger.referrals.get(wallet(user)) or next(iter(ledger.referrals.values())),
            referred_by=wallet(3 - user),
            referees=[wallet(3 - user)],
        )
        for user in (1, 2)
    }
    fails("referrals", ledger=replace(ledger, referrals=users))
    fails("whole rows", days={Programme.SEASON_3: [(0, bytes(8))]})
    fails("whole rows", days={Programme.SEASON_3: [(1, b"")]})
    fails("multiple of item size|bytes length", days={Programme.SEASON_3: [(0, b"1")]})
    holdings = ledger.holdings
    for fields in ({"epoch_duration_s": 0}, {"index_price_e8": {1: 10**30}}):
        far = replace(ledger, holdings=replace(holdings, **fields))
        fails("beyond the limits", ledger=far)
    user, held = next((user, one) for user, one in holdings.users.items() if one.positions)
    users = {user: replace(held, positions=[(1, 1, 10**30, 1)])}
    fails("position is beyond", ledger=replace(ledger, holdings=replace(holdings, users=users)))
    contest = good.contests[0]
    wrong = replace(contest.rules, ends_at_s=contest.rules.starts_at_s)
    fails("before it starts", contests=[replace(contest, rules=wrong)])


def test_thirty_one_midnights_are_kept_in_a_checkpoint():
    world = RandomWorld(4)
    world.participate(wallet(1))
    for _ in range(35):
        world.tick(DAY_S)
    loaded = again(world.book, world.exchange)
    assert days_of(loaded, Programme.SEASON_3, wallet(1), world.now_s) == days_of(
        world.book, Programme.SEASON_3, wallet(1), world.now_s
    )
    assert len(loaded.daily[Programme.SEASON_3].midnights) == 31


def test_both_versions_of_saved_states_rise_together():
    # the checkpoint's number is what an older program recognizes a newer one by
    assert "\n_STATE_VERSION = 11 " in STATE_SOURCE.read_text()
    assert VERSION == b"ACREBOOK 7\n"
