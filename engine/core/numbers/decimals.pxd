"""The writer of decimal text."""

cdef enum:
    DECIMAL_MAX = 121  # characters of the longest text, zeros at its end included

cdef Py_ssize_t write_decimal(char *text, object raw, Py_ssize_t decimals) except -1
cdef Py_ssize_t write_word_decimal(char *text, long long raw, Py_ssize_t decimals) except -1
