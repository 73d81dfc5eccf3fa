"""The one place where exact arithmetic raises."""


cdef int raise_overflow() except -1 nogil:
    with gil:
        raise OverflowError("result is beyond the limits of the engine")
