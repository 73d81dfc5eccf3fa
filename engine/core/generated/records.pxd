# Generated from engine/schema/commands.py by engine/schema/generate.py; do not edit.
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef packed struct HeaderC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s

cdef packed struct CreateExchangeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    unsigned char exchange[32]
    unsigned char collateral_mint[32]
    unsigned char token_mint[32]
    unsigned char vault_authority[32]
    unsigned char chain_genesis[32]
    uint8_t is_demo
    int64_t net_exposure_cap_rate_e12
    int64_t locked_open_interest_ratio_e12
    int64_t protocol_fee_rate_e12
    int64_t reserve_fee_share_e12
    int64_t min_liquidation_fee_e6
    int64_t max_liquidation_fee_e6
    int64_t liquidation_target_health_e12
    int64_t min_trade_notional_e6
    int64_t max_positions_per_account
    int64_t max_margin_accounts_per_user
    int64_t max_markets
    int64_t min_lp_duration_s
    int64_t settlement_delay_s
    int64_t min_liquidity_e6
    int64_t min_settlement_amount_e6
    int64_t max_keeper_tip_rate_e12
    int64_t outflow_hourly_rate_e12
    int64_t outflow_daily_rate_e12
    int64_t outflow_floor_e6
    int64_t epoch_duration_s
    int64_t unlocking_duration_epochs
    int64_t order_margin_e6
    int64_t hold_kink_e12
    int64_t hold_rate_e12

cdef packed struct CreateMarketC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    char symbol[12]
    char name[80]
    char state[12]
    char country[12]
    char category[12]
    char metric[12]
    char price_feed[80]
    uint32_t acre_id
    int64_t price_e8
    int64_t published_at_s
    unsigned char authorized_liquidator[32]
    int64_t min_initial_margin_ratio_e12
    int64_t maintenance_margin_proportion_e12
    int64_t initial_margin_ratio_e12
    int64_t skew_scale_e6
    int64_t max_side_size_e6
    int64_t max_side_notional_rate_e12
    int64_t max_funding_velocity_e12
    int64_t funding_decay_s
    int64_t max_funding_rate_e12
    int64_t k_drift_e12
    int64_t n_fast
    int64_t n_slow
    int64_t return_clip_e12
    int64_t drift_max_e12
    int64_t spread_rate_e12
    int64_t s_ref_rate_e12
    int64_t level_n
    int64_t maker_fee_rate_e12
    int64_t taker_fee_rate_e12
    int64_t liquidation_fee_rate_e12
    int64_t liquidation_window_s
    int64_t liquidation_capacity_multiplier_e12
    int64_t max_liquidation_pd_e12
    int64_t min_position_margin_e6
    int64_t oracle_max_age_s
    int64_t oracle_max_age_decrease_s
    int64_t print_band_e12
    int64_t print_band_pause_e12
    int64_t max_confidence_rate_e12
    int64_t print_interval_s
    int64_t entry_window_before_s
    int64_t entry_window_after_s
    int64_t crowding_knee_e12
    int64_t skew_scale_rate_e12
    int64_t max_noise_e12

cdef packed struct PauseExchangeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]

cdef packed struct UnpauseExchangeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]

cdef packed struct PauseMarketC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id

cdef packed struct UnpauseMarketC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id

cdef packed struct HaltC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]

cdef packed struct ResumeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]

cdef packed struct ConfirmPrintC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id

cdef packed struct SetMarketParameterC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id
    uint16_t parameter
    int64_t value

cdef packed struct SetExchangeParameterC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint16_t parameter
    int64_t value

cdef packed struct SetAuthorizedLiquidatorC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id
    unsigned char liquidator[32]

cdef packed struct CollectFeesC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    unsigned char receiver[32]
    int64_t amount_e6

cdef packed struct SetRiskC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    unsigned char user[32]
    uint8_t is_high_risk

cdef packed struct GrantLpAccountC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    unsigned char owner[32]
    uint64_t deposit_id

cdef packed struct SetVestingC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    unsigned char owner[32]
    int64_t total_e6
    int64_t start_s
    int64_t period_s
    uint32_t period_count

cdef packed struct CreatePredictionC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    char title[80]
    char description[400]
    char category[32]
    char rules[400]
    uint32_t acre_id
    int64_t strike_e8
    int64_t opens_at_s
    int64_t closes_at_s
    int64_t resolves_at_s

cdef packed struct ResolvePredictionC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id
    uint8_t outcome
    int64_t value_e8
    int64_t published_at_s

cdef packed struct VoidPredictionC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id

cdef packed struct CreateContestC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    char contest_id[40]
    char name[80]
    char description[400]
    int64_t starts_at_s
    int64_t ends_at_s
    uint8_t metric
    int64_t min_collateral_e6
    uint8_t prize_mint
    uint8_t prize_count
    uint64_t prize_ranks_to[8]
    uint64_t prize_amounts_e6[8]
    char raffle[80]
    uint32_t raffle_winners

cdef packed struct SetProgrammeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint8_t programme
    uint8_t phase

cdef packed struct SetFinalRowC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint8_t programme
    unsigned char user[32]
    int64_t trading_points_e6
    int64_t lp_points_e6
    int64_t referral_points_e6
    int64_t referred_boost_e12
    int64_t first_hoa_boost_e12
    int64_t additional_hoa_boost_e12

cdef packed struct GrantSnapshotBoostC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint8_t programme
    unsigned char user[32]
    char snapshot_id[32]
    char name[80]
    uint8_t tier

cdef packed struct SetExclusionC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint8_t programme
    unsigned char user[32]
    uint8_t is_excluded

cdef packed struct SettleMarketC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id
    int64_t price_e8
    uint32_t limit

cdef packed struct AdoptParametersC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char operator[32]
    unsigned char operator_signature[64]
    uint32_t market_id
    int64_t max_side_notional_rate_e12
    int64_t n_fast
    int64_t n_slow
    int64_t spread_rate_e12
    int64_t s_ref_rate_e12
    int64_t level_n
    int64_t crowding_knee_e12
    int64_t skew_scale_rate_e12
    int64_t max_noise_e12

cdef packed struct TickC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s

cdef packed struct PostPrintC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    int64_t price_e8
    int64_t confidence_e8
    int64_t published_at_s

cdef packed struct RewindChainC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint64_t slot

cdef packed struct SampleBadgesC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint32_t badge_count

cdef packed struct DrawRaffleC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    char contest_id[40]
    uint64_t root_sequence
    uint64_t slot
    unsigned char seed[32]

cdef packed struct CreateMarginAccountC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    uint32_t account_id
    char name[32]
    int64_t amount_e6

cdef packed struct CloseMarginAccountC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    uint32_t account_id

cdef packed struct DepositMarginC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    int64_t amount_e6

cdef packed struct WithdrawMarginC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    uint32_t account_id
    int64_t amount_e6
    int64_t tip_e6

cdef packed struct ModifyPositionC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    int64_t size_e6
    int64_t limit_e8
    int64_t stop_e8
    int64_t target_e8

cdef packed struct ClosePositionC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    int64_t size_e6
    int64_t limit_e8

cdef packed struct SetDelegateC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char delegate[32]
    int64_t until_s
    int64_t day_notional_e6
    uint8_t market_count
    uint64_t market_ids[8]

cdef packed struct LiquidateC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    uint8_t has_fee_account
    uint32_t fee_account_id

cdef packed struct AddLiquidityC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    int64_t amount_e6

cdef packed struct RemoveLiquidityC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    uint64_t lp_position_id
    int64_t shares_e6
    int64_t tip_e6

cdef packed struct CloseLpPositionC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    uint64_t lp_position_id

cdef packed struct UpgradeLpAccountC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint

cdef packed struct ProcessSettlementRequestsC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint8_t request_count
    uint64_t request_ids[8]

cdef packed struct ClaimDepositC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    uint64_t deposit_id

cdef packed struct CreateStakeAccountC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint

cdef packed struct StakeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    int64_t amount_e6
    uint8_t is_creating_account

cdef packed struct UnstakeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    int64_t amount_e6

cdef packed struct WithdrawStakeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    int64_t amount_e6

cdef packed struct ModifyPositionsC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    uint8_t leg_count
    uint64_t market_ids[8]
    int64_t sizes_e6[8]
    int64_t limits_e8[8]

cdef packed struct PlacePerpOrderC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    uint8_t kind
    uint8_t source
    uint8_t is_reduce_only
    uint8_t is_whole
    int64_t size_e6
    int64_t trigger_e8
    int64_t trail_e6
    int64_t worst_e8
    uint32_t group
    int64_t expires_at_s
    int64_t stop_e8
    int64_t target_e8

cdef packed struct AmendPerpOrderC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    uint64_t order_id
    int64_t size_e6
    int64_t trigger_e8
    int64_t trail_e6
    int64_t worst_e8
    int64_t expires_at_s

cdef packed struct CancelPerpOrderC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    uint64_t order_id

cdef packed struct CancelPerpOrdersC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id

cdef packed struct IgnoreTransactionC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint
    char reason[80]
    uint8_t has_magic

cdef packed struct AuthorisePayoutC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t request_id
    unsigned char payout_signature[64]
    uint64_t last_valid_block_height

cdef packed struct ExpirePayoutC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t request_id

cdef packed struct RecordPayoutC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t request_id
    unsigned char payout_signature[64]
    uint64_t slot

cdef packed struct ParticipateC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint8_t programme

cdef packed struct GrantPointsC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]

cdef packed struct PlaceOrderC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint32_t market_id
    uint8_t order_type
    uint8_t side
    uint16_t price
    uint32_t contracts
    uint8_t time_in_force
    int64_t expires_at_s
    uint8_t post_only
    uint8_t self_trade_prevention
    char client_order_id[36]

cdef packed struct CancelOrderC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint64_t order_id

cdef packed struct CancelAllOrdersC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint32_t market_id

cdef packed struct AmendOrderC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint64_t order_id
    uint16_t price
    uint32_t contracts

cdef packed struct SetCancelAfterC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint32_t timeout_s

cdef packed struct GenerateReferralCodeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    char code[32]

cdef packed struct UseReferralCodeC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    char code[32]

cdef packed struct JoinContestC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    char contest_id[40]
    uint8_t is_asset_dash

cdef packed struct SetReplaySpeedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint32_t rate

cdef packed struct CommandRejectedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint16_t command_tag
    uint16_t code
    int64_t detail
    uint64_t nonce

cdef packed struct CommandIgnoredC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    char reason[80]
    uint8_t has_magic

cdef packed struct CommandAppliedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint16_t command_tag
    uint64_t nonce

cdef packed struct ExchangeCreatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char exchange[32]

cdef packed struct MarketCreatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    char symbol[12]

cdef packed struct StatusChangedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint8_t scope
    uint32_t market_id
    uint8_t status

cdef packed struct ParameterChangedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    uint16_t parameter
    int64_t value

cdef packed struct AuthorizedLiquidatorChangedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    unsigned char liquidator[32]

cdef packed struct RiskSetC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint8_t is_high_risk

cdef packed struct PrintAcceptedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    int64_t price_e8
    int64_t published_at_s

cdef packed struct PrintHeldC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    int64_t price_e8
    int64_t published_at_s
    uint8_t is_operator_only

cdef packed struct MarketUpdatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    int64_t index_price_e8
    int64_t index_price_at_s
    int64_t market_price_e8
    int64_t long_size_e6
    int64_t short_size_e6
    int64_t funding_rate_e12
    int64_t funding_velocity_e12
    unsigned char funding_per_unit_e18[16]
    int64_t level_e8
    uint8_t is_paused
    int64_t holding_rate_e12
    unsigned char holding_per_unit_e18[16]

cdef packed struct PoolUpdatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    int64_t margin_e6
    int64_t lp_balance_e6
    int64_t unrealized_pnl_e6
    int64_t lp_shares_e6
    int64_t reserve_e6
    int64_t protocol_fees_e6
    int64_t unsettled_e6
    int64_t quarantined_e6
    int64_t cumulative_volume_e6
    int64_t cumulative_lp_fee_e6

cdef packed struct MarginAccountCreatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    char name[32]

cdef packed struct MarginAccountClosedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id

cdef packed struct MarginTransferredC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint8_t is_withdraw
    int64_t margin_e6
    int64_t maturity_s

cdef packed struct DelegateSetC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    unsigned char delegate[32]

cdef packed struct PositionRemarkedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    int64_t pnl_e6

cdef packed struct PositionModifiedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    uint8_t trade_kind
    int64_t fill_price_e8
    int64_t index_price_e8
    int64_t size_delta_e6
    int64_t notional_delta_e6
    int64_t new_size_e6
    int64_t new_notional_e6
    int64_t trade_fee_e6
    int64_t surcharge_e6
    int64_t pnl_e6
    int64_t price_performance_e6
    int64_t funding_performance_e6

cdef packed struct LiquidationStartedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    unsigned char liquidator[32]
    int64_t available_margin_e6
    int64_t total_required_margin_e6
    int64_t max_liquidation_fee_e6

cdef packed struct PositionLiquidatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    unsigned char liquidator[32]
    int64_t started_at_s
    int64_t max_liquidation_fee_e6
    int64_t liquidated_margin_e6
    int64_t liquidation_fee_e6
    int64_t size_e6
    int64_t notional_e6
    int64_t new_size_e6
    int64_t index_price_e8
    int64_t pnl_e6
    int64_t price_performance_e6
    int64_t funding_performance_e6
    uint8_t has_fee_account
    uint32_t fee_account_id

cdef packed struct BadDebtCoveredC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    int64_t from_reserve_e6
    int64_t from_pool_e6

cdef packed struct AutoDeleveragedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    int64_t size_delta_e6
    int64_t index_price_e8
    int64_t price_e8
    int64_t haircut_e6
    int64_t pnl_e6
    int64_t price_performance_e6
    int64_t funding_performance_e6

cdef packed struct LiquidationEndedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id

cdef packed struct PositionSettledC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    int64_t size_delta_e6
    int64_t price_e8
    int64_t pnl_e6
    int64_t price_performance_e6
    int64_t funding_performance_e6

cdef packed struct MarketSettledC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    int64_t price_e8
    uint32_t closed_count
    uint32_t left_count

cdef packed struct PerpOrderPlacedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    uint64_t order_id
    uint8_t kind
    uint8_t source
    uint8_t is_reduce_only
    uint8_t is_whole
    int64_t size_e6
    int64_t trigger_e8
    int64_t trail_e6
    int64_t worst_e8
    uint64_t group
    int64_t expires_at_s
    int64_t stop_e8
    int64_t target_e8
    uint64_t parent_id

cdef packed struct PerpOrderAmendedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    uint64_t order_id
    int64_t size_e6
    int64_t trigger_e8
    int64_t trail_e6
    int64_t worst_e8
    int64_t expires_at_s

cdef packed struct PerpOrderDeferredC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    uint64_t order_id
    uint16_t code

cdef packed struct PerpOrderFilledC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    uint64_t order_id
    int64_t size_e6
    int64_t matched_e6
    int64_t price_e8
    int64_t fee_e6
    int64_t surcharge_e6
    int64_t left_e6

cdef packed struct PerpOrderEndedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint32_t account_id
    uint32_t market_id
    uint64_t order_id
    uint8_t reason
    uint16_t code

cdef packed struct AuctionHeldC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    int64_t index_price_e8
    uint32_t order_count
    int64_t buy_e6
    int64_t sell_e6
    int64_t matched_e6
    int64_t pool_e6
    int64_t pool_price_e8

cdef packed struct LiquidityModifiedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint8_t kind
    uint64_t lp_position_id
    int64_t liquidity_e6
    int64_t shares_e6
    int64_t share_price_e8
    int64_t new_liquidity_e6
    int64_t new_shares_e6
    int64_t maturity_s

cdef packed struct LpPositionClosedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t lp_position_id

cdef packed struct SettlementRequestCreatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t request_id
    uint8_t kind
    uint8_t mint
    int64_t amount_e6
    int64_t tip_e6
    int64_t maturity_s

cdef packed struct SettlementProcessedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t request_id
    unsigned char processor[32]
    int64_t amount_e6
    int64_t tip_e6
    uint8_t mint

cdef packed struct PayoutAuthorisedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t request_id
    unsigned char payout_signature[64]

cdef packed struct PayoutExpiredC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t request_id

cdef packed struct SettlementPaidC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t request_id
    int64_t amount_e6
    int64_t tip_e6
    uint8_t mint
    unsigned char payout_signature[64]
    uint64_t slot

cdef packed struct DepositQuarantinedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t deposit_id
    int64_t amount_e6
    uint8_t mint
    char reason[80]

cdef packed struct DepositClaimedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    uint64_t deposit_id
    uint64_t request_id

cdef packed struct StakeAccountCreatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]

cdef packed struct StakedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    int64_t amount_e6
    uint64_t activation_epoch

cdef packed struct UnstakedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    int64_t amount_e6

cdef packed struct UnstakeRequestedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    int64_t amount_e6
    uint64_t unlocking_start_epoch

cdef packed struct StakeWithdrawnC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    int64_t amount_e6
    uint64_t request_id

cdef packed struct VestingSetC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char owner[32]
    int64_t total_e6
    int64_t start_s
    int64_t period_s
    uint32_t period_count

cdef packed struct ParticipationStartedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint8_t programme

cdef packed struct PointsGrantedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    int64_t amount_e6
    uint8_t is_top_up

cdef packed struct PredictionCreatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    uint32_t acre_id
    int64_t strike_e8
    int64_t opens_at_s
    int64_t closes_at_s
    int64_t resolves_at_s

cdef packed struct PredictionOpenedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id

cdef packed struct PredictionClosedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id

cdef packed struct ResolutionRecordedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    uint8_t outcome
    int64_t value_e8
    int64_t published_at_s
    int64_t pays_at_s
    uint8_t is_correction

cdef packed struct PredictionResolvedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    uint8_t outcome
    int64_t paid_e6

cdef packed struct PredictionVoidedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    uint16_t yes_price
    int64_t paid_e6

cdef packed struct PredictionPaidC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint32_t market_id
    unsigned char user[32]
    uint8_t side
    uint32_t contracts
    int64_t cost_e6
    int64_t payout_e6

cdef packed struct OrderOpenedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint64_t order_id
    uint32_t market_id
    uint8_t order_type
    uint8_t side
    uint16_t price
    uint32_t contracts
    uint8_t time_in_force
    int64_t expires_at_s
    uint8_t post_only
    uint8_t self_trade_prevention
    char client_order_id[36]

cdef packed struct PredictionTradedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    uint64_t trade_id
    uint32_t market_id
    unsigned char taker[32]
    uint64_t taker_order_id
    uint8_t taker_side
    unsigned char maker[32]
    uint64_t maker_order_id
    uint16_t yes_price
    uint32_t contracts
    int64_t taker_fee_e6
    uint32_t minted
    uint32_t merged

cdef packed struct OrderUpdatedC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    uint64_t order_id
    uint32_t market_id
    uint8_t status
    uint8_t reason
    uint16_t price
    uint32_t contracts
    uint32_t filled
    uint32_t canceled
    int64_t cost_e6
    int64_t fee_e6

cdef packed struct CancelAfterSetC:
    uint32_t length
    uint16_t tag
    uint16_t version
    uint64_t seq
    int64_t time_s
    unsigned char user[32]
    int64_t cancel_at_s

cdef struct MarketParameters:
    int64_t min_initial_margin_ratio_e12
    int64_t maintenance_margin_proportion_e12
    int64_t initial_margin_ratio_e12
    int64_t skew_scale_e6
    int64_t max_side_size_e6
    int64_t max_side_notional_rate_e12
    int64_t max_funding_velocity_e12
    int64_t funding_decay_s
    int64_t max_funding_rate_e12
    int64_t k_drift_e12
    int64_t n_fast
    int64_t n_slow
    int64_t return_clip_e12
    int64_t drift_max_e12
    int64_t spread_rate_e12
    int64_t s_ref_rate_e12
    int64_t level_n
    int64_t maker_fee_rate_e12
    int64_t taker_fee_rate_e12
    int64_t liquidation_fee_rate_e12
    int64_t liquidation_window_s
    int64_t liquidation_capacity_multiplier_e12
    int64_t max_liquidation_pd_e12
    int64_t min_position_margin_e6
    int64_t oracle_max_age_s
    int64_t oracle_max_age_decrease_s
    int64_t print_band_e12
    int64_t print_band_pause_e12
    int64_t max_confidence_rate_e12
    int64_t print_interval_s
    int64_t entry_window_before_s
    int64_t entry_window_after_s
    int64_t crowding_knee_e12
    int64_t skew_scale_rate_e12
    int64_t max_noise_e12

cdef struct ExchangeParameters:
    int64_t net_exposure_cap_rate_e12
    int64_t locked_open_interest_ratio_e12
    int64_t protocol_fee_rate_e12
    int64_t reserve_fee_share_e12
    int64_t min_liquidation_fee_e6
    int64_t max_liquidation_fee_e6
    int64_t liquidation_target_health_e12
    int64_t min_trade_notional_e6
    int64_t max_positions_per_account
    int64_t max_margin_accounts_per_user
    int64_t max_markets
    int64_t min_lp_duration_s
    int64_t settlement_delay_s
    int64_t min_liquidity_e6
    int64_t min_settlement_amount_e6
    int64_t max_keeper_tip_rate_e12
    int64_t outflow_hourly_rate_e12
    int64_t outflow_daily_rate_e12
    int64_t outflow_floor_e6
    int64_t epoch_duration_s
    int64_t unlocking_duration_epochs
    int64_t order_margin_e6
    int64_t hold_kink_e12
    int64_t hold_rate_e12

cdef enum Tag:
    TAG_CREATE_EXCHANGE = 1
    TAG_CREATE_MARKET = 2
    TAG_PAUSE_EXCHANGE = 3
    TAG_UNPAUSE_EXCHANGE = 4
    TAG_PAUSE_MARKET = 5
    TAG_UNPAUSE_MARKET = 6
    TAG_HALT = 7
    TAG_RESUME = 8
    TAG_CONFIRM_PRINT = 9
    TAG_SET_MARKET_PARAMETER = 10
    TAG_SET_EXCHANGE_PARAMETER = 11
    TAG_SET_AUTHORIZED_LIQUIDATOR = 12
    TAG_COLLECT_FEES = 13
    TAG_SET_RISK = 14
    TAG_GRANT_LP_ACCOUNT = 15
    TAG_SET_VESTING = 16
    TAG_CREATE_PREDICTION = 17
    TAG_RESOLVE_PREDICTION = 18
    TAG_VOID_PREDICTION = 19
    TAG_CREATE_CONTEST = 20
    TAG_SET_PROGRAMME = 21
    TAG_SET_FINAL_ROW = 22
    TAG_GRANT_SNAPSHOT_BOOST = 23
    TAG_SET_EXCLUSION = 24
    TAG_SETTLE_MARKET = 25
    TAG_ADOPT_PARAMETERS = 26
    TAG_TICK = 40
    TAG_POST_PRINT = 41
    TAG_REWIND_CHAIN = 42
    TAG_SAMPLE_BADGES = 43
    TAG_DRAW_RAFFLE = 44
    TAG_CREATE_MARGIN_ACCOUNT = 60
    TAG_CLOSE_MARGIN_ACCOUNT = 61
    TAG_DEPOSIT_MARGIN = 62
    TAG_WITHDRAW_MARGIN = 63
    TAG_MODIFY_POSITION = 64
    TAG_CLOSE_POSITION = 65
    TAG_SET_DELEGATE = 66
    TAG_LIQUIDATE = 67
    TAG_ADD_LIQUIDITY = 68
    TAG_REMOVE_LIQUIDITY = 69
    TAG_CLOSE_LP_POSITION = 70
    TAG_UPGRADE_LP_ACCOUNT = 71
    TAG_PROCESS_SETTLEMENT_REQUESTS = 72
    TAG_CLAIM_DEPOSIT = 73
    TAG_CREATE_STAKE_ACCOUNT = 74
    TAG_STAKE = 75
    TAG_UNSTAKE = 76
    TAG_WITHDRAW_STAKE = 77
    TAG_MODIFY_POSITIONS = 78
    TAG_PLACE_PERP_ORDER = 79
    TAG_AMEND_PERP_ORDER = 80
    TAG_CANCEL_PERP_ORDER = 81
    TAG_CANCEL_PERP_ORDERS = 82
    TAG_IGNORE_TRANSACTION = 90
    TAG_AUTHORISE_PAYOUT = 100
    TAG_EXPIRE_PAYOUT = 101
    TAG_RECORD_PAYOUT = 102
    TAG_PARTICIPATE = 120
    TAG_GRANT_POINTS = 121
    TAG_PLACE_ORDER = 122
    TAG_CANCEL_ORDER = 123
    TAG_CANCEL_ALL_ORDERS = 124
    TAG_AMEND_ORDER = 125
    TAG_SET_CANCEL_AFTER = 126
    TAG_GENERATE_REFERRAL_CODE = 130
    TAG_USE_REFERRAL_CODE = 131
    TAG_JOIN_CONTEST = 132
    TAG_SET_REPLAY_SPEED = 133
    TAG_COMMAND_REJECTED = 1001
    TAG_COMMAND_IGNORED = 1002
    TAG_COMMAND_APPLIED = 1003
    TAG_EXCHANGE_CREATED = 1010
    TAG_MARKET_CREATED = 1011
    TAG_STATUS_CHANGED = 1012
    TAG_PARAMETER_CHANGED = 1013
    TAG_AUTHORIZED_LIQUIDATOR_CHANGED = 1014
    TAG_RISK_SET = 1015
    TAG_PRINT_ACCEPTED = 1020
    TAG_PRINT_HELD = 1021
    TAG_MARKET_UPDATED = 1030
    TAG_POOL_UPDATED = 1031
    TAG_MARGIN_ACCOUNT_CREATED = 1040
    TAG_MARGIN_ACCOUNT_CLOSED = 1041
    TAG_MARGIN_TRANSFERRED = 1042
    TAG_DELEGATE_SET = 1043
    TAG_POSITION_REMARKED = 1044
    TAG_POSITION_MODIFIED = 1045
    TAG_LIQUIDATION_STARTED = 1046
    TAG_POSITION_LIQUIDATED = 1047
    TAG_BAD_DEBT_COVERED = 1048
    TAG_AUTO_DELEVERAGED = 1049
    TAG_LIQUIDATION_ENDED = 1050
    TAG_POSITION_SETTLED = 1051
    TAG_MARKET_SETTLED = 1052
    TAG_PERP_ORDER_PLACED = 1053
    TAG_PERP_ORDER_AMENDED = 1054
    TAG_PERP_ORDER_DEFERRED = 1055
    TAG_PERP_ORDER_FILLED = 1056
    TAG_PERP_ORDER_ENDED = 1057
    TAG_AUCTION_HELD = 1058
    TAG_LIQUIDITY_MODIFIED = 1060
    TAG_LP_POSITION_CLOSED = 1061
    TAG_SETTLEMENT_REQUEST_CREATED = 1070
    TAG_SETTLEMENT_PROCESSED = 1071
    TAG_PAYOUT_AUTHORISED = 1072
    TAG_PAYOUT_EXPIRED = 1073
    TAG_SETTLEMENT_PAID = 1074
    TAG_DEPOSIT_QUARANTINED = 1080
    TAG_DEPOSIT_CLAIMED = 1081
    TAG_STAKE_ACCOUNT_CREATED = 1090
    TAG_STAKED = 1091
    TAG_UNSTAKED = 1092
    TAG_UNSTAKE_REQUESTED = 1093
    TAG_STAKE_WITHDRAWN = 1094
    TAG_VESTING_SET = 1095
    TAG_PARTICIPATION_STARTED = 1200
    TAG_POINTS_GRANTED = 1201
    TAG_PREDICTION_CREATED = 1202
    TAG_PREDICTION_OPENED = 1203
    TAG_PREDICTION_CLOSED = 1204
    TAG_RESOLUTION_RECORDED = 1205
    TAG_PREDICTION_RESOLVED = 1206
    TAG_PREDICTION_VOIDED = 1207
    TAG_PREDICTION_PAID = 1208
    TAG_ORDER_OPENED = 1209
    TAG_PREDICTION_TRADED = 1210
    TAG_ORDER_UPDATED = 1211
    TAG_CANCEL_AFTER_SET = 1212

cdef enum Error:
    OK = 0
    ERR_VALIDATION = 1
    ERR_AMOUNT_OUT_OF_RANGE = 2
    ERR_AMOUNT_TOO_SMALL = 3
    ERR_INPUT_NOT_POSITIVE = 4
    ERR_NONCE_TOO_LOW = 20
    ERR_COMMAND_EXPIRED = 21
    ERR_NOT_OWNER = 22
    ERR_DEPOSIT_MISMATCH = 23
    ERR_HIGH_RISK_USER = 24
    ERR_DELEGATE_EXPIRED = 25
    ERR_DELEGATE_MARKET = 26
    ERR_DELEGATE_LIMIT = 27
    ERR_EXCHANGE_NOT_FOUND = 40
    ERR_MARKET_NOT_FOUND = 41
    ERR_MARGIN_ACCOUNT_NOT_FOUND = 42
    ERR_LP_POSITION_NOT_FOUND = 43
    ERR_DEPOSIT_NOT_FOUND = 44
    ERR_EXCHANGE_HALTED = 60
    ERR_EXCHANGE_PAUSED = 61
    ERR_MARKET_PAUSED = 62
    ERR_STALE_PRICE = 80
    ERR_PRICE_BAND = 81
    ERR_ENTRY_WINDOW = 82
    ERR_PRINT_REJECTED = 83
    ERR_SLIPPAGE_EXCEEDED = 100
    ERR_INSUFFICIENT_MARGIN = 101
    ERR_INSUFFICIENT_COLLATERAL = 102
    ERR_MAX_SIDE_SIZE = 103
    ERR_NET_EXPOSURE_CAP = 104
    ERR_POOL_CAPACITY = 105
    ERR_POSITION_TOO_SMALL = 106
    ERR_TOO_MANY_POSITIONS = 107
    ERR_IN_LIQUIDATION = 108
    ERR_NO_POSITION = 109
    ERR_CLOSE_EXCEEDS_POSITION = 110
    ERR_WITHDRAW_EXCEEDS_MAX = 111
    ERR_KEEPER_TIP_TOO_HIGH = 112
    ERR_TOO_MANY_MARGIN_ACCOUNTS = 113
    ERR_MARGIN_ACCOUNT_EXISTS = 114
    ERR_MARGIN_ACCOUNT_NOT_EMPTY = 115
    ERR_NOT_LIQUIDATABLE = 116
    ERR_LIQUIDATION_CAPACITY = 117
    ERR_LP_NOT_MATURE = 140
    ERR_SHARES_EXCEED_REMOVABLE = 141
    ERR_LP_POSITION_NOT_EMPTY = 142
    ERR_CANNOT_UPGRADE = 143
    ERR_POOL_INSOLVENT = 144
    ERR_NOTHING_TO_SETTLE = 145
    ERR_OUTFLOW_LIMIT = 146
    ERR_OUTFLOW_FROZEN = 147
    ERR_TOO_MANY_LP_POSITIONS = 148
    ERR_TOO_MANY_SETTLEMENT_REQUESTS = 149
    ERR_TRIGGER_PASSED = 150
    ERR_ORDER_LOCKED = 151
    ERR_SELF_MATCH = 152
    ERR_AUCTION_ONLY = 158
    ERR_STAKE_ACCOUNT_EXISTS = 160
    ERR_STAKE_ACCOUNT_MISSING = 161
    ERR_STAKE_ACCOUNT_FULL = 162
    ERR_INSUFFICIENT_TOKEN = 163
    ERR_UNSTAKE_EXCEEDS_STAKED = 164
    ERR_WITHDRAW_EXCEEDS_UNLOCKED = 165
    ERR_PREDICTION_MARKET_NOT_FOUND = 180
    ERR_MARKET_NOT_OPEN = 181
    ERR_BAD_PRICE = 182
    ERR_BAD_CONTRACTS = 183
    ERR_BAD_EXPIRY = 184
    ERR_DUPLICATE_CLIENT_ORDER_ID = 185
    ERR_TOO_MANY_OPEN_ORDERS = 186
    ERR_NO_LIQUIDITY = 187
    ERR_INSUFFICIENT_POINTS = 188
    ERR_POST_ONLY_WOULD_CROSS = 189
    ERR_FOK_NOT_FILLED = 190
    ERR_ORDER_NOT_FOUND = 191
    ERR_MARKET_NOT_CLOSED = 192
    ERR_NOT_PARTICIPATING = 193

cdef enum ExchangeStatus:
    STATUS_ACTIVE = 0
    STATUS_PAUSED = 1
    STATUS_HALTED = 2

cdef enum StatusScope:
    SCOPE_EXCHANGE = 0
    SCOPE_MARKET = 1

cdef enum Mint:
    MINT_NONE = 0
    MINT_COLLATERAL = 1
    MINT_TOKEN = 2

cdef enum RequestKind:
    REQUEST_MARGIN = 0
    REQUEST_LIQUIDITY = 1
    REQUEST_CLAIMED_DEPOSIT = 2
    REQUEST_LIQUIDATION_FEE = 3
    REQUEST_STAKE = 4
    REQUEST_FEES = 5

cdef enum RequestState:
    REQUEST_PENDING = 0
    REQUEST_PAYABLE = 1
    REQUEST_AUTHORISED = 2
    REQUEST_SETTLED = 3

cdef enum TradeKind:
    TRADE_OPEN = 0
    TRADE_INCREASE = 1
    TRADE_DECREASE = 2
    TRADE_CLOSE = 3
    TRADE_FLIP = 4
    TRADE_AUTO_DELEVERAGED = 5
    TRADE_SETTLED = 6

cdef enum PredictionStatus:
    PREDICTION_UPCOMING = 0
    PREDICTION_OPEN = 1
    PREDICTION_CLOSED = 2
    PREDICTION_RESOLVED = 3
    PREDICTION_VOIDED = 4

cdef enum OrderStatus:
    ORDER_OPEN = 0
    ORDER_PARTIALLY_FILLED = 1
    ORDER_FILLED = 2
    ORDER_CANCELED = 3
    ORDER_EXPIRED = 4

cdef enum TimeInForce:
    FORCE_GTC = 0
    FORCE_GTD = 1
    FORCE_IOC = 2
    FORCE_FOK = 3

cdef enum OrderReason:
    REASON_MATCH = 0
    REASON_OWNER = 1
    REASON_UNFILLED = 2
    REASON_SELF_MATCH = 3
    REASON_CANCEL_AFTER = 4
    REASON_ITS_TIME = 5
    REASON_CLOSED = 6
    REASON_VOIDED = 7

cdef enum PerpOrderKind:
    PERP_ORDER_AUCTION = 0
    PERP_ORDER_LIMIT = 1
    PERP_ORDER_STOP = 2
    PERP_ORDER_TAKE_PROFIT = 3
    PERP_ORDER_TRAILING = 4

cdef enum PriceSource:
    SOURCE_INDEX = 0
    SOURCE_MARKET = 1

cdef enum PerpOrderEnd:
    ENDED_FILLED = 0
    ENDED_CANCELED = 1
    ENDED_GROUP = 2
    ENDED_EXPIRED = 3
    ENDED_REJECTED = 4
    ENDED_NO_POSITION = 5
    ENDED_LIQUIDATION = 6
    ENDED_MARKET_SETTLED = 7

cdef enum ParameterCount:
    MARKET_PARAMETER_COUNT = 35
    EXCHANGE_PARAMETER_COUNT = 24
