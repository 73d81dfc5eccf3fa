"""Sequencers, clocks and commands for the tests."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.core.generated.messages import CreateExchange, CreateMarket, PostPrint
from engine.journal import FileJournal
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from engine.sequencer import EngineClock, Sequencer

START_S = 1_262_304_000  # 2010-01-01 00:00 UTC
DAY_S = 86_400
SMALL_SEGMENT = 1024 * 1024
E8 = 10**8


class ManualTime:
    """Real time under test control."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        return self.ns

    def advance(self, seconds: float) -> None:
        self.ns += round(seconds * 10**9)


class GatedSync:
    """A flush that waits until the test lets it pass, and counts."""

    def __init__(self) -> None:
        self.count = 0
        self.error: OSError | None = None
        self.started = threading.Semaphore(0)
        self._gate = threading.Semaphore(0)
        self._is_open = False

    def __call__(self, _file: int) -> None:
        self.count += 1
        self.started.release()
        if not self._is_open:
            assert self._gate.acquire(timeout=30)
        if self.error is not None:
            raise self.error

    def open(self) -> None:
        self._is_open = True
        self._gate.release()


class JournalDisk:
    """The journal's disk: with room for another segment, or full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = False
        self.looks = 0
        real = os.statvfs

        def statvfs(path: Path) -> os.statvfs_result:
            facts = real(path)
            self.looks += 1
            return os.statvfs_result((*facts[:3], 0, 0, *facts[5:])) if self.is_full else facts

        monkeypatch.setattr(os, "statvfs", statvfs)

    def fill(self, sequencer: Sequencer) -> None:
        """Leave no room on the disk and none in the present segment."""
        self.is_full = True
        sequencer._journal._file_bytes = sequencer._journal._place.offset


def make_clock(rate: int = 1440, start_s: int = START_S) -> tuple[EngineClock, ManualTime]:
    time = ManualTime()
    return EngineClock(rate, time, start_s), time


async def open_sequencer(
    directory: Path, clock: EngineClock | None = None, **options: Any
) -> Sequencer:
    clock = clock or make_clock()[0]
    return await Sequencer.open(directory, clock, segment_bytes=SMALL_SEGMENT, **options)


def start_sequencer(directory: Path, sync: GatedSync) -> Sequencer:
    """A sequencer on an empty journal whose flushes pass through `sync`."""
    journal = FileJournal(directory, segment_bytes=SMALL_SEGMENT, sync=sync)
    return Sequencer(journal, Exchange(), make_clock()[0])


def create_exchange() -> CreateExchange:
    return CreateExchange(
        operator=b"\x01" * 32,
        exchange=b"\x02" * 32,
        collateral_mint=b"\x03" * 32,
        token_mint=b"\x04" * 32,
        vault_authority=b"\x05" * 32,
        is_demo=1,
        **{p.name: p.default for p in EXCHANGE_PARAMETERS},
    )


def create_market(
    symbol: str = "AUS",
    acre_id: int = 4804,
    price_e8: int = 100 * E8,
    published_at_s: int = START_S - DAY_S,
) -> CreateMarket:
    parameters = {p.name: p.default for p in MARKET_PARAMETERS}
    parameters["max_side_size_e6"] = 10_000 * 10**6
    parameters["skew_scale_e6"] = 200_000 * 10**6
    return CreateMarket(
        operator=b"\x01" * 32,
        symbol=symbol,
        name=f"{symbol}, TX",
        state="TX",
        country="US",
        category="city",
        metric="sqft",
        price_feed=f"index:{symbol}",
        acre_id=acre_id,
        price_e8=price_e8,
        published_at_s=published_at_s,
        **parameters,
    )


def post_print(day: int, price_e8: int = 100 * E8, market_id: int = 1) -> PostPrint:
    return PostPrint(market_id=market_id, price_e8=price_e8, published_at_s=START_S + day * DAY_S)
