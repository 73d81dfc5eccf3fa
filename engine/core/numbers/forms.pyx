"""JSON texts of one shape, written in one pass: a form has the names, rows have the values."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from engine.core.numbers.decimals cimport DECIMAL_MAX, write_decimal, write_word_decimal
from libc.string cimport memcpy

cdef enum:
    TEXT_MAX = 4096
    GAPS_MAX = 64


cdef class Figures:
    """Integers of a row, in the order of the row's fields: they need no object each."""


cdef struct Gap:
    const char *before
    Py_ssize_t length
    Py_ssize_t decimals
    int row
    int place  # among the figures of row 0; -1: it is an attribute


cdef class Form:
    """A text with gaps that are filled with attributes of two rows.

    An integer becomes a quoted decimal, `None` null, a truth value true or false, and a tuple of
    members of an enum a list of their names.
    """

    cdef list _gaps  # of the attributes' names and the texts
    cdef bytes _end
    cdef int _count
    cdef Gap _each[GAPS_MAX]

    def __init__(self, list gaps, bytes end, tuple figures=()):
        """Take (text before it, row 0 or 1, attribute, decimals) of each gap, and the last text.

        `figures` are the attributes that are read in their places where row 0 is `Figures`.
        """
        cdef bytes before
        if len(gaps) > GAPS_MAX or len(figures) > FIGURES_MAX:
            raise OverflowError("the form has too many gaps")
        self._gaps = gaps
        self._end = end
        self._count = 0
        for before, row, name, decimals in gaps:
            self._each[self._count] = Gap(
                PyBytes_AS_STRING(before), PyBytes_GET_SIZE(before), decimals, row,
                figures.index(name) if row == 0 and name in figures else -1,
            )
            self._count += 1

    def fill(self, object first, object second):
        """Return the text with the values of two rows.

        OverflowError where it is beyond 4,096 bytes or a number beyond 60 digits.
        """
        cdef char text[TEXT_MAX]
        cdef Py_ssize_t at = 0
        cdef Gap *gap
        cdef int number
        cdef Figures figures = first if isinstance(first, Figures) else None
        for number in range(self._count):
            gap = &self._each[number]
            at = _copy(text, at, gap.before, gap.length)
            if gap.place >= 0 and figures is not None:
                at = _figure(text, at, figures, gap)
            else:
                name = (<tuple> self._gaps[number])[2]
                at = _value(text, at, getattr(second if gap.row else first, name), gap.decimals)
        at = _append(text, at, self._end)
        return PyBytes_FromStringAndSize(text, at)


cdef Py_ssize_t _append(char *text, Py_ssize_t at, bytes more) except -1:
    return _copy(text, at, PyBytes_AS_STRING(more), PyBytes_GET_SIZE(more))


cdef inline Py_ssize_t _copy(
    char *text, Py_ssize_t at, const char *more, Py_ssize_t length
) except -1:
    if at + length > TEXT_MAX:
        raise OverflowError("the text is too long")
    memcpy(text + at, more, length)
    return at + length


cdef Py_ssize_t _figure(char *text, Py_ssize_t at, Figures figures, const Gap *gap) except -1:
    if figures.unknown >> gap.place & 1:
        return _append(text, at, b"null")
    if at + DECIMAL_MAX + 2 > TEXT_MAX:
        raise OverflowError("the text is too long")
    text[at] = c'"'
    at += 1 + write_word_decimal(text + at + 1, figures.values[gap.place], gap.decimals)
    text[at] = c'"'
    return at + 1


cdef Py_ssize_t _value(char *text, Py_ssize_t at, object value, Py_ssize_t decimals) except -1:
    if value is None:
        return _append(text, at, b"null")
    if isinstance(value, bool):
        return _append(text, at, b"true" if value else b"false")
    if isinstance(value, tuple):
        if not value:
            return _append(text, at, b"[]")
        names = ",".join([f'"{member._name_}"' for member in value])
        return _append(text, at, f"[{names}]".encode("ascii"))
    if at + DECIMAL_MAX + 2 > TEXT_MAX:
        raise OverflowError("the text is too long")
    text[at] = c'"'
    at += 1 + write_decimal(text + at + 1, value, decimals)
    text[at] = c'"'
    return at + 1
