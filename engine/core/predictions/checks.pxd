"""Whether prediction rows that were read can be worked with: before and after they are linked."""

from engine.core.state.state cimport State

# Numbers and links in their bounds: after it, books and lists can be made.
cdef int check_prediction_rows(State *st) except -1

# What follows from the rows, with the lists made: sums, reserves, an uncrossed book.
cdef int check_prediction_sums(State *st) except -1 nogil
