"""Verification of many Ed25519 signatures without the interpreter's lock, by libsodium."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport uintptr_t
from libc.stdlib cimport free, malloc

import nacl.bindings as _bindings
from nacl._sodium import ffi as _ffi
from nacl._sodium import lib as _lib

_bindings.sodium_init()

cdef Open OPEN = <Open><uintptr_t>int(
    _ffi.cast("uintptr_t", _ffi.addressof(_lib, "crypto_sign_open"))
)


cdef struct Row:
    const unsigned char *signed
    unsigned long long length
    const unsigned char *key


def verify_batch(list rows):
    """Return a byte for each row (signature with the message behind it, key): 1 when it is valid.

    A signature that another library takes and this one does not has 0; none has 1 that Solana's
    strict rule refuses.
    """
    cdef Py_ssize_t count = len(rows), place
    cdef bytes signed, key
    cdef bytes valid = PyBytes_FromStringAndSize(NULL, count)
    cdef char *out = PyBytes_AS_STRING(valid)
    cdef Row *table = <Row *>malloc((count + 1) * sizeof(Row))
    cdef Row *row
    if table == NULL:
        raise MemoryError
    try:
        rows = list(rows)  # keeps the bytes, whatever becomes of the caller's list
        for place in range(count):
            signed, key = rows[place]
            if signed is None or key is None:
                raise TypeError("a row has no signature or no key")
            if PyBytes_GET_SIZE(key) != KEY or PyBytes_GET_SIZE(signed) < SIGNATURE:
                raise ValueError("a key has 32 bytes and a signature 64")
            table[place].signed = <const unsigned char *>PyBytes_AS_STRING(signed)
            table[place].length = PyBytes_GET_SIZE(signed)
            table[place].key = <const unsigned char *>PyBytes_AS_STRING(key)
        with nogil:
            for place in range(count):
                row = &table[place]
                out[place] = OPEN(NULL, NULL, row.signed, row.length, row.key) == 0
    finally:
        free(table)
    return valid
