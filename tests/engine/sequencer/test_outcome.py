"""Submissions of coroutines that no task runs: driven from callbacks of the loop."""

import asyncio
import errno

import pytest

from engine.core.generated.messages import PostPrint, Tick
from engine.sequencer import (
    SequencerFailedError,
    SequencerFullError,
    SequencerOverloadedError,
)
from engine.sequencer import sequencer as module
from engine.sequencer.outcome import Outcome
from tests.engine.sequencer.factories import (
    GatedSync,
    JournalDisk,
    create_exchange,
    create_market,
    open_sequencer,
    start_sequencer,
)


class Driven:
    """A coroutine that goes on when what it waits for calls back; its outcome, in the end."""

    def __init__(self, coroutine) -> None:
        self.outcome: list[object] = []
        self._coroutine = coroutine

    def step(self, _waited: object = None) -> None:
        try:
            self._coroutine.send(None).add_done_callback(self.step)
        except StopIteration as ended:
            self.outcome.append(ended.value)
        except Exception as error:
            self.outcome.append(error)


async def drive(coroutine) -> Driven:
    """Start a coroutine from a callback, where no task is current."""
    driven = Driven(coroutine)
    asyncio.get_running_loop().call_soon(driven.step)
    await asyncio.sleep(0)
    return driven


async def started(sync: GatedSync) -> None:
    assert await asyncio.to_thread(sync.started.acquire, timeout=30)


async def test_the_submitter_continues_before_any_later_command_is_applied(tmp_path):
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    seen = []

    async def submit(command):
        (number,) = await sequencer.submit_all([command], lambda applied: applied.command.seq)
        seen.append((number, sequencer.sequence))
        return number

    first = await drive(submit(create_exchange()))
    await started(sync)
    others = [await drive(submit(Tick())) for _ in range(3)]
    assert not first.outcome
    assert not seen
    sync.open()
    assert (await sequencer.submit(Tick())).command.seq == 5
    assert seen == [(number, number) for number in range(1, 5)]
    assert [one.outcome for one in (first, *others)] == [[1], [2], [3], [4]]
    await sequencer.close()


async def test_an_idle_journal_begins_before_the_submission_returns(tmp_path):
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    begun = []

    def step() -> None:
        driven.step()
        begun.append(sync.started.acquire(timeout=30))  # the loop has not turned

    driven = Driven(sequencer.submit_all([create_exchange()], lambda applied: applied.command.seq))
    asyncio.get_running_loop().call_soon(step)
    await asyncio.sleep(0)
    assert begun == [True]
    others = [asyncio.ensure_future(sequencer.submit(Tick())) for _ in range(2)]
    await asyncio.sleep(0)
    sync.open()
    assert [(await one).command.seq for one in others] == [2, 3]
    assert driven.outcome == [[1]]
    assert sync.count == 2
    await sequencer.close()


async def test_the_commands_of_tasks_in_one_turn_share_a_flush(tmp_path):
    sync = GatedSync()
    sync.open()
    sequencer = start_sequencer(tmp_path, sync)
    await sequencer.submit(create_exchange())
    flushes = sync.count
    await asyncio.gather(*(sequencer.submit(Tick()) for _ in range(5)))
    assert sync.count == flushes + 1
    await sequencer.close()


async def test_what_is_submitted_from_an_outcome_is_applied_after_it(tmp_path):
    sequencer = await open_sequencer(tmp_path)

    async def submit_two():
        (one,) = await sequencer.submit_all(
            [create_exchange()], lambda applied: applied.command.seq
        )
        (two,) = await sequencer.submit_all([create_market()], lambda applied: applied.command.seq)
        return one, two

    driven = await drive(submit_two())
    while not driven.outcome:
        await sequencer.submit(Tick())
    ((one, two),) = driven.outcome
    assert one < two <= sequencer.sequence
    await sequencer.close()


async def test_errors_are_raised_where_the_outcome_is_waited_for(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())

    def refuse(_applied):
        raise KeyError("refused")

    refused = await drive(sequencer.submit_all([Tick()], refuse))
    bad = await drive(sequencer.submit_all([PostPrint(price_e8=2**63)], refuse))
    await sequencer.submit(Tick())
    assert isinstance(refused.outcome[0], KeyError)
    assert isinstance(bad.outcome[0], ValueError)
    assert sequencer.sequence == 3
    await sequencer.close()


@pytest.mark.parametrize("is_full", [True, False])
async def test_one_who_submits_again_after_a_failure_is_refused_and_not_forgotten(
    tmp_path, monkeypatch, is_full
):
    sync, disk = GatedSync(), JournalDisk(monkeypatch)
    sequencer = start_sequencer(tmp_path, sync)
    errors, has_both = [], asyncio.Event()

    async def insist():
        for _ in range(2):
            try:
                await sequencer.submit_all([Tick()], lambda applied: applied)
            except Exception as error:
                errors.append(error)
        has_both.set()

    waiting = [await drive(sequencer.submit_all([create_exchange()], lambda applied: applied))]
    await started(sync)
    waiting.append(await drive(insist()))
    if is_full:
        disk.is_full = True
        sequencer._journal._file_bytes = sequencer._journal._place.offset
    else:
        sync.error = OSError(errno.EIO, "Input/output error")
    sync.open()
    kind = SequencerFullError if is_full else SequencerFailedError
    if not is_full:
        with pytest.raises(SequencerFailedError):
            await sequencer.failed
    async with asyncio.timeout(30):
        await has_both.wait()
    assert [type(error) for error in errors] == [kind, kind]
    assert waiting[1].outcome == [None]
    disk.is_full = False
    await sequencer.close()


async def test_an_outcome_that_is_there_is_not_waited_for():
    outcome = Outcome()
    outcome.set_result(5)
    assert outcome.done()
    assert await outcome == 5
    failed = Outcome()
    failed.set_exception(ValueError("wrong"))
    with pytest.raises(ValueError, match="wrong"):
        await failed


class Heard:
    """Keeps what a submitter hears."""

    def __init__(self) -> None:
        self.outcomes: list[object] = []

    def done(self) -> bool:
        return bool(self.outcomes)

    def set_result(self, result: object) -> None:
        self.outcomes.append(result)

    set_exception = set_result


def number_of(applied):
    return applied.command.seq


async def test_a_submitter_hears_before_any_later_command_is_applied(tmp_path):
    sequencer, seen = await open_sequencer(tmp_path), []

    class Noting(Heard):
        def set_result(self, result):
            seen.append((result, sequencer.sequence))

    for command in (create_exchange(), Tick(), Tick()):
        sequencer.submit_to(Noting(), command, number_of)
    await sequencer.submit(Tick())
    assert seen == [(number, number) for number in (1, 2, 3)]
    await sequencer.close()


async def test_a_submitter_hears_of_errors_once(tmp_path, monkeypatch):
    sequencer = await open_sequencer(tmp_path)
    bad, refused, left = Heard(), Heard(), Heard()
    sequencer.submit_to(bad, PostPrint(price_e8=2**63), number_of)
    assert [type(error) for error in bad.outcomes] == [ValueError]  # the journal was idle
    sequencer.submit_to(refused, create_exchange(), lambda _applied: 1 // 0)
    await sequencer.submit(Tick())
    assert [type(error) for error in refused.outcomes] == [ZeroDivisionError]
    while sequencer._flight is not None:  # noqa: ASYNC110 - the journal is idle then
        await asyncio.sleep(0)
    monkeypatch.setattr(sequencer._thread, "append", lambda *_batch: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        sequencer.submit_to(left, Tick(), number_of)
    assert [type(error) for error in left.outcomes] == [SequencerFailedError]
    with pytest.raises(SequencerFailedError):
        sequencer.submit_to(Heard(), Tick(), number_of)
    with pytest.raises(SequencerFailedError):
        await sequencer.failed
    await sequencer.close()


async def test_a_full_queue_refuses_a_submitter(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WAITING_COMMANDS_MAX", 1)
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    first, second, third = Heard(), Heard(), Heard()
    sequencer.submit_to(first, create_exchange(), number_of)
    sequencer.submit_to(second, Tick(), number_of)
    with pytest.raises(SequencerOverloadedError):
        sequencer.submit_to(third, Tick(), number_of)
    sync.open()
    await sequencer.close()
    assert [first.outcomes, second.outcomes, third.outcomes] == [[1], [2], []]
