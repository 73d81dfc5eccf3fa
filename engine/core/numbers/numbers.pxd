"""Exact integers: multiply and divide with a named rounding, checked sums, limits.

The C block exists because Cython has no 128-bit type. Nothing here wraps: a result that does
not fit raises OverflowError, which the exchange turns into AMOUNT_OUT_OF_RANGE.
"""

from libc.stdint cimport int64_t

cdef extern from *:
    """
    #ifndef ACRE_NUMBERS
    #define ACRE_NUMBERS
    #include <stdint.h>
    typedef __int128 acre_i128;
    typedef unsigned __int128 acre_u128;
    /* Forced, so that a constant divisor is divided by as such. */
    #define ACRE_INLINE static inline __attribute__((always_inline))
    typedef __int128 acre_i128_row __attribute__((aligned(8)));  /* rows of 8-byte steps */
    /* Kept out of line: callers on the hot path stay small. */
    /* Error sentinel, also a valid result: check for an exception. */
    #define ACRE_REFUSED (-INT64_C(0x7FFFFFFFFFFFFFFF))
    #define ACRE_RARE static __attribute__((noinline, cold, unused))
    #define ACRE_FLOOR 0
    #define ACRE_CEIL 1
    #define ACRE_TRUNC 2
    #define ACRE_E6 INT64_C(1000000)
    #define ACRE_E8 INT64_C(100000000)
    #define ACRE_E10 INT64_C(10000000000)
    #define ACRE_E12 INT64_C(1000000000000)
    #define ACRE_E18 INT64_C(1000000000000000000)
    #define ACRE_E20 ((acre_i128)ACRE_E12 * ACRE_E8)
    #define ACRE_E26 ((acre_i128)ACRE_E18 * ACRE_E8)
    #define ACRE_FIVE_8 UINT64_C(390625)
    #define ACRE_FIVE_12 UINT64_C(244140625)
    #define ACRE_FIVE_20 UINT64_C(95367431640625)
    #define ACRE_DAY_S INT64_C(86400)
    #define ACRE_AMOUNT_MAX INT64_C(9000000000000000000)
    #define ACRE_POSITION_MAX INT64_C(10000000000000)
    #define ACRE_SIDE_MAX INT64_C(1000000000000000)
    #define ACRE_PRICE_MAX INT64_C(10000000000000)
    #define ACRE_RATIO_MAX INT64_C(1000000000000000)
    #define ACRE_FUNDING_MAX ((acre_i128)ACRE_E12 * ACRE_E12)
    #define ACRE_WIDE_MAX ((acre_i128)1 << 120)
    #define ACRE_TIME_MAX ((int64_t)1 << 40)

    /* n / d for a divisor of 64 bits; adds the remainder's bits to *rest. */
    ACRE_INLINE acre_u128 acre_divide(acre_u128 n, uint64_t d, uint64_t *rest) {
        uint64_t high = (uint64_t)(n >> 64), low = (uint64_t)n, first = 0, second;
        if (high == 0) {
            *rest |= low % d;
            return low / d;
        }
    #if defined(__x86_64__) && defined(__GNUC__)
        first = high / d;
        __asm__("divq %4" : "=a"(second), "=d"(high) : "0"(low), "1"(high % d), "rm"(d) : "cc");
        *rest |= high;
        return ((acre_u128)first << 64) | second;
    #else
        (void)first, (void)second;
        *rest |= (uint64_t)(n % d);
        return n / d;
    #endif
    }

    /* The same for a constant d with its top bit at 63 - shift, by its reciprocal (Moeller and
       Granlund, Improved division by invariant integers, algorithm 4). */
    ACRE_INLINE acre_u128 acre_divide_by(acre_u128 n, uint64_t d, int shift, uint64_t *rest) {
        const uint64_t top = d << shift;
        const uint64_t reciprocal = (uint64_t)(~(acre_u128)0 / top); /* its 2^64 is implied */
        uint64_t high, low, quotient, remainder;
        acre_u128 guess;
        if ((uint64_t)(n >> 64) >= d) return acre_divide(n, d, rest);
        n <<= shift;
        high = (uint64_t)(n >> 64);
        low = (uint64_t)n;
        guess = (acre_u128)reciprocal * high + n;
        quotient = (uint64_t)(guess >> 64) + 1;
        remainder = low - quotient * top;
        if (remainder > (uint64_t)guess) {
            quotient -= 1;
            remainder += top;
        }
        if (remainder >= top) {
            quotient += 1;
            remainder -= top;
        }
        *rest |= remainder;
        return quotient;
    }

    ACRE_RARE acre_u128 acre_wide_quotient(acre_u128 n, acre_u128 d, uint64_t *rest) {
        *rest = n % d != 0;
        return n / d;
    }

    /* Quotient of n / d, d > 0, rounded as named. */
    ACRE_INLINE acre_i128 acre_div(acre_i128 n, acre_i128 d, int rounding) {
        acre_u128 magnitude, quotient;
        uint64_t rest = 0;
        if (n == (int64_t)n && d == (int64_t)d) {
            int64_t n64 = (int64_t)n, d64 = (int64_t)d;
            int64_t q = n64 / d64, r = n64 % d64;
            if (rounding == ACRE_FLOOR && r < 0) q -= 1;
            if (rounding == ACRE_CEIL && r > 0) q += 1;
            return q;
        }
        magnitude = n < 0 ? -(acre_u128)n : (acre_u128)n;
        if (d == ACRE_E18) {
            quotient = acre_divide_by(magnitude, ACRE_E18, 4, &rest);
        } else if (d == ACRE_E20) { /* 2^20 and 5^20 */
            rest = (uint64_t)magnitude & 0xFFFFF;
            quotient = acre_divide_by(magnitude >> 20, ACRE_FIVE_20, 17, &rest);
        } else if (d == ACRE_E12 && magnitude >> 76 == 0) { /* 2^12 and 5^12 */
            quotient = (uint64_t)(magnitude >> 12) / ACRE_FIVE_12;
            rest = (uint64_t)magnitude - (uint64_t)quotient * ACRE_E12;
        } else if (d == ACRE_E8 && magnitude >> 72 == 0) {
            quotient = (uint64_t)(magnitude >> 8) / ACRE_FIVE_8;
            rest = (uint64_t)magnitude - (uint64_t)quotient * ACRE_E8;
        } else if (d >> 64 == 0) {
            quotient = acre_divide(magnitude, (uint64_t)d, &rest);
        } else {
            quotient = acre_wide_quotient(magnitude, (acre_u128)d, &rest);
        }
        if (rest != 0 && rounding == (n < 0 ? ACRE_FLOOR : ACRE_CEIL)) quotient += 1;
        return n < 0 ? -(acre_i128)quotient : (acre_i128)quotient;
    }

    /* a * b / d (d > 0) by a 256-bit product; 1 when the result needs more than 127 bits. */
    ACRE_RARE int acre_mul_div_256(
        acre_i128 a, acre_i128 b, acre_i128 d, int rounding, acre_i128 *out
    ) {
        int negative = (a < 0) != (b < 0);
        acre_u128 x = a < 0 ? -(acre_u128)a : (acre_u128)a;
        acre_u128 y = b < 0 ? -(acre_u128)b : (acre_u128)b;
        acre_u128 divisor = (acre_u128)d;
        acre_u128 x0 = (uint64_t)x, x1 = x >> 64, y0 = (uint64_t)y, y1 = y >> 64;
        acre_u128 p00 = x0 * y0, p01 = x0 * y1, p10 = x1 * y0, p11 = x1 * y1;
        acre_u128 middle = (p00 >> 64) + (uint64_t)p01 + (uint64_t)p10;
        acre_u128 low = (middle << 64) | (uint64_t)p00;
        acre_u128 high = p11 + (p01 >> 64) + (p10 >> 64) + (middle >> 64);
        acre_u128 quotient = 0;
        int i;
        if (high >= divisor) return 1;
        for (i = 127; i >= 0; i--) { /* divisor < 2^127, so the remainder never loses a bit */
            high = (high << 1) | ((low >> i) & 1);
            quotient <<= 1;
            if (high >= divisor) {
                high -= divisor;
                quotient |= 1;
            }
        }
        if (quotient >> 127) return 1; /* before one is added, which may wrap */
        if (high != 0 && rounding == (negative ? ACRE_FLOOR : ACRE_CEIL)) quotient += 1;
        if (quotient >> 127) return 1;
        *out = negative ? -(acre_i128)quotient : (acre_i128)quotient;
        return 0;
    }

    /* n / d rounded down, for n >= 0 and d > 0 whose quotient is an amount. */
    ACRE_INLINE int64_t acre_quotient(acre_i128 n, int64_t d) {
        uint64_t rest = 0;
        return (int64_t)acre_divide((acre_u128)n, (uint64_t)d, &rest);
    }

    ACRE_INLINE int acre_mul_div(
        acre_i128 a, acre_i128 b, acre_i128 d, int rounding, acre_i128 *out
    ) {
        acre_i128 product;
        if (d <= 0) return 1;
        if (__builtin_constant_p(a == (int64_t)a && b == (int64_t)b) && a == (int64_t)a
            && b == (int64_t)b) /* known to the compiler: both come from 64 bits */
            product = a * b;
        else if (__builtin_mul_overflow(a, b, &product))
            return acre_mul_div_256(a, b, d, rounding, out);
        *out = acre_div(product, d, rounding);
        return 0;
    }

    /* The one place where exact arithmetic raises; with or without the GIL. */
    ACRE_RARE int acre_raise_overflow(void) {
        PyGILState_STATE state = PyGILState_Ensure();
        PyErr_SetString(PyExc_OverflowError, "result is beyond the limits of the engine");
        PyGILState_Release(state);
        return -1;
    }

    /* a * b / d of at most 127 bits; else ACRE_REFUSED, with an OverflowError. */
    ACRE_INLINE acre_i128 acre_checked(acre_i128 a, acre_i128 b, acre_i128 d, int rounding) {
        acre_i128 result = 0;
        if (!acre_mul_div(a, b, d, rounding, &result)) return result;
        acre_raise_overflow();
        return ACRE_REFUSED;
    }

    ACRE_INLINE int64_t acre_checked_64(acre_i128 a, acre_i128 b, acre_i128 d, int rounding) {
        acre_i128 result = 0;
        if (!acre_mul_div(a, b, d, rounding, &result) && result == (int64_t)result)
            return (int64_t)result;
        acre_raise_overflow();
        return ACRE_REFUSED;
    }

    ACRE_INLINE int acre_is_amount(int64_t value) {
        return (uint64_t)value + ACRE_AMOUNT_MAX <= 2 * (uint64_t)ACRE_AMOUNT_MAX;
    }

    /* A stored amount; beyond the limit ACRE_REFUSED, with an OverflowError. */
    ACRE_INLINE int64_t acre_checked_amount(acre_i128 value) {
        if (value == (int64_t)value && acre_is_amount((int64_t)value)) return (int64_t)value;
        acre_raise_overflow();
        return ACRE_REFUSED;
    }

    ACRE_INLINE int64_t acre_checked_add(int64_t a, int64_t b) {
        int64_t sum;
        if (!__builtin_add_overflow(a, b, &sum) && acre_is_amount(sum)) return sum;
        acre_raise_overflow();
        return ACRE_REFUSED;
    }

    ACRE_INLINE int64_t acre_checked_sub(int64_t a, int64_t b) {
        int64_t difference;
        if (!__builtin_sub_overflow(a, b, &difference) && acre_is_amount(difference))
            return difference;
        acre_raise_overflow();
        return ACRE_REFUSED;
    }

    ACRE_INLINE int64_t acre_saturated_amount(acre_i128 value) {
        if (value == (int64_t)value && acre_is_amount((int64_t)value)) return (int64_t)value;
        return value < 0 ? -ACRE_AMOUNT_MAX : ACRE_AMOUNT_MAX;
    }

    /* a * b / d held within the amount limit; for projections, which never refuse (d > 0). */
    ACRE_INLINE int64_t acre_saturated(acre_i128 a, acre_i128 b, acre_i128 d, int rounding) {
        acre_i128 result = 0;
        if (acre_mul_div(a, b, d, rounding, &result))
            return (a < 0) != (b < 0) ? -ACRE_AMOUNT_MAX : ACRE_AMOUNT_MAX;
        return acre_saturated_amount(result);
    }

    static inline int acre_narrow(acre_i128 value, int64_t *out) {
        *out = (int64_t)value;
        return (acre_i128)*out != value;
    }

    static inline int acre_add_128(acre_i128 a, acre_i128 b, acre_i128 *out) {
        return __builtin_add_overflow(a, b, out);
    }

    static inline int acre_mul_128(acre_i128 a, acre_i128 b, acre_i128 *out) {
        return __builtin_mul_overflow(a, b, out);
    }
    #endif
    """
    ctypedef long long i128 "acre_i128"
    ctypedef long long i128_row "acre_i128_row"
    const int FLOOR "ACRE_FLOOR"
    const int CEIL "ACRE_CEIL"
    const int TRUNC "ACRE_TRUNC"
    const int64_t E6 "ACRE_E6"
    const int64_t E8 "ACRE_E8"
    const int64_t E12 "ACRE_E12"
    const int64_t E18 "ACRE_E18"
    const i128 E20 "ACRE_E20"
    const i128 E26 "ACRE_E26"
    const int64_t DAY_S "ACRE_DAY_S"
    const int64_t AMOUNT_MAX "ACRE_AMOUNT_MAX"
    const int64_t POSITION_MAX "ACRE_POSITION_MAX"
    const int64_t SIDE_MAX "ACRE_SIDE_MAX"
    const int64_t PRICE_MAX "ACRE_PRICE_MAX"
    const int64_t RATIO_MAX "ACRE_RATIO_MAX"
    const i128 FUNDING_MAX "ACRE_FUNDING_MAX"
    const i128 WIDE_MAX "ACRE_WIDE_MAX"
    const int64_t TIME_MAX "ACRE_TIME_MAX"
    int acre_mul_div(i128 a, i128 b, i128 d, int rounding, i128 *out) noexcept nogil
    int raise_overflow "acre_raise_overflow"() except -1 nogil
    # a * b / d, exact intermediate of 256 bits; a result beyond 127 or 64 bits raises.
    i128 wide_mul_div "acre_checked"(
        i128 a, i128 b, i128 d, int rounding
    ) except? -0x7FFFFFFFFFFFFFFF nogil
    int64_t mul_div "acre_checked_64"(
        i128 a, i128 b, i128 d, int rounding
    ) except? -0x7FFFFFFFFFFFFFFF nogil
    int64_t saturated_mul_div "acre_saturated"(
        i128 a, i128 b, i128 d, int rounding
    ) noexcept nogil
    int64_t quotient "acre_quotient"(i128 n, int64_t d) noexcept nogil
    # A stored amount; beyond the limit it raises.
    int64_t checked_amount "acre_checked_amount"(i128 value) except? -0x7FFFFFFFFFFFFFFF nogil
    int64_t checked_add "acre_checked_add"(
        int64_t a, int64_t b
    ) except? -0x7FFFFFFFFFFFFFFF nogil
    int64_t checked_sub "acre_checked_sub"(
        int64_t a, int64_t b
    ) except? -0x7FFFFFFFFFFFFFFF nogil
    int64_t saturate_amount "acre_saturated_amount"(i128 value) noexcept nogil
    int acre_narrow(i128 value, int64_t *out) noexcept nogil
    int acre_add_128(i128 a, i128 b, i128 *out) noexcept nogil
    int acre_mul_128(i128 a, i128 b, i128 *out) noexcept nogil

cdef inline int64_t narrow(i128 value) except? -0x7FFFFFFFFFFFFFFF nogil:
    cdef int64_t result = 0
    if acre_narrow(value, &result):
        raise_overflow()
    return result


cdef inline int64_t mul_div_floor(i128 a, i128 b, i128 d) except? -0x7FFFFFFFFFFFFFFF nogil:
    return mul_div(a, b, d, FLOOR)


cdef inline int64_t mul_div_ceil(i128 a, i128 b, i128 d) except? -0x7FFFFFFFFFFFFFFF nogil:
    return mul_div(a, b, d, CEIL)


cdef inline int64_t mul_div_trunc(i128 a, i128 b, i128 d) except? -0x7FFFFFFFFFFFFFFF nogil:
    return mul_div(a, b, d, TRUNC)


cdef inline i128 clamp_128(i128 value, i128 low, i128 high) noexcept nogil:
    return low if value < low else high if value > high else value


cdef inline i128 half_128(i128 value) noexcept nogil:
    """value / 2, toward zero; less work than a division."""
    return (value + (value < 0)) >> 1


cdef inline int64_t clamp(int64_t value, int64_t low, int64_t high) noexcept nogil:
    return low if value < low else high if value > high else value


cdef inline int64_t min64(int64_t a, int64_t b) noexcept nogil:
    return a if a < b else b


cdef inline int64_t max64(int64_t a, int64_t b) noexcept nogil:
    return a if a > b else b


cdef inline int64_t abs64(int64_t a) noexcept nogil:
    """Magnitude; callers keep within the limits, which exclude the lowest int64."""
    return -a if a < 0 else a


cdef inline i128 saturated_wide(i128 a, i128 b, i128 d, int rounding) noexcept nogil:
    """a * b / d held within 120 bits, so that sums of a few still fit (d > 0)."""
    cdef i128 result = 0
    if acre_mul_div(a, b, d, rounding, &result):
        return -WIDE_MAX if (a < 0) != (b < 0) else WIDE_MAX
    return clamp_128(result, -WIDE_MAX, WIDE_MAX)


cdef inline int64_t checked_neg(int64_t a) except? -0x7FFFFFFFFFFFFFFF nogil:
    return checked_amount(-<i128>a)


cdef inline i128 add_128(i128 a, i128 b) except? -0x7FFFFFFFFFFFFFFF nogil:
    cdef i128 result = 0
    if acre_add_128(a, b, &result):
        raise_overflow()
    return result


cdef inline i128 mul_128(i128 a, i128 b) except? -0x7FFFFFFFFFFFFFFF nogil:
    cdef i128 result = 0
    if acre_mul_128(a, b, &result):
        raise_overflow()
    return result
