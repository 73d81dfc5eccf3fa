"""The search for payouts that the journal does not know: how often the node is asked."""

from types import SimpleNamespace

import pytest

from chain.client.errors import ChainError
from chain.custody import earlier
from chain.custody.earlier import LOOK_AGAIN_MAX_S, LOOK_AGAIN_S, LOOK_MAX, EarlierPayouts
from chain.custody.evidence import GuardUse

NOTHING = GuardUse(None, is_spoiled=False, is_signed=False)
HOUR_S = 3_600


class Search:
    """A search over requests, second by second."""

    def __init__(self, monkeypatch) -> None:
        self.now_s = 0.0
        self.asked: list[tuple[float, int]] = []
        self.paid: set[int] = set()
        self.is_down = False
        monkeypatch.setattr(earlier, "use_of", self._use_of)
        self.payouts = EarlierPayouts(SimpleNamespace(), [bytes(32)], lambda: self.now_s)

    async def _use_of(self, _rpc, _guard, request, _facts, _commitment):
        self.asked.append((self.now_s, request.request_id))
        if self.is_down:
            raise ChainError("NODE_UNAVAILABLE")
        is_paid = request.request_id in self.paid
        return GuardUse(bytes(64), is_spoiled=False) if is_paid else NOTHING

    async def run(self, count: int, seconds: int) -> list[float]:
        """Search each second for payouts of the first requests; return when it asked."""
        start_s, before = self.now_s, len(self.asked)
        rows = [
            SimpleNamespace(owner=bytes(32), request_id=number, amount_e6=1)
            for number in range(1, count + 1)
        ]
        for _ in range(seconds):
            try:
                await self.payouts.find(rows, SimpleNamespace())
            except ChainError:
                assert self.is_down
            self.now_s += 1
        return [at_s - start_s for at_s in dict.fromkeys(at for at, _ in self.asked[before:])]


@pytest.fixture
def search(monkeypatch):
    return Search(monkeypatch)


@pytest.mark.parametrize("is_down", [False, True])
async def test_rounds_that_find_nothing_come_less_and_less_often(search, is_down):
    search.is_down = is_down
    times = await search.run(1, HOUR_S)
    assert times[:7] == [0, 5, 15, 35, 75, 135, 195]
    assert len(times) <= 5 + HOUR_S / LOOK_AGAIN_MAX_S


async def test_a_new_request_is_looked_at_soon(search):
    await search.run(1, 301)
    times = await search.run(2, 60)
    assert times[0] <= LOOK_AGAIN_S
    assert {number for _, number in search.asked} == {1, 2}


async def test_a_found_payout_resets_the_backoff(search):
    await search.run(2, 300)
    search.paid = {1}
    times = await search.run(2, 120)
    first_s = times[0]
    assert first_s <= LOOK_AGAIN_MAX_S
    assert [at_s - first_s for at_s in times[1:4]] == [5, 15, 35]
    assert search.asked[-1][1] == 2


async def test_every_request_has_its_turn_before_the_pauses_grow(search):
    count = 2 * LOOK_MAX + 1
    times = await search.run(count, 26)
    assert times == [0, 5, 10, 15, 20, 25]
    assert {number for _, number in search.asked} == set(range(1, count + 1))
    assert len(search.asked) <= len(times) * LOOK_MAX
    times = await search.run(count, HOUR_S)
    rounds = HOUR_S / (LOOK_AGAIN_MAX_S + 2 * LOOK_AGAIN_S)
    assert len(times) <= 3 * (rounds + 4)
