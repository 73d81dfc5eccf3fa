"""JSON texts of one shape, written in one pass: a form has the names, rows have the values."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from engine.core.numbers.decimals cimport DECIMAL_MAX, write_decimal
from libc.string cimport memcpy

cdef enum:
    TEXT_MAX = 4096


cdef class Form:
    """A text with gaps that are filled with attributes of two rows.

    An integer becomes a quoted decimal, `None` null, a truth value true or false, and a tuple of
    members of an enum a list of their names.
    """

    cdef list _gaps
    cdef bytes _end

    def __init__(self, list gaps, bytes end):
        """Take (text before it, row 0 or 1, attribute, decimals) of each gap, and the last text."""
        self._gaps = gaps
        self._end = end

    def fill(self, object first, object second):
        """Return the text with the values of two rows.

        OverflowError where it is beyond 4,096 bytes or a number beyond 60 digits.
        """
        cdef char text[TEXT_MAX]
        cdef Py_ssize_t at = 0
        cdef bytes before
        cdef int row
        cdef str name
        cdef Py_ssize_t decimals
        for before, row, name, decimals in self._gaps:
            at = _append(text, at, before)
            at = _value(text, at, getattr(second if row else first, name), decimals)
        at = _append(text, at, self._end)
        return PyBytes_FromStringAndSize(text, at)


cdef Py_ssize_t _append(char *text, Py_ssize_t at, bytes more) except -1:
    cdef Py_ssize_t length = PyBytes_GET_SIZE(more)
    if at + length > TEXT_MAX:
        raise OverflowError("the text is too long")
    memcpy(text + at, PyBytes_AS_STRING(more), length)
    return at + length


cdef Py_ssize_t _value(char *text, Py_ssize_t at, object value, Py_ssize_t decimals) except -1:
    if value is None:
        return _append(text, at, b"null")
    if isinstance(value, bool):
        return _append(text, at, b"true" if value else b"false")
    if isinstance(value, tuple):
        names = ",".join([f'"{member.name}"' for member in value])
        return _append(text, at, f"[{names}]".encode("ascii"))
    if at + DECIMAL_MAX + 2 > TEXT_MAX:
        raise OverflowError("the text is too long")
    text[at] = c'"'
    at += 1 + write_decimal(text + at + 1, value, decimals)
    text[at] = c'"'
    return at + 1
