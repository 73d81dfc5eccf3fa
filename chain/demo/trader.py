"""A trader of the demo: its key, its public name, its strategy."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solders.keypair import Keypair

from chain.client.wallet import address_of, load_or_create_key
from chain.demo.strategies import STRATEGIES, Strategy, strategy_of

TRADERS_MAX: Final = 20


@dataclass(frozen=True, slots=True)
class Trader:
    """One of them; `number` is from 1."""

    number: int
    key: Keypair

    @property
    def name(self) -> str:
        """The public name: that of the strategy."""
        name = self.strategy.name
        return name if self.number <= len(STRATEGIES) else f"{name}_{self.number}"

    @property
    def address(self) -> bytes:
        """The wallet."""
        return address_of(self.key)

    @property
    def strategy(self) -> Strategy:
        """What it trades by."""
        return strategy_of(self.number)

    @property
    def provides(self) -> bool:
        """Whether it has liquidity in the pool: every second one."""
        return self.number % 2 == 0

    @property
    def stakes(self) -> bool:
        """Whether it has a stake: every third one."""
        return self.number % 3 == 0


def demo_traders(keys_dir: Path, count: int) -> tuple[Trader, ...]:
    """Return so many traders, whose keys are made when they are missing."""
    assert 0 <= count <= TRADERS_MAX
    return tuple(
        Trader(number, load_or_create_key(keys_dir / f"demo-trader-{number}.json"))
        for number in range(1, count + 1)
    )
