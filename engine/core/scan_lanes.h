/* The values of the positions of a run of accounts, several positions at a time: in four lanes with AVX2, in two with
 * SSE2, which every x86-64 has. scan.pyx values accounts by itself where neither is, and those that are left open here.
 *
 * A double only guesses; its bound leaves one whole number, or integers decide. x, the guess of a quotient A / D, has at
 * most six roundings of 2^-53, so it is off by less than |x| * 2^-49. Two ways from it to the rounded quotient:
 *
 * 1. D is 10^8. q is the whole number next to x. While |x| is below 2^48, q is off by less than one, so that A - q * D
 *    is between -D and D and its low 32 bits say which side of q the quotient is on.
 * 2. y = x - less is rounded to q, and s = y - q. While |s| + |x| * 2^-49 is below 1/2 - 2^-20, A / D - less is between
 *    q - 1/2 and q + 1/2. With less = 1/2 the quotient is between q and q + 1: q is its floor and q + 1 its ceiling. Where
 *    it is known to be a multiple of 1 / parts, less = 1/2 + 1 / (2 * parts): the quotient is above q and at most q + 1, so
 *    q + 1 is its ceiling, and whole quotients are not near a border. All else is left open: the account is valued in
 *    scan.pyx, by integers of 128 bits. What is too large for a guess is always left open.
 *
 * A double of 2^52 to 2^53 has its whole number in its low bits: x + MAGIC rounds x, and its bits are those of MAGIC
 * and the number. Sizes and prices (rules/numbers.md) are below 2^44 and so are exact; of F - f the upper part, in
 * 2^32, and the lower part are. The bounds hold with fused operations or without; where rounding is not to the nearest,
 * and where a compiler may reorder (-ffast-math), nothing is done here. */
#ifndef ACRE_SCAN_LANES_H
#define ACRE_SCAN_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LANES_MAGIC 6755399441055744.0 /* 1.5 * 2^52 */
#define LANES_MAGIC_BITS INT64_C(0x4338000000000000)
#define LANES_LOW 4503599627370496.0 /* 2^52 */
#define LANES_LOW_BITS INT64_C(0x4330000000000000)
#define LANES_ONE_BITS INT64_C(0x3ff0000000000000)
#define LANES_FUNDING_MAX ((__int128)1 << 81)
#define LANES_RUN 16 /* accounts */
#define LANES_HELD 12 /* positions of an account, at most */
#define LANES_PLACES (LANES_RUN * LANES_HELD + 4)

/* The beginning of a row of `state.pxd`. */
struct lanes_position {
    uint64_t entry_funding_e18[2];
    int64_t size_e6;
    int64_t entry_price_e8;
    uint32_t market;
    uint32_t next_free;
};

/* What a position's value needs of its market, for a long or a short. */
struct lanes_market {
    int64_t funding_high; /* F >> 32, and the bits of MAGIC */
    double funding_low;   /* the rest of F, and 2^52 */
    int64_t price_e8;     /* and the bits of MAGIC */
    double slope;         /* initialMarginRatio / k */
    double least_e12;     /* minInitialMarginRatio and 1, less half and half a part of the slope */
    double proportion;
    double proportion_less; /* half and half a part */
    double fee;             /* of a unit */
    double fee_less;
    double reserved[3]; /* a row is two lines of the cache */
    int64_t more[4]; /* for each result: what is added, less the bits of MAGIC */
};

/* The accounts of a run. */
struct lanes_run {
    uint32_t count;
    struct lanes_position *held[LANES_RUN];
    uint32_t counts[LANES_RUN];
};

/* Sums of all positions of a run up to each one: the difference of two is an account. */
struct lanes_sums {
    const void *soon_accounts; /* to be fetched ahead */
    const void *soon_rows;
    size_t account_width;
    const struct lanes_position *places[LANES_PLACES + LANES_HELD];
    __attribute__((aligned(64))) int64_t sums[LANES_PLACES + 1][4]; /* price P&L, funding P&L, initial, maintenance */
    int64_t fees[LANES_PLACES + 1];
    uint32_t any_open;
    uint8_t is_open[LANES_PLACES];
};

/* Rows of markets, to be freed; NULL without memory. */
static inline struct lanes_market *lanes_rows(size_t count) {
    return (struct lanes_market *)aligned_alloc(64, count * sizeof(struct lanes_market));
}

static inline uint64_t lanes_common(uint64_t a, uint64_t b) {
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Half, and half of 1 / parts where those are few: no multiple of 1 / parts is then near a whole number. */
static inline double lanes_less(uint64_t parts) { return parts >> 20 ? 0.5 : 0.5 + 0.5 / (double)parts; }

/* Prepare a market; where a rule has no guess, every position in it is left open. */
static inline void lanes_prepare(
    struct lanes_market *market, __int128 funding_e18, int64_t price_e8, uint64_t slope_e12, uint64_t scale_e6,
    uint64_t least_e12, uint64_t proportion_e12, uint64_t fee_e12, uint64_t margin_e6
) {
    const uint64_t e10 = 10000000000, e12 = 1000000000000;
    /* of price * fee rate / 10^20, in two steps */
    const uint64_t price_parts = e10 / lanes_common(e10, (uint64_t)price_e8);
    const uint64_t fee_parts = e10 / lanes_common(e10, fee_e12);
    market->funding_high = (int64_t)(funding_e18 >> 32) + LANES_MAGIC_BITS;
    market->funding_low = LANES_LOW + (double)(uint32_t)funding_e18;
    market->price_e8 = price_e8 + LANES_MAGIC_BITS;
    market->slope = (double)slope_e12 / (double)scale_e6;
    market->least_e12 = (double)(least_e12 + 1) - lanes_less(scale_e6 / lanes_common(scale_e6, slope_e12));
    market->proportion = (double)proportion_e12 / (double)e12;
    market->proportion_less = lanes_less(e12 / lanes_common(e12, proportion_e12));
    market->fee = (double)price_e8 * (double)fee_e12 / 1e20;
    market->fee_less = lanes_less(fee_e12 ? price_parts * fee_parts : 1);
    memset(market->reserved, 0, sizeof market->reserved);
    market->more[0] = market->more[1] = -LANES_MAGIC_BITS;
    market->more[2] = market->more[3] = (int64_t)margin_e6 - LANES_MAGIC_BITS;
    if (proportion_e12 > e12 || funding_e18 >= LANES_FUNDING_MAX || funding_e18 <= -LANES_FUNDING_MAX)
        market->slope = 0x1p62;
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__FAST_MATH__)
#include <immintrin.h>

#define LANES 2
#define LANES_NAME lanes_sum_2
#define LANES_TARGET
#include "scan_lanes_body.h"

#define LANES 4
#define LANES_NAME lanes_sum_4
#define LANES_TARGET __attribute__((target("avx2,fma")))
#include "scan_lanes_body.h"

/* How many lanes there can be: 4, 2, or 1 where scan.pyx values all. */
static int lanes_most(void) {
    if (_MM_GET_ROUNDING_MODE() != _MM_ROUND_NEAREST) return 1;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 4 : 2;
}

static void lanes_sum(
    int lanes, const struct lanes_run *run, const struct lanes_run *next, const struct lanes_market *markets,
    struct lanes_sums *out
) {
    if (lanes == 4)
        lanes_sum_4(run, next, markets, out);
    else
        lanes_sum_2(run, next, markets, out);
}
#else
static int lanes_most(void) { return 1; }
static void lanes_sum(
    int lanes, const struct lanes_run *run, const struct lanes_run *next, const struct lanes_market *markets,
    struct lanes_sums *out
) {
    (void)lanes, (void)run, (void)next, (void)markets, (void)out;
}
#endif
#endif
