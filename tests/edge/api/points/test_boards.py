"""Leaderboards of many participants: computed in slices, together, and not more often than said."""

import asyncio

from edge.api.points.leaderboards import PointsBoards
from edge.http.limits import LEADERBOARD_SLICE
from engine.programmes.points_rows import PointsRow
from engine.programmes.programme_state import ProgrammeState
from engine.programmes.seasons import Programme
from tests.engine.programmes.facts_world import DAY_S, E6, deposit, joined, ledger, opened

COUNT = 2 * LEADERBOARD_SLICE + 3
USERS = [number.to_bytes(32, "big") for number in range(1, COUNT + 1)]
SEASON = Programme.SEASON_3


def crowd() -> ProgrammeState:
    """Return programmes in which user n has deposited n in season 3."""
    book = ProgrammeState()
    events = [opened(0)]
    events += [joined(0, user) for user in USERS]
    events += [deposit(0, user, number) for number, user in enumerate(USERS, 1)]
    past = {Programme.SEASON_1: USERS[:1], Programme.SEASON_2: USERS[:2]}
    book.ledger = ledger()
    for programme, users in past.items():
        rows = [PointsRow(user=user, lp_points_e6=7 * E6) for user in users]
        book.ledger.install_final(programme, rows)
    for event in events:
        book.ledger.apply(event)
    return book


async def test_everybody_has_one_place_whatever_happens_between_two_slices():
    book = crowd()
    boards = PointsBoards(book, lambda: max(DAY_S, book.ledger.now_s))
    late = [(COUNT + number).to_bytes(32, "big") for number in range(1, 4)]

    async def others() -> int:
        for number, user in enumerate(late):
            await asyncio.sleep(0)
            book.ledger.apply(joined(DAY_S + number, user))
        return book.ledger.now_s

    board, until_s = await asyncio.gather(boards.of(SEASON), others())
    assert until_s == DAY_S + 2
    assert board.updated_at_s == DAY_S
    assert [place.rank for place in board.places] == list(range(1, COUNT + 1))
    assert [place.row.user for place in board.places] == USERS[::-1]
    assert board.users == USERS
    for number, user in enumerate(USERS, 1):
        row, rank = board.place(user)
        assert rank == COUNT + 1 - number
        least, most = 5 * number * E6, 5 * number * E6 * until_s // DAY_S
        assert least <= row.points_e6 <= most
    assert board.place(USERS[-1])[0].points_e6 > 5 * COUNT * E6  # time passed on the way
    assert board.place(late[0]) == (PointsRow(user=late[0]), None)
    assert board.points_e6 == sum(place.row.points_e6 for place in board.places)


async def test_the_totals_stem_from_the_same_moment():
    boards = PointsBoards(crowd(), lambda: DAY_S)
    totals, season = await boards.totals(), await boards.of(SEASON)
    assert totals.updated_at_s == season.updated_at_s == DAY_S
    more = {USERS[0]: 14 * E6, USERS[1]: 7 * E6}
    for user in USERS:
        assert totals.place(user)[0].points_e6 == (
            season.place(user)[0].points_e6 + more.get(user, 0)
        )
    assert totals.points_e6 == season.points_e6 + 21 * E6


async def test_a_leaderboard_stays_as_it_is_for_a_while():
    book = crowd()
    kept = PointsBoards(book, lambda: book.ledger.now_s, age_s=3_600.0)
    fresh = PointsBoards(book, lambda: book.ledger.now_s, age_s=-1.0)
    first, second = await asyncio.gather(kept.of(SEASON), kept.of(SEASON))
    assert first is second
    old = await fresh.of(SEASON)
    assert old == first
    book.ledger.apply(joined(9, bytes(32)))
    assert await kept.of(SEASON) is first
    assert (await kept.totals()).updated_at_s == 0
    new = await fresh.of(SEASON)
    assert (len(new.places), new.updated_at_s) == (COUNT + 1, 9)
