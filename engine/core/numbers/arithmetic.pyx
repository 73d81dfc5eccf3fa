"""Python faces of the exact arithmetic, for tests and callers at the border."""

from engine.core.numbers cimport numbers as exact
from engine.core.numbers.numbers cimport i128
from libc.stdint cimport int64_t


cdef i128 _to_128(object value) except? -1:
    if not -(1 << 127) < value < 1 << 127:
        raise OverflowError("argument needs more than 127 bits")
    return <i128>value


def mul_div_floor(a, b, d) -> int:
    """Return a * b / d rounded down; raise OverflowError beyond int64 or d <= 0."""
    return exact.mul_div_floor(_to_128(a), _to_128(b), _to_128(d))


def mul_div_ceil(a, b, d) -> int:
    """Return a * b / d rounded up; raise OverflowError beyond int64 or d <= 0."""
    return exact.mul_div_ceil(_to_128(a), _to_128(b), _to_128(d))


def mul_div_trunc(a, b, d) -> int:
    """Return a * b / d rounded toward zero; raise OverflowError beyond int64 or d <= 0."""
    return exact.mul_div_trunc(_to_128(a), _to_128(b), _to_128(d))


def wide_mul_div_floor(a, b, d) -> int:
    """Return a * b / d as a 128-bit integer, rounded toward minus infinity."""
    return exact.wide_mul_div(_to_128(a), _to_128(b), _to_128(d), exact.FLOOR)


def wide_mul_div_ceil(a, b, d) -> int:
    """Return a * b / d as a 128-bit integer, rounded toward plus infinity."""
    return exact.wide_mul_div(_to_128(a), _to_128(b), _to_128(d), exact.CEIL)


def wide_mul_div_trunc(a, b, d) -> int:
    """Return a * b / d as a 128-bit integer, rounded toward zero."""
    return exact.wide_mul_div(_to_128(a), _to_128(b), _to_128(d), exact.TRUNC)


def checked_add(int64_t a, int64_t b) -> int:
    """Return a + b; raise OverflowError beyond 9e18."""
    return exact.checked_add(a, b)


def checked_sub(int64_t a, int64_t b) -> int:
    """Return a - b; raise OverflowError beyond 9e18."""
    return exact.checked_sub(a, b)


def checked_neg(int64_t a) -> int:
    """Return -a; raise OverflowError beyond 9e18."""
    return exact.checked_neg(a)
