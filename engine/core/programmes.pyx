"""Ranges of the facts that are journaled for the programmes; the state does not change.

Whether a fact fits what was journaled before it, the fold in engine/programmes decides.
"""

from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_VALIDATION, OK, CreateContestC, DrawRaffleC, GenerateReferralCodeC,
    GrantSnapshotBoostC, JoinContestC, SampleBadgesC, SetExclusionC, SetFinalRowC, SetProgrammeC,
    SetReplaySpeedC, UseReferralCodeC,
)
from engine.core.numbers.numbers cimport AMOUNT_MAX, E12, TIME_MAX
from engine.core.operations cimport text_length
from engine.core.state.state cimport MINT_COLLATERAL, MINT_TOKEN, State
from libc.stdint cimport uint64_t

cdef enum:
    PROGRAMMES = 4
    PHASES = 3
    TIERS = 4
    PRIZES_MAX = 8
    RANK_MAX = 1_000_000
    RAFFLE_WINNERS_MAX = 1_000
    REFERRAL_CODE_MIN = 3
    REFERRAL_CODE_MAX = 20
    BOOSTS_MAX = 10  # a boost of a final row, in whole
    SPEED_MAX = 86_400  # of the replay: a day a second


cdef int _is_slug(const char *text) noexcept nogil:
    """1 to 40 of a-z, 0-9 and -, zero padded."""
    cdef int length = text_length(text, 40, 0)
    cdef int place
    for place in range(length):
        if not (97 <= text[place] <= 122 or 48 <= text[place] <= 57 or text[place] == 45):
            return 0
    return length > 0


cdef int _check_referral_code(const char *code) noexcept nogil:
    """3 to 20 of A-Z, a-z, 0-9, - and _."""
    cdef int length = text_length(code, 32, 0)
    cdef int place
    if length < REFERRAL_CODE_MIN or length > REFERRAL_CODE_MAX:
        return ERR_VALIDATION
    for place in range(length):
        if not (
            65 <= code[place] <= 90 or 97 <= code[place] <= 122 or 48 <= code[place] <= 57
            or code[place] == 45 or code[place] == 95
        ):
            return ERR_VALIDATION
    return OK


cdef int join_contest(State *st, const JoinContestC *command) except -1 nogil:
    if not _is_slug(command.contest_id) or command.is_asset_dash > 1:
        return ERR_VALIDATION
    return OK


cdef int set_programme(State *st, const SetProgrammeC *command) except -1 nogil:
    if not (1 <= command.programme <= PROGRAMMES and 1 <= command.phase <= PHASES):
        return ERR_VALIDATION
    return OK


cdef int set_exclusion(State *st, const SetExclusionC *command) except -1 nogil:
    if not 1 <= command.programme <= PROGRAMMES or command.is_excluded > 1:
        return ERR_VALIDATION
    return OK


cdef int grant_snapshot_boost(State *st, const GrantSnapshotBoostC *command) except -1 nogil:
    if not (1 <= command.programme <= PROGRAMMES and 1 <= command.tier <= TIERS):
        return ERR_VALIDATION
    if text_length(command.snapshot_id, 32, 0) < 1 or text_length(command.name, 80, 0) < 1:
        return ERR_VALIDATION
    return OK


cdef int set_final_row(State *st, const SetFinalRowC *command) except -1 nogil:
    if not 1 <= command.programme <= PROGRAMMES:
        return ERR_VALIDATION
    if (
        not 0 <= command.trading_points_e6 <= AMOUNT_MAX
        or not 0 <= command.lp_points_e6 <= AMOUNT_MAX
        or not 0 <= command.referral_points_e6 <= AMOUNT_MAX
    ):
        return ERR_AMOUNT_OUT_OF_RANGE
    if (
        not 0 <= command.referred_boost_e12 <= BOOSTS_MAX * E12
        or not 0 <= command.first_hoa_boost_e12 <= BOOSTS_MAX * E12
        or not 0 <= command.additional_hoa_boost_e12 <= BOOSTS_MAX * E12
    ):
        return ERR_VALIDATION
    return OK


cdef int _check_prizes(const CreateContestC *command) noexcept nogil:
    cdef uint64_t before = 0
    cdef int place
    if command.prize_count > PRIZES_MAX:
        return ERR_VALIDATION
    for place in range(PRIZES_MAX):
        if place >= command.prize_count:
            if command.prize_ranks_to[place] != 0 or command.prize_amounts_e6[place] != 0:
                return ERR_VALIDATION
            continue
        if command.prize_ranks_to[place] <= before or command.prize_ranks_to[place] > RANK_MAX:
            return ERR_VALIDATION
        if not 1 <= command.prize_amounts_e6[place] <= <uint64_t> AMOUNT_MAX:
            return ERR_AMOUNT_OUT_OF_RANGE
        before = command.prize_ranks_to[place]
    return OK


cdef int create_contest(State *st, const CreateContestC *command) except -1 nogil:
    cdef int raffle = text_length(command.raffle, 80, 0)
    if (
        not _is_slug(command.contest_id)
        or text_length(command.name, 80, 0) < 1
        or text_length(command.description, 400, 0) < 0
        or raffle < 0
    ):
        return ERR_VALIDATION
    if not 0 <= command.starts_at_s < command.ends_at_s or command.ends_at_s > TIME_MAX:
        return ERR_VALIDATION
    if command.metric > 1 or not MINT_COLLATERAL <= command.prize_mint <= MINT_TOKEN:
        return ERR_VALIDATION
    if not 0 <= command.min_collateral_e6 <= AMOUNT_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if (raffle > 0) != (command.raffle_winners > 0) or command.raffle_winners > RAFFLE_WINNERS_MAX:
        return ERR_VALIDATION
    return _check_prizes(command)


cdef int draw_raffle(State *st, const DrawRaffleC *command) except -1 nogil:
    return OK if _is_slug(command.contest_id) else ERR_VALIDATION


cdef int generate_referral_code(State *st, const GenerateReferralCodeC *command) except -1 nogil:
    return _check_referral_code(command.code)


cdef int use_referral_code(State *st, const UseReferralCodeC *command) except -1 nogil:
    return _check_referral_code(command.code)


cdef int sample_badges(State *st, const SampleBadgesC *command) except -1 nogil:
    return OK  # any count of any wallet


cdef int set_replay_speed(State *st, const SetReplaySpeedC *command) except -1 nogil:
    return OK if 1 <= command.rate <= SPEED_MAX else ERR_VALIDATION
