"""The heap of what the clock does next: order, exact removal, rows that move."""

import random

from engine.core.book.heap import Timetable


def drain(heap: Timetable) -> list[tuple[int, int, int]]:
    taken = []
    while (first := heap.first()) is not None:
        taken.append(first)
        heap.take_out(first[2])
    return taken


def test_an_empty_heap_has_no_first():
    heap = Timetable()
    assert heap.first() is None
    assert len(heap) == 0
    heap.take_out(0)
    heap.take_out(1_000_000)
    assert len(heap) == 0


def test_rows_come_by_time_then_by_key():
    heap = Timetable()
    heap.put(0, 50, 9)
    heap.put(1, 40, 7)
    heap.put(2, 50, 2)
    heap.put(3, -1, 2**64 - 1)
    heap.put(4, 40, 2**63)
    assert drain(heap) == [
        (-1, 2**64 - 1, 3),
        (40, 7, 1),
        (40, 2**63, 4),
        (50, 2, 2),
        (50, 9, 0),
    ]


def test_a_row_that_is_put_again_moves():
    heap = Timetable()
    heap.put(0, 10, 0)
    heap.put(1, 20, 1)
    heap.put(0, 30, 0)
    assert len(heap) == 2
    assert drain(heap) == [(20, 1, 1), (30, 0, 0)]


def test_a_row_taken_out_from_the_middle_leaves_the_others_in_order():
    for gone in range(15):
        heap = Timetable()
        for row in range(15):
            heap.put(row, (7 * row) % 15, row)
        heap.take_out(gone)
        heap.take_out(gone)
        assert drain(heap) == sorted(((7 * row) % 15, row, row) for row in range(15) if row != gone)


def test_a_row_that_must_rise_after_a_removal_rises():
    # 1 has children 10 and 2; the last one, 3, takes the place of a child of 10.
    heap = Timetable()
    for row, at_s in enumerate((1, 10, 2, 11, 12, 4, 3)):
        heap.put(row, at_s, row)
    heap.take_out(3)
    assert [at_s for at_s, _, _ in drain(heap)] == [1, 2, 3, 4, 10, 12]


def test_random_runs_agree_with_a_sorted_list():
    source = random.Random(5)
    heap = Timetable()
    rows: dict[int, tuple[int, int, int]] = {}
    for _ in range(20_000):
        row = source.randrange(300)
        if source.random() < 0.6:
            rows[row] = (source.randrange(40), source.randrange(3) * 1000 + row, row)
            heap.put(row, rows[row][0], rows[row][1])
        else:
            rows.pop(row, None)
            heap.take_out(row)
        assert len(heap) == len(rows)
        assert heap.first() == min(rows.values(), default=None)
    assert drain(heap) == sorted(rows.values())
