import errno
import os

import pytest

from engine.journal import FileJournal, SnapshotError, SnapshotStore, read_snapshot
from engine.journal.snapshots import NewerSnapshotError, refuse_newer
from tests.engine.journal.factories import SMALL_SEGMENT

HASH = b"\x07" * 32


def names(directory) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_a_snapshot_comes_back_as_it_was_saved(tmp_path):
    store = SnapshotStore(tmp_path / "snapshots")
    store.save(42, HASH, [b"one", b"two"])
    ((seq, path),) = store.newest_first()
    snapshot = read_snapshot(path)
    assert (seq, path.name) == (42, f"{42:020d}.snapshot")
    assert (snapshot.seq, snapshot.record_hash) == (42, HASH)
    assert bytes(snapshot.payload) == b"onetwo"


def test_the_newest_two_are_kept(tmp_path):
    store = SnapshotStore(tmp_path)
    for seq in (5, 33, 900, 1000):
        store.save(seq, HASH, [b"state"])
    assert [seq for seq, _ in store.newest_first()] == [1000, 900]
    assert len(names(tmp_path)) == 2


def test_one_beyond_the_history_is_not_kept_in_place_of_a_good_one(tmp_path):
    store = SnapshotStore(tmp_path)
    for seq in (5, 900, 33):
        store.save(seq, HASH, [b"state"])
    assert [seq for seq, _ in store.newest_first()] == [33, 5]


def test_other_files_are_left_alone_and_half_written_ones_removed(tmp_path):
    (tmp_path / "notes.txt").write_bytes(b"")
    (tmp_path / f"{7:020d}.new").write_bytes(b"half")
    store = SnapshotStore(tmp_path)
    assert names(tmp_path) == ["notes.txt"]
    assert list(store.newest_first()) == []


def test_a_failed_write_leaves_the_older_ones(tmp_path, monkeypatch):
    store = SnapshotStore(tmp_path)
    store.save(1, HASH, [b"state"])

    def full(_file):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            store.save(2, HASH, [b"state"])
    assert names(tmp_path) == [f"{1:020d}.snapshot"]
    store.save(2, HASH, [b"state"])
    assert [seq for seq, _ in store.newest_first()] == [2, 1]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (0, "wrong magic"),
        (8, "format version"),
        (12, "header fails its checksum"),
        (16, "header fails its checksum"),
        (30, "header fails its checksum"),
        (60, "header fails its checksum"),
    ],
)
def test_a_damaged_header_is_named(tmp_path, place, message):
    store = SnapshotStore(tmp_path)
    store.save(3, HASH, [b"state"])
    ((_, path),) = store.newest_first()
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    with pytest.raises(SnapshotError, match=message):
        read_snapshot(path)


def test_a_file_of_another_length_or_name_is_named(tmp_path):
    store = SnapshotStore(tmp_path)
    store.save(3, HASH, [b"state"])
    ((_, path),) = store.newest_first()
    data = path.read_bytes()
    for damaged in (data[:-1], data + b"\0", data[:10], b""):
        path.write_bytes(damaged)
        with pytest.raises(SnapshotError, match="header"):
            read_snapshot(path)
    path.write_bytes(data)
    moved = path.rename(tmp_path / f"{4:020d}.snapshot")
    with pytest.raises(SnapshotError, match="taken after record 3"):
        read_snapshot(moved)
    with pytest.raises(SnapshotError, match="cannot be read"):
        read_snapshot(path)


def test_the_hash_of_a_record_is_that_of_the_journal_when_it_was_the_last(tmp_path):
    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT)
    hashes = [journal.last_hash]
    for number in range(200):  # several segments
        journal.append_batch([bytes([number]) * 100])
        hashes.append(journal.last_hash)
    assert len(list(tmp_path.glob("*.journal"))) > 2
    assert hashes[0] == bytes(32)
    assert len(set(hashes)) == 201
    assert [journal.hash_at(seq) for seq in range(201)] == hashes
    for seq in (-1, 201):
        with pytest.raises(ValueError, match="records 1 to 200"):
            journal.hash_at(seq)
    journal.close()
    reopened = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT)
    assert reopened.last_hash == hashes[-1]
    reopened.close()


@pytest.mark.parametrize("bit", range(32))
def test_damage_of_the_version_is_no_newer_program(tmp_path, bit):
    store = SnapshotStore(tmp_path)
    store.save(3, HASH, [b"state"])
    ((_, path),) = store.newest_first()
    data = bytearray(path.read_bytes())
    data[8 + bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    refuse_newer(path)
    with pytest.raises(SnapshotError) as raised:
        read_snapshot(path)
    assert not isinstance(raised.value, NewerSnapshotError)
