import random

import pytest

from engine.core.exchange import Exchange
from engine.core.generated.messages import Tick, encode
from engine.journal import FileJournal, JournalCorruptError, JournalLockedError
from engine.sequencer import ReplayError, ReplayListener, Sequencer, stream
from engine.sequencer import replay as replay_module
from tests.engine.sequencer.factories import (
    E8,
    SMALL_SEGMENT,
    START_S,
    create_exchange,
    create_market,
    make_clock,
    open_sequencer,
    post_print,
)

SEED = 7


async def run_some(sequencer: Sequencer, time) -> list:
    """A mixed run of applied and refused commands; returns what subscribers heard."""
    chance = random.Random(SEED)
    heard = []
    sequencer.subscribe(heard.append)
    await sequencer.submit(create_exchange())
    for symbol, acre_id in (("AUS", 4804), ("DAL", 4812)):
        await sequencer.submit(create_market(symbol, acre_id))
    for day in range(40):
        time.advance(60)
        for market_id in (1, 2, 3):  # the third does not exist
            price_e8 = 100 * E8 + chance.randrange(-4 * E8, 4 * E8)
            await sequencer.submit(post_print(day, price_e8, market_id))
        await sequencer.submit(Tick())
    return heard


def listener(heard: list, after_seq: int) -> ReplayListener:
    return ReplayListener(after_seq, lambda applied, _exchange: heard.append(applied))


async def make_run(directory) -> tuple[bytes, list]:
    clock, time = make_clock()
    sequencer = await open_sequencer(directory, clock)
    heard = await run_some(sequencer, time)
    state_hash = sequencer.exchange.state_hash()
    await sequencer.close()
    return state_hash, heard


async def test_a_replay_gives_the_same_state(tmp_path):
    state_hash, heard = await make_run(tmp_path)
    reopened = await open_sequencer(tmp_path)
    assert reopened.exchange.state_hash() == state_hash
    assert reopened.sequence == len(heard) == 163
    assert reopened.clock.now_s() == heard[-1].command.time_s
    await reopened.close()


async def test_time_goes_on_after_a_replay(tmp_path):
    _, heard = await make_run(tmp_path)
    reopened = await open_sequencer(tmp_path)
    applied = await reopened.submit(Tick())
    assert applied.command.time_s == heard[-1].command.time_s > START_S
    await reopened.close()


@pytest.mark.parametrize("from_seq", [0, 1, 100, 162, 163, 500])
async def test_the_replay_listener_hears_what_live_subscribers_heard(tmp_path, from_seq):
    state_hash, heard = await make_run(tmp_path)
    replayed = []
    reopened = await open_sequencer(tmp_path, listeners=[listener(replayed, from_seq)])
    assert replayed == heard[from_seq:]
    assert reopened.exchange.state_hash() == state_hash
    await reopened.close()


@pytest.mark.parametrize("from_seq", [0, 20, 25, 163])
async def test_a_long_replay_is_done_in_chunks(tmp_path, monkeypatch, from_seq):
    state_hash, heard = await make_run(tmp_path)
    monkeypatch.setattr(replay_module, "REPLAY_CHUNK", 20)
    replayed = []
    for listeners in ([], [listener(replayed, from_seq)]):
        reopened = await open_sequencer(tmp_path, listeners=listeners)
        assert reopened.exchange.state_hash() == state_hash
        await reopened.close()
    assert replayed == heard[from_seq:]


async def test_a_listener_does_not_hear_what_cannot_be_applied(tmp_path):
    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT)
    journal.append_batch([b"no command"])
    journal.close()
    replayed = []
    with pytest.raises(ReplayError, match="command 1"):
        await open_sequencer(tmp_path, listeners=[listener(replayed, 0)])
    assert replayed == []


async def test_a_command_under_another_number_stops_the_replay(tmp_path):
    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT)
    journal.append_batch([encode(Tick(seq=7, time_s=1))])
    journal.close()
    with pytest.raises(ReplayError, match="record 1 of the journal holds command 7"):
        await open_sequencer(tmp_path)


async def test_a_replay_listener_may_be_awaited(tmp_path):
    _, heard = await make_run(tmp_path)
    replayed = []

    async def listen(applied, _exchange):
        replayed.append(applied)

    async def start(journal):
        return journal.last_seq - 13

    reopened = await open_sequencer(tmp_path, listeners=[ReplayListener(start, listen)])
    assert replayed == heard[150:]
    await reopened.close()


async def test_each_listener_hears_from_its_own_number_on(tmp_path):
    _, heard = await make_run(tmp_path)
    early, late = [], []
    listeners = [listener(late, 120), listener(early, 30)]
    await (await open_sequencer(tmp_path, listeners=listeners)).close()
    assert (early, late) == (heard[30:], heard[120:])


async def test_a_listener_sees_the_exchange_as_the_command_left_it(tmp_path):
    _, heard = await make_run(tmp_path)
    seen = []

    def listen(applied, exchange):
        seen.append((applied.command.seq, exchange.sequence, exchange.now_s))

    await (await open_sequencer(tmp_path, listeners=[ReplayListener(0, listen)])).close()
    assert seen == [(one.command.seq, one.command.seq, one.command.time_s) for one in heard]


async def test_read_gives_recent_and_old_commands_alike(tmp_path, monkeypatch):
    monkeypatch.setattr(stream, "RECENT_MAX", 10)
    clock, time = make_clock()
    sequencer = await open_sequencer(tmp_path, clock)
    heard = await run_some(sequencer, time)
    assert await sequencer.read(after_seq=160, limit=2) == heard[160:162]
    assert await sequencer.read(after_seq=155, limit=100) == heard[155:]
    assert await sequencer.read(after_seq=153, limit=100) == heard[153:]
    assert await sequencer.read(after_seq=152, limit=3) == heard[152:155]
    assert await sequencer.read(after_seq=0, limit=10_000_000) == heard
    assert await sequencer.read(after_seq=163, limit=5) == []
    assert await sequencer.read(after_seq=900, limit=5) == []
    assert await sequencer.read(after_seq=0, limit=0) == []
    await sequencer.close()
    reopened = await open_sequencer(tmp_path)
    assert await reopened.read(after_seq=161, limit=5) == heard[161:]
    await reopened.close()


async def test_a_second_sequencer_on_one_journal_is_refused(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    with pytest.raises(JournalLockedError):
        await open_sequencer(tmp_path)
    await sequencer.close()


async def test_a_record_that_is_no_command_stops_the_replay_and_frees_the_journal(tmp_path):
    for _ in range(2):
        journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT)
        journal.append_batch([b"no command"])
        journal.close()
        with pytest.raises(ReplayError, match="command 1 of the journal cannot be applied"):
            await open_sequencer(tmp_path)


async def test_a_damaged_journal_is_not_opened(tmp_path):
    await make_run(tmp_path)
    (segment,) = tmp_path.glob("*.journal")
    data = bytearray(segment.read_bytes())
    data[1_000] ^= 1
    segment.write_bytes(data)
    with pytest.raises(JournalCorruptError, match=f"{segment.name}, offset "):
        await open_sequencer(tmp_path)


async def test_two_exchanges_fed_from_one_journal_agree(tmp_path):
    state_hash, _ = await make_run(tmp_path)
    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT)
    one, batch = Exchange(), Exchange()
    for record in journal.read():
        one.apply_record(record.payload)
    batch.apply_batch(b"".join(record.payload for record in journal.read()))
    journal.close()
    assert one.state_hash() == batch.state_hash() == state_hash
