"""Hashes of the keys of the indexes: two multiplications, under a key of this process.

Clients choose their order ids and, by trying, their addresses. The key is random, so that a client
cannot choose keys that meet in one place. Hashes decide where an index looks, never a result.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #ifndef ACRE_HASHING
    #define ACRE_HASHING
    #include <stdint.h>
    static inline uint64_t acre_fold(uint64_t a, uint64_t b) {
        const unsigned __int128 product = (unsigned __int128)a * b;
        return (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    #endif
    """
    uint64_t fold "acre_fold"(uint64_t a, uint64_t b) noexcept nogil

cdef enum:
    HASH_WORDS = 5  # of a key
    CLIENT_ID_BYTES = 36


cdef inline uint64_t hash_address(
    const uint64_t *key, const unsigned char *address
) noexcept nogil:
    cdef uint64_t words[4]
    memcpy(words, address, 32)
    return fold(
        key[4] ^ fold(words[0] ^ key[0], words[1] ^ key[1]),
        key[0] ^ fold(words[2] ^ key[2], words[3] ^ key[3]),
    )


cdef inline uint64_t hash_client(
    const uint64_t *key, uint32_t user, const char *client_order_id
) noexcept nogil:
    cdef uint64_t words[5]
    words[4] = 0
    memcpy(words, client_order_id, CLIENT_ID_BYTES)
    words[4] |= <uint64_t> user << 32
    return fold(
        words[4] ^ key[4] ^ fold(words[0] ^ key[0], words[1] ^ key[1]),
        key[0] ^ fold(words[2] ^ key[2], words[3] ^ key[3]),
    )


cdef inline uint64_t hash_pair(const uint64_t *key, uint64_t first, uint64_t second) noexcept nogil:
    return fold(key[4] ^ fold(first ^ key[0], second ^ key[1]), key[2])
