import asyncio
import errno

import pytest

from engine.core.generated.messages import (
    CommandRejected,
    DepositMargin,
    PostPrint,
    PrintAccepted,
    Tick,
    encode,
)
from engine.journal import FileJournal
from engine.sequencer import (
    ClockTicker,
    SequencerClosedError,
    SequencerError,
    SequencerFailedError,
    SequencerOverloadedError,
    stream,
)
from engine.sequencer import sequencer as module
from tests.engine.sequencer.factories import (
    SMALL_SEGMENT,
    START_S,
    GatedSync,
    create_exchange,
    create_market,
    make_clock,
    open_sequencer,
    post_print,
    start_sequencer,
)


async def started(sync: GatedSync) -> None:
    """Wait until the journal's thread is in a flush."""
    assert await asyncio.to_thread(sync.started.acquire, timeout=30)


def journal_payloads(directory) -> list[bytes]:
    journal = FileJournal(directory, segment_bytes=SMALL_SEGMENT)
    try:
        return [record.payload for record in journal.read()]
    finally:
        journal.close()


async def test_a_command_gets_its_number_time_and_events(tmp_path):
    clock, time = make_clock(rate=1440)
    sequencer = await open_sequencer(tmp_path, clock)
    created = await sequencer.submit(create_exchange())
    assert (created.command.seq, created.command.time_s) == (1, START_S)
    await sequencer.submit(create_market())
    time.advance(1)
    printed = await sequencer.submit(post_print(day=0))
    assert (printed.command.seq, printed.command.time_s) == (3, START_S + 1440)
    assert any(isinstance(event, PrintAccepted) for event in printed.events)
    assert {event.seq for event in printed.events} == {3}
    assert sequencer.sequence == sequencer.exchange.sequence == 3
    await sequencer.close()


async def test_a_refusal_is_an_event_and_is_journaled(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    refused = await sequencer.submit(post_print(day=0, market_id=99))
    assert [type(event) for event in refused.events] == [CommandRejected]
    await sequencer.close()
    assert journal_payloads(tmp_path)[1] == encode(refused.command)


async def test_nothing_is_applied_or_acknowledged_before_it_is_durable(tmp_path):
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    submitted = asyncio.create_task(sequencer.submit(create_exchange()))
    await started(sync)
    assert sequencer.sequence == 0
    assert not submitted.done()
    sync.open()
    assert (await submitted).command.seq == 1
    assert sequencer.sequence == 1
    await sequencer.close()


async def test_commands_that_wait_together_share_one_flush_in_order_of_submission(tmp_path):
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    first = asyncio.create_task(sequencer.submit(create_exchange()))
    await started(sync)
    others = [asyncio.create_task(sequencer.submit(create_market(f"M{n}", n))) for n in range(100)]
    await asyncio.sleep(0)
    sync.open()
    await first
    applied = await asyncio.gather(*others)
    assert sync.count == 2
    assert [one.command.seq for one in applied] == list(range(2, 102))
    assert [one.command.symbol for one in applied] == [f"M{n}" for n in range(100)]
    await sequencer.close()
    payloads = journal_payloads(tmp_path)
    assert payloads[1:] == [encode(one.command) for one in applied]


async def test_a_batch_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "BATCH_COMMANDS_MAX", 10)
    sync = GatedSync()
    sync.open()
    sequencer = start_sequencer(tmp_path, sync)
    await sequencer.submit(create_exchange())
    await asyncio.gather(*(sequencer.submit(Tick()) for _ in range(95)))
    assert sync.count == 1 + 10
    assert sequencer.sequence == 96
    await sequencer.close()


async def test_a_cancelled_caller_takes_nothing_back(tmp_path):
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    submitted = asyncio.create_task(sequencer.submit(create_exchange()))
    await started(sync)
    waiting = asyncio.create_task(sequencer.submit(create_market()))
    await asyncio.sleep(0)
    submitted.cancel()
    waiting.cancel()
    sync.open()
    for task in (submitted, waiting):
        with pytest.raises(asyncio.CancelledError):
            await task
    last = await sequencer.submit(post_print(day=0))
    assert last.command.seq == 3
    assert sequencer.exchange.market_ids() == [1]
    await sequencer.close()


async def test_the_queue_is_bounded_and_a_tick_waits_for_room(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WAITING_COMMANDS_MAX", 3)
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    tasks = [asyncio.create_task(sequencer.submit(create_exchange()))]
    await started(sync)
    tasks += [asyncio.create_task(sequencer.submit(Tick())) for _ in range(3)]
    await asyncio.sleep(0)
    assert sequencer.is_full
    with pytest.raises(SequencerOverloadedError, match="3 commands wait"):
        await sequencer.submit(Tick())
    await ClockTicker(sequencer).tick()
    sync.open()
    await asyncio.gather(*tasks)
    assert sequencer.sequence == 4
    await ClockTicker(sequencer).tick()
    assert sequencer.sequence == 5
    await sequencer.close()


async def test_the_ticker_ticks_until_it_is_cancelled(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    reached = asyncio.get_running_loop().create_future()

    def count(applied):
        if applied.command.seq == 4:
            reached.set_result(None)

    sequencer.subscribe(count)
    ticking = asyncio.create_task(ClockTicker(sequencer, interval_s=0.001).run())
    await reached
    ticking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ticking
    await sequencer.close()


async def test_subscribers_hear_each_command_in_order_before_its_submitter(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    heard = []
    unsubscribe = sequencer.subscribe(lambda applied: heard.append(("one", applied.command.seq)))
    sequencer.subscribe(lambda applied: heard.append(("two", applied.command.seq)))
    await sequencer.submit(create_exchange())
    assert heard == [("one", 1), ("two", 1)]
    unsubscribe()
    unsubscribe()
    await sequencer.submit(Tick())
    assert heard[2:] == [("two", 2)]
    await sequencer.close()


async def test_the_number_of_subscribers_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(stream, "SUBSCRIBERS_MAX", 1)
    sequencer = await open_sequencer(tmp_path)
    sequencer.subscribe(print)
    with pytest.raises(SequencerError, match="1 subscribers already"):
        sequencer.subscribe(print)
    await sequencer.close()


async def test_a_sequencer_cancelled_from_outside_tells_those_who_wait(tmp_path):
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    submitted = asyncio.create_task(sequencer.submit(create_exchange()))
    await started(sync)
    (writer,) = (task for task in asyncio.all_tasks() if task.get_name() == "sequencer")
    writer.cancel()
    with pytest.raises(SequencerFailedError, match="CancelledError"):
        await submitted
    with pytest.raises(SequencerFailedError):
        await sequencer.failed
    sync.open()
    await sequencer.close()


async def test_a_subscriber_that_raises_stops_the_sequencer_loudly(tmp_path, caplog):
    sequencer = await open_sequencer(tmp_path)

    def broken(_applied):
        raise KeyError("view")

    sequencer.subscribe(broken)
    with pytest.raises(SequencerFailedError, match="KeyError"):
        await sequencer.submit(create_exchange())
    with pytest.raises(SequencerFailedError) as error:
        await sequencer.failed
    assert isinstance(error.value.__cause__, KeyError)
    with pytest.raises(SequencerFailedError):
        await sequencer.submit(Tick())
    assert "sequencer_failed" in caplog.text
    await sequencer.close()
    reopened = await open_sequencer(tmp_path)  # the command was durable, and is applied
    assert reopened.sequence == 1
    await reopened.close()


async def test_a_journal_error_fails_everyone_who_waits_and_is_never_retried(tmp_path):
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    tasks = [asyncio.create_task(sequencer.submit(create_exchange()))]
    await started(sync)
    tasks += [asyncio.create_task(sequencer.submit(Tick())) for _ in range(3)]
    await asyncio.sleep(0)
    sync.error = OSError(errno.EIO, "Input/output error")
    sync.open()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(outcome, SequencerFailedError)
    with pytest.raises(SequencerFailedError, match="Input/output error"):
        await sequencer.failed
    assert sequencer.sequence == 0
    assert sync.count == 1
    await sequencer.close()


async def test_close_flushes_what_waits_and_then_refuses(tmp_path):
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    tasks = [asyncio.create_task(sequencer.submit(create_exchange()))]
    await started(sync)
    tasks.append(asyncio.create_task(sequencer.submit(create_market())))
    await asyncio.sleep(0)
    closing = asyncio.create_task(sequencer.close())
    await asyncio.sleep(0)
    with pytest.raises(SequencerClosedError):
        await sequencer.submit(Tick())
    sync.open()
    assert [(await task).command.seq for task in tasks] == [1, 2]
    await closing
    await sequencer.close()
    assert await sequencer.failed is None
    assert len(journal_payloads(tmp_path)) == 2


async def test_a_command_that_cannot_be_encoded_fails_alone(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    bad, good = await asyncio.gather(
        sequencer.submit(PostPrint(price_e8=2**63)),
        sequencer.submit(Tick()),
        return_exceptions=True,
    )
    assert isinstance(bad, ValueError)
    assert good.command.seq == 2
    await sequencer.close()


async def test_an_event_is_no_command(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    with pytest.raises(TypeError, match="PrintAccepted is no command"):
        await sequencer.submit(PrintAccepted())
    assert sequencer.sequence == 0
    await sequencer.close()


async def test_a_chain_command_that_the_order_has_passed_is_not_journaled(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    deposit = {"user": b"\x09" * 32, "owner": b"\x09" * 32, "amount_e6": 1}
    await sequencer.submit(DepositMargin(slot=5, transaction_index=1, nonce=1, **deposit))
    for place in ((5, 1), (5, 0), (4, 9)):
        with pytest.raises(ValueError, match="the chain order has passed"):
            await sequencer.submit(
                DepositMargin(slot=place[0], transaction_index=place[1], nonce=2, **deposit)
            )
    assert sequencer.sequence == 2
    await sequencer.close()
    reopened = await open_sequencer(tmp_path)
    with pytest.raises(ValueError, match="the chain order has passed"):
        await reopened.submit(DepositMargin(slot=5, transaction_index=1, nonce=3, **deposit))
    later = DepositMargin(slot=5, transaction_index=1, instruction_index=1, nonce=3, **deposit)
    assert (await reopened.submit(later)).command.seq == 3
    await reopened.close()


async def test_a_group_shares_one_flush_and_is_read_command_by_command(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "BATCH_COMMANDS_MAX", 3)
    sync = GatedSync()
    sequencer = start_sequencer(tmp_path, sync)
    first = asyncio.create_task(sequencer.submit(create_exchange()))
    await started(sync)
    waiting = [asyncio.create_task(sequencer.submit(Tick())) for _ in range(2)]
    group = asyncio.create_task(
        sequencer.submit_all(
            [Tick(), Tick(), Tick()],
            lambda applied: (applied.command.seq, sequencer.exchange.sequence),
        )
    )
    last = asyncio.create_task(sequencer.submit(Tick()))
    await asyncio.sleep(0)
    sync.open()
    # read when the exchange stands at the command itself, though the batch continues
    assert await group == [(4, 4), (5, 5), (6, 6)]
    assert [(await task).command.seq for task in (first, *waiting, last)] == [1, 2, 3, 7]
    # 1 | 2 3 4 5 6: the group is not parted | 7
    assert sync.count == 3
    await sequencer.close()


async def test_a_readers_error_goes_to_the_submitter_and_stops_nothing(tmp_path):
    sequencer = await open_sequencer(tmp_path, make_clock()[0])

    def read(applied):
        if applied.command.seq == 2:
            raise LookupError("not found")
        return applied.command.seq

    assert await sequencer.submit_all([create_exchange()], read) == [1]
    with pytest.raises(LookupError):
        await sequencer.submit_all([Tick(), Tick()], read)
    assert sequencer.sequence == 3
    assert not sequencer.failed.done()
    await sequencer.close()


async def test_a_group_that_does_not_fit_is_refused_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WAITING_COMMANDS_MAX", 3)
    sequencer = await open_sequencer(tmp_path, make_clock()[0])
    with pytest.raises(SequencerOverloadedError):
        await sequencer.submit_all([Tick()] * 4, lambda applied: applied)
    with pytest.raises(ValueError, match="1 to"):
        await sequencer.submit_all([], lambda applied: applied)
    assert sequencer.sequence == 0
    await sequencer.close()
