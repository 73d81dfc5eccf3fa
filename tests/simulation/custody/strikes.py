"""One disk call of a short scenario fails; each call and each kind of failure in turn.

Nothing else is faulty, but the writer crashes once, so that what is on the disk is read again. A
misdirected write may cost the start, which must name the damage; it must not change what replays.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.simulation.custody.runs import SIMULATION
from tests.simulation.custody.world import CustodyWorld
from tests.simulation.durability.clock import Stuck
from tests.simulation.durability.disk import MISDIRECTED, Strike
from tests.simulation.durability.runs import Simulation
from tests.simulation.durability.world import Fault, Wrong

SEED = 2  # a journal of files that follows confirmed blocks
FAULTS = [Fault(3.0, "fork", 5), Fault(7.0, "crash writer", 0), Fault(11.0, "crash writer", 0)]
DAMAGE = ("JournalCorruptError", "JournalShortError", "the journal: ")


class QuietWorld(CustodyWorld):
    """A world in which only the named faults happen."""

    faults_s = 12.0

    def set_faulty(self, *, is_faulty: bool) -> None:
        """Nothing is faulty by chance."""


QUIET = Simulation(QuietWorld, SIMULATION.faults_of, SIMULATION.patches)


@dataclass(frozen=True)
class Outcome:
    """What a strike has led to."""

    strike: Strike
    struck: str
    damage: str  # how a start names it


@cache
def quiet_run() -> Any:
    """Return the world of the scenario without a strike."""
    return QUIET.run(SEED, FAULTS)


def count_calls() -> int:
    """Return the number of disk calls of the scenario."""
    return int(quiet_run().disk.calls)


def strike(call: int, kind: str) -> Outcome:
    """Run the scenario with one fault; raises Wrong where a promise does not hold."""
    one, worlds = Strike(call, kind), list[Any]()

    class Watched(QuietWorld):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            worlds.append(self)

    damage = ""
    try:
        Simulation(Watched, QUIET.faults_of, QUIET.patches).run(SEED, FAULTS, one)
    except (Wrong, Stuck) as wrong:
        wrong.add_note(f"{one} {worlds[0].disk.struck}")
        if kind != MISDIRECTED or not any(name in str(wrong) for name in DAMAGE):
            raise
        damage = str(wrong)
    return Outcome(one, worlds[0].disk.struck, damage)
