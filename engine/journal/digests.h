/* CRC32C (RFC 3720) and SHA-256 (FIPS 180-4) of short records: by the processor's own instructions where it has
 * them, else portable. tests/engine/journal/test_chain.py compares both with the libraries. */
#ifndef ACRE_DIGESTS_H
#define ACRE_DIGESTS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SHA256_ROOM 72 /* bytes behind a message for its padding */

#if defined(__x86_64__) && defined(__GNUC__)
#define ACRE_X86 1
#include <cpuid.h>
#include <immintrin.h>
#else
#define ACRE_X86 0
#endif

static const uint32_t SHA256_K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static const uint32_t SHA256_START[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static inline uint32_t rotated(uint32_t x, int by) { return x >> by | x << (32 - by); }

static inline uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Between the order of this machine and big-endian; `_u32` of chain.pyx is little-endian only, too. */
static inline uint32_t swapped_32(uint32_t x) { return big_endian((const uint8_t *)&x); }

static inline uint64_t swapped_64(uint64_t x) {
    return (uint64_t)swapped_32((uint32_t)x) << 32 | swapped_32((uint32_t)(x >> 32));
}

static void sha256_blocks_portable(uint32_t state[8], const uint8_t *at, size_t blocks) {
    for (; blocks; blocks--, at += 64) {
        uint32_t w[64], s[8];
        for (int i = 0; i < 16; i++) w[i] = big_endian(at + 4 * i);
        for (int i = 16; i < 64; i++) {
            uint32_t x = w[i - 15], y = w[i - 2];
            w[i] = w[i - 16] + (rotated(x, 7) ^ rotated(x, 18) ^ x >> 3) + w[i - 7] +
                   (rotated(y, 17) ^ rotated(y, 19) ^ y >> 10);
        }
        memcpy(s, state, sizeof s);
        for (int i = 0; i < 64; i++) {
            uint32_t a = s[0], e = s[4];
            uint32_t t = s[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                         ((e & s[5]) ^ (~e & s[6])) + SHA256_K[i] + w[i];
            uint32_t u = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                         ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
            memmove(s + 1, s, 7 * sizeof *s);
            s[4] += t;
            s[0] = t + u;
        }
        for (int i = 0; i < 8; i++) state[i] += s[i];
    }
}

static uint32_t crc32c_portable(const uint8_t *at, size_t length) {
    static uint32_t table[256];
    uint32_t crc = 0xffffffff;
    if (!table[255]) {
        for (uint32_t byte = 0; byte < 256; byte++) { /* the last entry is written last */
            uint32_t x = byte;
            for (int bit = 0; bit < 8; bit++) x = x & 1 ? x >> 1 ^ 0x82f63b78 : x >> 1;
            table[byte] = x;
        }
    }
    while (length--) crc = table[(crc ^ *at++) & 255] ^ crc >> 8;
    return ~crc;
}

#if ACRE_X86
__attribute__((target("sha,ssse3,sse4.1")))
static void sha256_blocks_fast(uint32_t state[8], const uint8_t *at, size_t blocks) {
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(low, high, 8);
    __m128i cdgh = _mm_blend_epi16(high, low, 0xf0);
    for (; blocks; blocks--, at += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i w[4];
        for (int i = 0; i < 4; i++)
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(at + 16 * i)), swap);
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) { /* four rounds, and the words of those 16 rounds later */
            __m128i k = _mm_loadu_si128((const __m128i *)(SHA256_K + 4 * i));
            __m128i sum = _mm_add_epi32(w[i & 3], k);
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
            if (i < 12) {
                __m128i last = w[(i + 3) & 3];
                __m128i next = _mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]);
                next = _mm_add_epi32(next, _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
                w[i & 3] = _mm_sha256msg2_epu32(next, last);
            }
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    low = _mm_shuffle_epi32(abef, 0x1b);
    high = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

__attribute__((target("sse4.2")))
static uint32_t crc32c_fast(const uint8_t *at, size_t length) {
    uint64_t crc = 0xffffffff;
    for (; length >= 8; length -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        crc = _mm_crc32_u64(crc, word);
    }
    for (; length; length--) crc = _mm_crc32_u8((uint32_t)crc, *at++);
    return ~(uint32_t)crc;
}
#endif

/* Bit 0: SHA-256, bit 1: CRC32C have instructions of their own here. */
static int digest_instructions(void) {
#if ACRE_X86
    unsigned a, b, c, d, found = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    const int has_sse41 = c >> 19 & 1, has_ssse3 = c >> 9 & 1;
    found = (c >> 20 & 1) << 1;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1 && has_sse41 && has_ssse3) found |= 1;
    return (int)found;
#else
    return 0;
#endif
}

static uint32_t crc32c(const uint8_t *at, size_t length, int instructions) {
#if ACRE_X86
    if (instructions & 2) return crc32c_fast(at, length);
#endif
    return crc32c_portable(at, length);
}

/* `message` has SHA256_ROOM bytes behind its end, which are written. */
static void sha256(uint8_t *message, size_t length, uint8_t digest[32], int instructions) {
    uint32_t state[8];
    const size_t blocks = (length + 9 + 63) / 64;
    const uint64_t bits = swapped_64((uint64_t)length << 3);
    memset(message + length, 0, blocks * 64 - length);
    message[length] = 0x80;
    memcpy(message + blocks * 64 - 8, &bits, 8);
    memcpy(state, SHA256_START, sizeof state);
#if ACRE_X86
    if (instructions & 1) sha256_blocks_fast(state, message, blocks);
    else
#endif
        sha256_blocks_portable(state, message, blocks);
    for (int i = 0; i < 8; i++) {
        const uint32_t word = swapped_32(state[i]);
        memcpy(digest + 4 * i, &word, 4);
    }
}

#endif
