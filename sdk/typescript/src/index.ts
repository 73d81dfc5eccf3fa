/** The client of Acre: what the package hands on. */

export { type Amount, decimalOf, toRaw } from "./amounts.js";
export type { CallOptions, ExpressApi, MainApi, Page } from "./calls.js";
export { AcreClient, type Balances, type ClientOptions, type Drop } from "./client.js";
export { AcreError, CommandRefused, OutcomeUnknown, UnsafeTransaction } from "./errors.js";
export type * from "./generated/api.js";
export type * as streams from "./generated/streams.js";
export type { Candle, FundingRow, History, TradeRow, Window } from "./history.js";
export {
  type Asked,
  type Deposit,
  type Inspected,
  inspect,
  type Line,
  type TopUp,
} from "./inspection.js";
export {
  fromKeypair,
  fromKitSigner,
  fromSecretKey,
  fromWallet,
  type KeypairLike,
  type KitSignerLike,
  newSecretKey,
  type Signer,
  type WalletLike,
} from "./signers.js";
export type { OpenSocket } from "./stream/sockets.js";
export {
  type ChannelListener,
  type SocketLike,
  StreamClient,
  type StreamOptions,
  type StreamState,
} from "./stream/stream-client.js";
export type { ChannelName, Listener, Stream } from "./stream/typed.js";
export type { Outcome } from "./trading/commands.js";
export type { DelegateLimits, Delegates } from "./trading/delegates.js";
export type { Keep, Keeper } from "./trading/keeping.js";
export type { Margin, Withdrawal } from "./trading/margin.js";
export type { Bracket, Side, Sized, Worst } from "./trading/orders.js";
export type { Fill, OpenPosition, Perps, Quote } from "./trading/perps.js";
export type { BatchedOrder, NewOrder, Predictions, Rows } from "./trading/predictions.js";
export type { Venue } from "./trading/venue.js";
export type { Amendment, Closing, Placed, Waiting } from "./trading/waiting.js";
export type { Timer } from "./transport.js";
