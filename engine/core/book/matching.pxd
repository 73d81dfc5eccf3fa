"""The book of one binary market for Python, and what its points layer builds on."""

from engine.core.book.alone cimport IS_ALONE  # first: what follows depends on it
from engine.core.book.book cimport BookEvent, EventTail
from engine.core.book.commands cimport BookCommand, Core
from libc.stdint cimport int64_t, uint32_t, uint64_t


cdef class Outcome:
    cdef readonly uint32_t order
    cdef readonly uint32_t refused
    cdef readonly uint32_t filled
    cdef readonly uint32_t left
    cdef readonly uint64_t canceled
    cdef readonly uint64_t cost_ticks
    cdef readonly int64_t fee_e6
    cdef readonly uint32_t event_count


cdef class Book:
    cdef Core core
    cdef uint32_t next_free  # where the search for a free place begins
    cdef bint is_made  # `__init__` has ended
    cdef bint is_running  # `process` is in another thread
    cdef bint is_closed  # settled: it takes no commands
    cdef BookEvent *events  # of the last call in the one-call form
    cdef size_t event_count

    cdef size_t run_many(
        self, const BookCommand *commands, size_t count, BookEvent **events, BookEvent *end
    ) noexcept nogil
    cdef int go_on(self, BookEvent **events, BookEvent *end) noexcept nogil
    cdef int take_commands(self) except -1
    cdef int be_ready(self) except -1
    cdef Outcome run(self, BookCommand *command)
    cdef Outcome run_new(self, BookCommand *command, chosen)
    cdef int64_t free_place(self) noexcept nogil


# `run_other` of this layer. Its name leaves the module, so that the loop calls it.
cdef BookEvent *run_apart(
    Core *core, const BookCommand *command, EventTail tail, BookEvent *out, BookEvent *end
) noexcept nogil
