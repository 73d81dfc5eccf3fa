/* Included by scan_lanes.h once for each width. */

#if LANES == 4
#define VD __m256d
#define VI __m256i
#define ALL_D(x) _mm256_set1_pd(x)
#define ALL_I(x) _mm256_set1_epi64x(x)
#define LOW_PRODUCT(a, b) _mm256_mul_epu32(a, b)
#define UP(a, by) _mm256_slli_epi64(a, by)
#define DOWN(a, by) _mm256_srli_epi64(a, by)
#define GREATER(a, b) _mm256_max_pd(a, b)
#define LOW_OF(a, over) _mm256_blend_epi32(over, a, 0x55)
#define NOT_BELOW(a, b) _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_NLT_UQ))
#define TWO_OF(a, b) \
    _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd((const double *)(a))), _mm_loadu_pd((const double *)(b)), 1)
#define EVEN_HALF(at, field) TWO_OF(&at[0]->field, &at[2]->field)
#define ODD_HALF(at, field) TWO_OF(&at[1]->field, &at[3]->field)
#define FIRSTS(a, b) _mm256_unpacklo_pd(a, b)
#define SECONDS(a, b) _mm256_unpackhi_pd(a, b)
#define STORE(at, a) _mm256_storeu_si256((__m256i *)(at), a)
#else
#define VD __m128d
#define VI __m128i
#define ALL_D(x) _mm_set1_pd(x)
#define ALL_I(x) _mm_set1_epi64x(x)
#define LOW_PRODUCT(a, b) _mm_mul_epu32(a, b)
#define UP(a, by) _mm_slli_epi64(a, by)
#define DOWN(a, by) _mm_srli_epi64(a, by)
#define GREATER(a, b) _mm_max_pd(a, b)
#define LOW_OF(a, over) ((VI)((a) & ALL_I(0xffffffff)) | (over))
#define NOT_BELOW(a, b) _mm_movemask_pd(_mm_cmpnlt_pd(a, b))
#define EVEN_HALF(at, field) _mm_loadu_pd((const double *)&at[0]->field)
#define ODD_HALF(at, field) _mm_loadu_pd((const double *)&at[1]->field)
#define FIRSTS(a, b) _mm_unpacklo_pd(a, b)
#define SECONDS(a, b) _mm_unpackhi_pd(a, b)
#define STORE(at, a) _mm_storeu_si128((__m128i *)(at), a)
#endif

/* Two neighboring fields of the rows of all lanes, each as a vector. */
#define FIELDS(at, field, first, second) \
    do { \
        const VD even = EVEN_HALF(at, field), odd = ODD_HALF(at, field); \
        first = FIRSTS(even, odd); \
        second = SECONDS(even, odd); \
    } while (0)
#define FIRST_FIELD(at, field, first) first = FIRSTS(EVEN_HALF(at, field), ODD_HALF(at, field))
#define MAGNITUDE(x) ((VD)((VI)(x) & ALL_I(INT64_MAX)))
#define MAGIC ALL_D(LANES_MAGIC)
/* By way 2: the bits of q and of MAGIC, and |s|. */
#define NEXT(y, bits, s) \
    do { \
        const VD rounded = (y) + MAGIC; \
        bits = (VI)rounded; \
        s = MAGNITUDE((y) - (rounded - MAGIC)); \
    } while (0)

LANES_TARGET static void LANES_NAME(
    const struct lanes_run *run, const struct lanes_run *next, const struct lanes_market *markets, struct lanes_sums *out
) {
    static const struct lanes_position nothing;
    const struct lanes_position **place = out->places;
    uint32_t i, lane, total;
    int64_t fees = 0, *fees_out = out->fees + 1;
#if LANES == 4
    VI sum = ALL_I(0);
#else
    VI sum_pnl = ALL_I(0), sum_margins = ALL_I(0);
#endif
    for (i = 0; i < run->count; i++) {
        const VI first = ALL_I((int64_t)(intptr_t)run->held[i]);
        const uint32_t held = run->counts[i];
#define PLACE(k) ((k) * (int64_t)sizeof(struct lanes_position))
#if LANES == 4
        STORE(place, first + (VI)_mm256_set_epi64x(PLACE(3), PLACE(2), PLACE(1), PLACE(0)));
        STORE(place + 4, first + (VI)_mm256_set_epi64x(PLACE(7), PLACE(6), PLACE(5), PLACE(4)));
#else
        STORE(place, first + (VI)_mm_set_epi64x(PLACE(1), PLACE(0)));
        STORE(place + 2, first + (VI)_mm_set_epi64x(PLACE(3), PLACE(2)));
        STORE(place + 4, first + (VI)_mm_set_epi64x(PLACE(5), PLACE(4)));
        STORE(place + 6, first + (VI)_mm_set_epi64x(PLACE(7), PLACE(6)));
#endif
        if (__builtin_expect(held > 8, 0))
            for (lane = 8; lane < held; lane++) place[lane] = run->held[i] + lane;
        place += held;
    }
    total = (uint32_t)(place - out->places);
    for (i = 0; i < LANES; i++) place[i] = &nothing;
    out->any_open = 0;
    STORE(out->sums[0], ALL_I(0));
    STORE(out->sums[0] + 4 - LANES, ALL_I(0));
    out->fees[0] = 0;

    for (i = 0; i < total; i += LANES) {
        const struct lanes_position *held[LANES];
        const struct lanes_market *market[LANES];
        VD f_low, f_high, size, entry, funding_high, funding_low, price, slope, least, proportion, proportion_less;
        VD fee, fee_less, n, length, moved, change, gain, paid, notional, ratio, s, open_ratio, open, far_ratio, far, y;
        VI f_upper, q, rest, price_pnl, funding_pnl, initial, maintenance, fee_bits;
        {
            const uint32_t number = i / LANES % LANES_RUN;
            const char *positions = (const char *)next->held[number];
            const char *account = (const char *)out->soon_accounts + number * out->account_width;
            __builtin_prefetch(positions);
            __builtin_prefetch(positions + 64);
            __builtin_prefetch(positions + 128);
            __builtin_prefetch(positions + 192);
            __builtin_prefetch(positions + 256);
            __builtin_prefetch(account);
            __builtin_prefetch(account + 64);
            __builtin_prefetch((const char *)out->soon_rows + 64 * number, 1);
        }
#pragma GCC unroll 4
        for (lane = 0; lane < LANES; lane++) {
            held[lane] = out->places[i + lane];
            market[lane] = markets + 2 * (size_t)held[lane]->market + ((uint64_t)held[lane]->size_e6 >> 63);
        }
        FIELDS(held, entry_funding_e18[0], f_low, f_high);
        FIELDS(held, size_e6, size, entry);
        FIELDS(market, funding_high, funding_high, funding_low);
        FIELDS(market, price_e8, price, slope);
        FIELDS(market, least_e12, least, proportion);
        FIELDS(market, proportion_less, proportion_less, fee);
        FIRST_FIELD(market, fee_less, fee_less);

        n = (VD)((VI)size + ALL_I(LANES_MAGIC_BITS)) - MAGIC;
        length = MAGNITUDE(n);
        change = (VD)((VI)price - (VI)entry); /* with MAGIC */
        moved = change - MAGIC;

        /* n * (p - e) / 10^8, rounded down, by way 1 */
        gain = n * moved * ALL_D(1e-8);
        q = (VI)(gain + MAGIC);
        rest = LOW_PRODUCT((VI)size, (VI)change) - LOW_PRODUCT(q, ALL_I(100000000));
        price_pnl = q - DOWN(UP(rest, 32), 63);
        far = MAGNITUDE(gain);

        /* n * (F - f) / 10^18, rounded down, by way 2 */
        f_upper = DOWN((VI)f_low, 32) | UP((VI)f_high, 32);
        paid = ((VD)((VI)funding_high - f_upper) - MAGIC) * ALL_D(0x1p32)
             + (funding_low - (VD)LOW_OF((VI)f_low, ALL_I(LANES_LOW_BITS)));
        y = n * paid * ALL_D(1e-18) - ALL_D(0.5);
        far = far + MAGNITUDE(y);
        NEXT(y, funding_pnl, open);

        /* |n| * slope / k and the least ratio, rounded up, by way 2 */
        y = length * slope + least;
        far_ratio = y;
        NEXT(y, q, open_ratio);
        ratio = (VD)q - MAGIC;

        /* |n| * p * rate / 10^20, rounded up, by way 2 */
        notional = length * ((VD)price - MAGIC) * ALL_D(1e-20);
        y = notional * ratio - ALL_D(0.5);
        far = far + y;
        NEXT(y, initial, s);
        open = GREATER(open, s);
        y = length * fee - fee_less;
        far = far + y;
        NEXT(y, fee_bits, s);
        open = GREATER(open, s);

        /* ratio * proportion, rounded up, by way 2; ratio and margin by it are no larger than the initial ones */
        y = ratio * proportion - proportion_less;
        NEXT(y, q, s);
        open_ratio = GREATER(open_ratio, s) + far_ratio * ALL_D(0x1p-49);
        ratio = (VD)q - ALL_D(LANES_MAGIC - 1.0);
        y = notional * ratio - ALL_D(0.5);
        NEXT(y, maintenance, s);
        open = GREATER(open, s) + far * ALL_D(0x1p-49);

        lane = (uint32_t)NOT_BELOW(GREATER(open, open_ratio), ALL_D(0.5 - 0x1p-20));
        if (__builtin_expect(lane != 0, 0)) {
            uint32_t k;
            if (!out->any_open) memset(out->is_open, 0, sizeof out->is_open);
            for (k = 0; k < LANES && i + k < total; k++) {
                out->is_open[i + k] = lane >> k & 1;
                out->any_open |= lane >> k & 1;
            }
        }
        {
            const VD pnl_0 = FIRSTS((VD)price_pnl, (VD)funding_pnl), pnl_1 = SECONDS((VD)price_pnl, (VD)funding_pnl);
            const VD margins_0 = FIRSTS((VD)initial, (VD)maintenance);
            const VD margins_1 = SECONDS((VD)initial, (VD)maintenance);
            int64_t fee_of[LANES];
            STORE(fee_of, fee_bits - ALL_I(LANES_MAGIC_BITS - 1));
#if LANES == 4
#define ADD(k, a, b, halves) \
    sum += (VI)_mm256_permute2f128_pd(a, b, halves) + _mm256_loadu_si256((const __m256i *)market[k]->more); \
    STORE(out->sums[i + k + 1], sum)
            ADD(0, pnl_0, margins_0, 0x20);
            ADD(1, pnl_1, margins_1, 0x20);
            ADD(2, pnl_0, margins_0, 0x31);
            ADD(3, pnl_1, margins_1, 0x31);
#undef ADD
#else
#define ADD(k, a, b) \
    sum_pnl += (VI)a + _mm_loadu_si128((const __m128i *)market[k]->more); \
    sum_margins += (VI)b + _mm_loadu_si128((const __m128i *)(market[k]->more + 2)); \
    STORE(out->sums[i + k + 1], sum_pnl); \
    STORE(out->sums[i + k + 1] + 2, sum_margins)
            ADD(0, pnl_0, margins_0);
            ADD(1, pnl_1, margins_1);
#undef ADD
#endif
#pragma GCC unroll 4
            for (lane = 0; lane < LANES; lane++) fees_out[lane] = fees += fee_of[lane];
            fees_out += LANES;
        }
    }
}

#undef LANES
#undef LANES_NAME
#undef LANES_TARGET
#undef VD
#undef VI
#undef ALL_D
#undef ALL_I
#undef LOW_PRODUCT
#undef UP
#undef DOWN
#undef GREATER
#undef LOW_OF
#undef NOT_BELOW
#undef TWO_OF
#undef EVEN_HALF
#undef ODD_HALF
#undef FIRSTS
#undef SECONDS
#undef STORE
#undef FIELDS
#undef FIRST_FIELD
#undef MAGNITUDE
#undef MAGIC
#undef NEXT
#undef PLACE
