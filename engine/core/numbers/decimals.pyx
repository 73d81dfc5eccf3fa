"""Raw integers as decimal text, exactly."""

cimport cython
from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeASCII
from libc.string cimport memcpy, memset

cdef enum:
    DIGITS_MAX = 60
    WORD_MAX = 20  # characters of the longest number of 64 bits, with its sign

cdef const char *PAIRS = (  # of digits: a division each
    "0001020304050607080910111213141516171819"
    "2021222324252627282930313233343536373839"
    "4041424344454647484950515253545556575859"
    "6061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899"
)


def decimal(object raw, Py_ssize_t decimals):
    """Return an integer scaled by 10^-decimals as a decimal without trailing zeros.

    OverflowError for a number of more than 60 digits.
    """
    cdef char text[DECIMAL_MAX]
    cdef Py_ssize_t length = write_decimal(text, raw, decimals)
    return PyUnicode_DecodeASCII(text, length, NULL)


cdef Py_ssize_t write_decimal(char *text, object raw, Py_ssize_t decimals) except -1:
    """Write what `decimal` returns and return its length; `text` has room for DECIMAL_MAX."""
    cdef Py_ssize_t length
    cdef int is_longer = 0
    cdef str written
    cdef const char *digits
    cdef long long value = PyLong_AsLongLongAndOverflow(raw, &is_longer)
    if not is_longer:
        return write_word_decimal(text, value, decimals)
    written = str(raw)
    digits = PyUnicode_AsUTF8AndSize(written, &length)
    return _write_scaled(text, digits, length, decimals)


cdef Py_ssize_t write_word_decimal(char *text, long long raw, Py_ssize_t decimals) except -1:
    """Do the same for an integer of 64 bits."""
    cdef char word[WORD_MAX]
    cdef Py_ssize_t length = _write_word(word, raw)
    return _write_scaled(text, word + WORD_MAX - length, length, decimals)


cdef Py_ssize_t _write_scaled(
    char *text, const char *digits, Py_ssize_t length, Py_ssize_t decimals
) except -1:
    cdef Py_ssize_t whole, end, at = 0
    if length > DIGITS_MAX or not 0 <= decimals <= DIGITS_MAX - 2:
        raise OverflowError("a decimal has at most 60 digits")
    if digits[0] == b"-":
        text[0] = b"-"
        at = 1
        digits += 1
        length -= 1
    whole = max(length - decimals, 0)
    if whole == 0:
        text[at] = b"0"
        at += 1
    memcpy(text + at, digits, whole)
    at += whole
    if decimals == 0:
        return at
    end = at
    text[at] = b"."
    at += 1
    if length < decimals:
        memset(text + at, b"0", decimals - length)
        at += decimals - length
    memcpy(text + at, digits + whole, length - whole)
    at += length - whole
    while at > end + 1 and text[at - 1] == b"0":
        at -= 1
    return at if at > end + 1 else end


@cython.cdivision(True)
cdef Py_ssize_t _write_word(char *word, long long value) noexcept:
    """Write a number to the end of `word` and return how many characters it has."""
    cdef unsigned long long left = <unsigned long long> value
    cdef Py_ssize_t at = WORD_MAX
    if value < 0:
        left = 0 - left
    while left >= 10:
        at -= 2
        memcpy(word + at, PAIRS + 2 * (left % 100), 2)
        left //= 100
    if left > 0 or at == WORD_MAX:
        at -= 1
        word[at] = <char> (c"0" + left)
    if value < 0:
        at -= 1
        word[at] = c"-"
    return WORD_MAX - at
