"""An observer hears of submissions in both processes, and changes nothing of what is journaled."""

import asyncio
from itertools import pairwise

import pytest

from engine.core.generated.messages import Participate
from engine.feed.frames import NUMBER, Kind, frame
from engine.sequencer.watch import ORIGIN_BYTES_MAX, origin
from tests.engine.feed.test_replica import ALICE, pair

COMMAND = Participate(user=ALICE, programme=1)


class Heard:
    """An observer that sends words along."""

    def __init__(self, words=b""):
        self.words = words
        self.origins = []
        self.batches = []
        self.answers = []

    def submitted(self, commands):
        self.origins.append(origin.get())
        return self.words

    def applied(self, commands, times):
        self.batches.append(([command.seq for command in commands], times))

    def answered(self, commands):
        self.answers.append(len(commands))


async def test_what_a_replica_sends_along_is_heard_with_its_submission(tmp_path):
    async with pair(tmp_path) as both:
        one, other = await both.replica(), await both.replica()
        both.sequencer.watch = writer = Heard()
        one.watch, other.watch = Heard(b"one" * 50), Heard(b"other")
        await asyncio.gather(
            *(
                replica.submit_all([Participate(user=ALICE, programme=1)], lambda done: done)
                for replica in (one, other) * 5
            )
        )
        assert sorted(writer.origins) == sorted([b"one" * 50, b"other"] * 5)
        assert sorted(seq for seqs, _ in writer.batches for seq in seqs) == list(range(3, 13))
        for _, times in writer.batches:
            moments = (times.submitted_s, times.taken_s, times.durable_s, times.applied_s)
            assert all(before <= after for before, after in pairwise(moments))
        assert one.watch.answers == other.watch.answers == [1] * 5
        assert both.records_of(COMMAND) == 10
        assert b"other" not in b"".join(path.read_bytes() for path in both.journal.glob("*.jo*"))


async def test_without_words_no_frame_is_sent_and_none_is_left_for_the_next(tmp_path, monkeypatch):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        both.sequencer.watch = writer = Heard()
        sent = []
        send = replica._connection.send
        monkeypatch.setattr(
            replica._connection, "send", lambda data: sent.append(data) or send(data)
        )
        replica.watch = Heard(b"words")
        await replica.submit_all([COMMAND], lambda done: done)
        replica.watch = None
        await replica.submit_all([COMMAND], lambda done: done)
        assert writer.origins == [b"words", b""]
        assert [Kind(data[4]) for data in sent] == [Kind.ORIGIN, Kind.SUBMIT, Kind.SUBMIT]


@pytest.mark.parametrize(
    "body", [b"", NUMBER.pack(1) + bytes(ORIGIN_BYTES_MAX + 1)], ids=["short", "long"]
)
async def test_an_origin_of_another_length_ends_its_connection_only(tmp_path, body):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / "feed.sock"))
        writer.write(frame(Kind.ORIGIN, body))
        async with asyncio.timeout(20):
            while await reader.read(65_536):
                pass
        writer.close()
        await replica.submit_all([COMMAND], lambda done: done)
