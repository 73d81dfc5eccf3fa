"""Wrongs in the scan by several positions at a time."""

from tests.mutants.mutant import Mutant

LANES = "engine/core/scan_lanes.h"
BODY = "engine/core/scan_lanes_body.h"

MUTANTS = (
    Mutant(
        "lanes-guess-decides-gain",
        BODY,
        "price_pnl = q - DOWN(UP(rest, 32), 63);",
        "price_pnl = q;",
        "the P&L of a price is rounded to the nearest",
        ("scan_lanes",),
    ),
    Mutant(
        "lanes-nothing-is-open",
        BODY,
        "open = GREATER(open, s) + far * ALL_D(0x1p-49);",
        "open = ALL_D(0.0);",
        "whole quotients are decided by a double",
        ("scan_lanes",),
    ),
    Mutant(
        "lanes-ratio-is-never-open",
        BODY,
        "open_ratio = GREATER(open_ratio, s) + far_ratio * ALL_D(0x1p-49);",
        "open_ratio = ALL_D(0.0);",
        "ratios beyond the guesses are used",
        ("scan_lanes",),
    ),
    Mutant(
        "lanes-upper-funding",
        BODY,
        "f_upper = DOWN((VI)f_low, 32) | UP((VI)f_high, 32);",
        "f_upper = DOWN((VI)f_low, 32);",
        "an index beyond 64 bits loses its upper part",
        ("scan_lanes",),
    ),
    Mutant(
        "lanes-maintenance-floor",
        BODY,
        "ratio = (VD)q - ALL_D(LANES_MAGIC - 1.0);",
        "ratio = (VD)q - MAGIC;",
        "the maintenance ratio is rounded down",
        ("scan_lanes",),
    ),
    Mutant(
        "lanes-half-of-whole-quotients",
        LANES,
        "return parts >> 20 ? 0.5 : 0.5 + 0.5 / (double)parts;",
        "return parts >> 20 ? 0.5 : 0.5 + 1.5 / (double)parts;",
        "a quotient one part above a whole number is rounded down",
        ("scan_lanes",),
    ),
)
