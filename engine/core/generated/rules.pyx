"""The rule of every command."""

# Generated from engine/schema/commands.py by engine/schema/generate.py; do not edit.

from engine.core.generated.records cimport (
    ERR_VALIDATION, TAG_ADD_LIQUIDITY, TAG_ADOPT_PARAMETERS, TAG_AMEND_ORDER, TAG_AMEND_PERP_ORDER,
    TAG_AUTHORISE_PAYOUT, TAG_CANCEL_ALL_ORDERS, TAG_CANCEL_ORDER, TAG_CANCEL_PERP_ORDER,
    TAG_CANCEL_PERP_ORDERS, TAG_CLAIM_DEPOSIT, TAG_CLOSE_LP_POSITION, TAG_CLOSE_MARGIN_ACCOUNT,
    TAG_CLOSE_POSITION, TAG_COLLECT_FEES, TAG_CONFIRM_PRINT, TAG_CREATE_CONTEST,
    TAG_CREATE_EXCHANGE, TAG_CREATE_MARGIN_ACCOUNT, TAG_CREATE_MARKET, TAG_CREATE_PREDICTION,
    TAG_CREATE_STAKE_ACCOUNT, TAG_DEPOSIT_MARGIN, TAG_DRAW_RAFFLE, TAG_EXPIRE_PAYOUT,
    TAG_GENERATE_REFERRAL_CODE, TAG_GRANT_LP_ACCOUNT, TAG_GRANT_POINTS, TAG_GRANT_SNAPSHOT_BOOST,
    TAG_HALT, TAG_JOIN_CONTEST, TAG_LIQUIDATE, TAG_MODIFY_POSITION, TAG_MODIFY_POSITIONS,
    TAG_PARTICIPATE, TAG_PAUSE_EXCHANGE, TAG_PAUSE_MARKET, TAG_PLACE_ORDER, TAG_PLACE_PERP_ORDER,
    TAG_POST_PRINT, TAG_PROCESS_SETTLEMENT_REQUESTS, TAG_RECORD_PAYOUT, TAG_REMOVE_LIQUIDITY,
    TAG_RESOLVE_PREDICTION, TAG_RESUME, TAG_SAMPLE_BADGES, TAG_SETTLE_MARKET,
    TAG_SET_AUTHORIZED_LIQUIDATOR, TAG_SET_CANCEL_AFTER, TAG_SET_DELEGATE,
    TAG_SET_EXCHANGE_PARAMETER, TAG_SET_EXCLUSION, TAG_SET_FINAL_ROW, TAG_SET_MARKET_PARAMETER,
    TAG_SET_PROGRAMME, TAG_SET_REPLAY_SPEED, TAG_SET_RISK, TAG_SET_VESTING, TAG_STAKE,
    TAG_UNPAUSE_EXCHANGE, TAG_UNPAUSE_MARKET, TAG_UNSTAKE, TAG_UPGRADE_LP_ACCOUNT,
    TAG_USE_REFERRAL_CODE, TAG_VOID_PREDICTION, TAG_WITHDRAW_MARGIN, TAG_WITHDRAW_STAKE,
    AddLiquidityC, AdoptParametersC, AmendOrderC, AmendPerpOrderC, AuthorisePayoutC,
    CancelAllOrdersC, CancelOrderC, CancelPerpOrderC, CancelPerpOrdersC, ClaimDepositC,
    CloseLpPositionC, CloseMarginAccountC, ClosePositionC, CollectFeesC, ConfirmPrintC,
    CreateContestC, CreateExchangeC, CreateMarginAccountC, CreateMarketC, CreatePredictionC,
    CreateStakeAccountC, DepositMarginC, DrawRaffleC, ExpirePayoutC, GenerateReferralCodeC,
    GrantLpAccountC, GrantPointsC, GrantSnapshotBoostC, HaltC, JoinContestC, LiquidateC,
    ModifyPositionC, ModifyPositionsC, ParticipateC, PauseExchangeC, PauseMarketC, PlaceOrderC,
    PlacePerpOrderC, PostPrintC, ProcessSettlementRequestsC, RecordPayoutC, RemoveLiquidityC,
    ResolvePredictionC, ResumeC, SampleBadgesC, SetAuthorizedLiquidatorC, SetCancelAfterC,
    SetDelegateC, SetExchangeParameterC, SetExclusionC, SetFinalRowC, SetMarketParameterC,
    SetProgrammeC, SetReplaySpeedC, SetRiskC, SetVestingC, SettleMarketC, StakeC, UnpauseExchangeC,
    UnpauseMarketC, UnstakeC, UpgradeLpAccountC, UseReferralCodeC, VoidPredictionC, WithdrawMarginC,
    WithdrawStakeC,
)
from engine.core.operations cimport (
    adopt_parameters, collect_fees, create_exchange, create_market, halt, pause_exchange,
    pause_market, resume, set_authorized_liquidator, set_exchange_parameter, set_market_parameter,
    set_risk, unpause_exchange, unpause_market,
)
from engine.core.orders.placing cimport (
    amend_perp_order, cancel_perp_order, cancel_perp_orders, place_perp_order,
)
from engine.core.payouts.settlement cimport (
    authorise_payout, claim_deposit, expire_payout, process_settlement_requests, record_payout,
)
from engine.core.perps.basket cimport (
    modify_positions,
)
from engine.core.perps.liquidation cimport (
    liquidate,
)
from engine.core.perps.market_end cimport (
    settle_market,
)
from engine.core.perps.prints cimport (
    confirm_print, post_print,
)
from engine.core.perps.trading cimport (
    close_position, modify_position,
)
from engine.core.pool.liquidity cimport (
    add_liquidity, close_lp_position, grant_lp_account, remove_liquidity, upgrade_lp_account,
)
from engine.core.pool.staking cimport (
    create_stake_account, set_vesting, stake, unstake, withdraw_stake,
)
from engine.core.predictions.life cimport (
    create_prediction, resolve_prediction, void_prediction,
)
from engine.core.predictions.orders cimport (
    amend_order, cancel_all_orders, cancel_order, place_order, set_cancel_after,
)
from engine.core.predictions.points cimport (
    grant_points, participate,
)
from engine.core.programmes cimport (
    create_contest, draw_raffle, generate_referral_code, grant_snapshot_boost, join_contest,
    sample_badges, set_exclusion, set_final_row, set_programme, set_replay_speed, use_referral_code,
)
from engine.core.state.accounts cimport (
    close_margin_account, create_margin_account, deposit_margin, set_delegate, withdraw_margin,
)
from engine.core.state.state cimport (
    MINT_COLLATERAL, MINT_TOKEN, State,
)
from libc.stdint cimport int64_t, uint8_t, uint16_t


cdef int carry_out(State *st, const unsigned char *record, uint16_t tag) except -1 nogil:
    if tag == TAG_CREATE_EXCHANGE:
        return create_exchange(st, <const CreateExchangeC *> record)
    elif tag == TAG_CREATE_MARKET:
        return create_market(st, <const CreateMarketC *> record)
    elif tag == TAG_PAUSE_EXCHANGE:
        return pause_exchange(st, <const PauseExchangeC *> record)
    elif tag == TAG_UNPAUSE_EXCHANGE:
        return unpause_exchange(st, <const UnpauseExchangeC *> record)
    elif tag == TAG_PAUSE_MARKET:
        return pause_market(st, <const PauseMarketC *> record)
    elif tag == TAG_UNPAUSE_MARKET:
        return unpause_market(st, <const UnpauseMarketC *> record)
    elif tag == TAG_HALT:
        return halt(st, <const HaltC *> record)
    elif tag == TAG_RESUME:
        return resume(st, <const ResumeC *> record)
    elif tag == TAG_CONFIRM_PRINT:
        return confirm_print(st, <const ConfirmPrintC *> record)
    elif tag == TAG_SET_MARKET_PARAMETER:
        return set_market_parameter(st, <const SetMarketParameterC *> record)
    elif tag == TAG_SET_EXCHANGE_PARAMETER:
        return set_exchange_parameter(st, <const SetExchangeParameterC *> record)
    elif tag == TAG_SET_AUTHORIZED_LIQUIDATOR:
        return set_authorized_liquidator(st, <const SetAuthorizedLiquidatorC *> record)
    elif tag == TAG_COLLECT_FEES:
        return collect_fees(st, <const CollectFeesC *> record)
    elif tag == TAG_SET_RISK:
        return set_risk(st, <const SetRiskC *> record)
    elif tag == TAG_GRANT_LP_ACCOUNT:
        return grant_lp_account(st, <const GrantLpAccountC *> record)
    elif tag == TAG_SET_VESTING:
        return set_vesting(st, <const SetVestingC *> record)
    elif tag == TAG_CREATE_PREDICTION:
        return create_prediction(st, <const CreatePredictionC *> record)
    elif tag == TAG_RESOLVE_PREDICTION:
        return resolve_prediction(st, <const ResolvePredictionC *> record)
    elif tag == TAG_VOID_PREDICTION:
        return void_prediction(st, <const VoidPredictionC *> record)
    elif tag == TAG_CREATE_CONTEST:
        return create_contest(st, <const CreateContestC *> record)
    elif tag == TAG_SET_PROGRAMME:
        return set_programme(st, <const SetProgrammeC *> record)
    elif tag == TAG_SET_FINAL_ROW:
        return set_final_row(st, <const SetFinalRowC *> record)
    elif tag == TAG_GRANT_SNAPSHOT_BOOST:
        return grant_snapshot_boost(st, <const GrantSnapshotBoostC *> record)
    elif tag == TAG_SET_EXCLUSION:
        return set_exclusion(st, <const SetExclusionC *> record)
    elif tag == TAG_SETTLE_MARKET:
        return settle_market(st, <const SettleMarketC *> record)
    elif tag == TAG_ADOPT_PARAMETERS:
        return adopt_parameters(st, <const AdoptParametersC *> record)
    elif tag == TAG_POST_PRINT:
        return post_print(st, <const PostPrintC *> record)
    elif tag == TAG_SAMPLE_BADGES:
        return sample_badges(st, <const SampleBadgesC *> record)
    elif tag == TAG_DRAW_RAFFLE:
        return draw_raffle(st, <const DrawRaffleC *> record)
    elif tag == TAG_CREATE_MARGIN_ACCOUNT:
        return create_margin_account(st, <const CreateMarginAccountC *> record)
    elif tag == TAG_CLOSE_MARGIN_ACCOUNT:
        return close_margin_account(st, <const CloseMarginAccountC *> record)
    elif tag == TAG_DEPOSIT_MARGIN:
        return deposit_margin(st, <const DepositMarginC *> record)
    elif tag == TAG_WITHDRAW_MARGIN:
        return withdraw_margin(st, <const WithdrawMarginC *> record)
    elif tag == TAG_MODIFY_POSITION:
        return modify_position(st, <const ModifyPositionC *> record)
    elif tag == TAG_CLOSE_POSITION:
        return close_position(st, <const ClosePositionC *> record)
    elif tag == TAG_SET_DELEGATE:
        return set_delegate(st, <const SetDelegateC *> record)
    elif tag == TAG_LIQUIDATE:
        return liquidate(st, <const LiquidateC *> record)
    elif tag == TAG_ADD_LIQUIDITY:
        return add_liquidity(st, <const AddLiquidityC *> record)
    elif tag == TAG_REMOVE_LIQUIDITY:
        return remove_liquidity(st, <const RemoveLiquidityC *> record)
    elif tag == TAG_CLOSE_LP_POSITION:
        return close_lp_position(st, <const CloseLpPositionC *> record)
    elif tag == TAG_UPGRADE_LP_ACCOUNT:
        return upgrade_lp_account(st, <const UpgradeLpAccountC *> record)
    elif tag == TAG_PROCESS_SETTLEMENT_REQUESTS:
        return process_settlement_requests(st, <const ProcessSettlementRequestsC *> record)
    elif tag == TAG_CLAIM_DEPOSIT:
        return claim_deposit(st, <const ClaimDepositC *> record)
    elif tag == TAG_CREATE_STAKE_ACCOUNT:
        return create_stake_account(st, <const CreateStakeAccountC *> record)
    elif tag == TAG_STAKE:
        return stake(st, <const StakeC *> record)
    elif tag == TAG_UNSTAKE:
        return unstake(st, <const UnstakeC *> record)
    elif tag == TAG_WITHDRAW_STAKE:
        return withdraw_stake(st, <const WithdrawStakeC *> record)
    elif tag == TAG_MODIFY_POSITIONS:
        return modify_positions(st, <const ModifyPositionsC *> record)
    elif tag == TAG_PLACE_PERP_ORDER:
        return place_perp_order(st, <const PlacePerpOrderC *> record)
    elif tag == TAG_AMEND_PERP_ORDER:
        return amend_perp_order(st, <const AmendPerpOrderC *> record)
    elif tag == TAG_CANCEL_PERP_ORDER:
        return cancel_perp_order(st, <const CancelPerpOrderC *> record)
    elif tag == TAG_CANCEL_PERP_ORDERS:
        return cancel_perp_orders(st, <const CancelPerpOrdersC *> record)
    elif tag == TAG_AUTHORISE_PAYOUT:
        return authorise_payout(st, <const AuthorisePayoutC *> record)
    elif tag == TAG_EXPIRE_PAYOUT:
        return expire_payout(st, <const ExpirePayoutC *> record)
    elif tag == TAG_RECORD_PAYOUT:
        return record_payout(st, <const RecordPayoutC *> record)
    elif tag == TAG_PARTICIPATE:
        return participate(st, <const ParticipateC *> record)
    elif tag == TAG_GRANT_POINTS:
        return grant_points(st, <const GrantPointsC *> record)
    elif tag == TAG_PLACE_ORDER:
        return place_order(st, <const PlaceOrderC *> record)
    elif tag == TAG_CANCEL_ORDER:
        return cancel_order(st, <const CancelOrderC *> record)
    elif tag == TAG_CANCEL_ALL_ORDERS:
        return cancel_all_orders(st, <const CancelAllOrdersC *> record)
    elif tag == TAG_AMEND_ORDER:
        return amend_order(st, <const AmendOrderC *> record)
    elif tag == TAG_SET_CANCEL_AFTER:
        return set_cancel_after(st, <const SetCancelAfterC *> record)
    elif tag == TAG_GENERATE_REFERRAL_CODE:
        return generate_referral_code(st, <const GenerateReferralCodeC *> record)
    elif tag == TAG_USE_REFERRAL_CODE:
        return use_referral_code(st, <const UseReferralCodeC *> record)
    elif tag == TAG_JOIN_CONTEST:
        return join_contest(st, <const JoinContestC *> record)
    elif tag == TAG_SET_REPLAY_SPEED:
        return set_replay_speed(st, <const SetReplaySpeedC *> record)
    return ERR_VALIDATION


cdef int64_t deposit_e6(
    const unsigned char *record, uint16_t tag, uint8_t *mint
) noexcept nogil:
    if tag == TAG_CREATE_MARGIN_ACCOUNT:
        mint[0] = MINT_COLLATERAL
        return (<const CreateMarginAccountC *> record).amount_e6
    elif tag == TAG_DEPOSIT_MARGIN:
        mint[0] = MINT_COLLATERAL
        return (<const DepositMarginC *> record).amount_e6
    elif tag == TAG_ADD_LIQUIDITY:
        mint[0] = MINT_COLLATERAL
        return (<const AddLiquidityC *> record).amount_e6
    elif tag == TAG_STAKE:
        mint[0] = MINT_TOKEN
        return (<const StakeC *> record).amount_e6
    return 0
