/** Sentences of results: what an applied command did, from its events. Pure. */
import type { CommandEvent } from "@/api/command-outcomes";
import type { Kind } from "@/domain/amounts";
import { formatAmount, formatDay } from "@/domain/format";
import { parseCollateral, parsePrice, parseSize, parseToken } from "@/domain/parse";

type TradeEvent = Extract<CommandEvent, { kind: "trade" }>;
type TransferEvent = Extract<CommandEvent, { kind: "marginTransfer" }>;
type LpChange = Extract<CommandEvent, { kind: "lp" }>;

/** What the sentences need to know besides the events. */
export interface ResultNames {
  /** Name and unit of a market, null if unknown. */
  readonly market: (marketId: number) => { readonly name: string; readonly unit: string } | null;
  /** Name of a margin account of the wallet. */
  readonly account: (accountId: number) => string;
  /** "in about 1 minute" for an engine time. */
  readonly arrival: (atS: number) => string;
  /** Engine time at which a new stake begins to earn, null if unknown. */
  readonly earnsFromS: number | null;
}

export interface AppliedCommand {
  /** As in the memo, null if unknown. */
  readonly name: string | null;
  /** What the user asked for, such as "Open long AUS". */
  readonly label: string;
  /** The body of the builder's request. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly events: readonly CommandEvent[];
}

const CENT_E6 = 10_000n;
const SIZE_ONE = 1_000_000n;

/** Dollars and cents; amounts below a cent that are not zero are "<$0.01". */
function money(value: bigint, isSigned = false): string {
  const magnitude = value < 0n ? -value : value;
  if (magnitude > 0n && magnitude < CENT_E6) return isSigned && value < 0n ? "−<$0.01" : "<$0.01";
  const sign = magnitude < CENT_E6 || !isSigned ? "" : value < 0n ? "−" : "+";
  return `${sign}$${formatAmount(magnitude, "CollateralE6")}`;
}

/** Three figures that matter: 28.6, 2,510, 0.034. */
function figure(value: bigint, kind: Kind): string {
  const magnitude = value < 0n ? -value : value;
  const digits = [1_000n, 10n, 1n].findIndex((step) => magnitude >= step * SIZE_ONE);
  if (digits >= 0) return formatAmount(magnitude, kind, { digits });
  return formatAmount(magnitude, kind, { digits: 6 }).replace(/0+$/, "");
}

const price = (text: string) => `$${formatAmount(parsePrice(text), "PriceE8")}`;
const tokens = (text: string) =>
  formatAmount(parseToken(text), "TokenE6", { digits: 6 }).replace(/\.?0+$/, "");

function tradeSentence(event: TradeEvent, names: ResultNames): string {
  const market = names.market(event.marketId);
  const size = figure(parseSize(event.openInterestDelta.size), "SizeE6");
  const what = market
    ? `${size} ${market.unit} of ${market.name}`
    : `${size} of market ${event.marketId}`;
  const fee = parseCollateral(event.tradeFee) + parseCollateral(event.surcharge);
  const tail = ` at ${price(event.fillPrice)}`;
  const feePart = `, fee ${money(fee)}`;
  const realized = `, realized ${money(parseCollateral(event.pnl), true)}${feePart}`;
  const isBuy = event.side === "long";
  // A position that is reduced is on the other side than the trade.
  const held = isBuy ? "short" : "long";
  switch (event.tradeKind) {
    case "open":
    case "increase":
      return `${isBuy ? "Bought" : "Sold short"} ${what}${tail}${feePart}`;
    case "decrease":
      return `Reduced ${held} by ${what}${tail}${realized}`;
    case "close":
      return `Closed ${held} ${what}${tail}${realized}`;
    case "flip":
      return `Flipped to ${event.side}: ${isBuy ? "bought" : "sold"} ${what}${tail}${realized}`;
  }
}

function transferSentence(event: TransferEvent, names: ResultNames): string {
  const amount = money(parseCollateral(event.margin));
  const account = names.account(event.marginAccountId);
  if (event.marginTransferKind === "deposit") return `Deposited ${amount} to ${account}`;
  const { settlementRequestMaturity: atS } = event;
  const when = atS === null ? "" : `, arrives in your wallet ${names.arrival(atS)}`;
  return `Withdrawing ${amount}${when}`;
}

function lpSentence(event: LpChange): string {
  const amount = money(parseCollateral(event.liquidity));
  const shares = `${figure(parseToken(event.shares), "TokenE6")} shares`;
  switch (event.modifyLiquidityKind) {
    case "add":
      return `Added ${amount} to the pool for ${shares}`;
    case "remove":
      return `Removed ${shares} from the pool for ${amount}`;
    case "upgrade":
      return `Moved ${shares} to a new pool deposit`;
  }
}

function eventSentence(event: CommandEvent, names: ResultNames): string {
  switch (event.kind) {
    case "trade":
      return tradeSentence(event, names);
    case "marginTransfer":
      return transferSentence(event, names);
    case "lp":
      return lpSentence(event);
  }
}

/** Commands without an event on the stream, or whose event was not received. */
const BY_NAME: Readonly<Record<string, string>> = {
  "create-margin-account": "Account created",
  "close-margin-account": "Account closed",
  "deposit-margin": "Deposited",
  "withdraw-margin": "Withdrawal requested",
  "modify-position": "Order filled",
  "modify-positions": "All orders of the basket filled",
  "close-position": "Position closed",
  "place-perp-order": "Order placed",
  "amend-perp-order": "Order changed",
  "cancel-perp-order": "Order canceled",
  "cancel-perp-orders": "Orders canceled",
  "add-liquidity": "Liquidity added",
  "remove-liquidity": "Liquidity removed",
  "close-lp-position": "Pool deposit closed",
  "upgrade-lp-account": "Moved to a new pool deposit",
  "process-settlement-requests": "Withdrawals processed",
  "claim-deposit": "Deposit returned to your wallet",
  "stake-create": "Stake account created",
};

function delegateSentence({ name, request }: AppliedCommand): string | null {
  if (name !== "set-delegate") return null;
  return request["delegate"] === null ? "One-click trading is off" : "One-click trading is on";
}

function stakeSentence(command: AppliedCommand, names: ResultNames): string | null {
  const { amount } = command.request;
  if (typeof amount !== "string") return null;
  const held = `${tokens(amount)} ACRE`;
  switch (command.name) {
    case "stake":
      return names.earnsFromS === null
        ? `${held} staked`
        : `${held} staked, earning from ${formatDay(names.earnsFromS)}`;
    case "unstake":
      return `${held} unstaking`;
    case "stake-withdraw":
      return `${held} withdrawn to your wallet`;
    default:
      return null;
  }
}

/** What an applied command did, as one sentence without a period. */
export function resultSentence(command: AppliedCommand, names: ResultNames): string {
  const [event] = command.events;
  if (event !== undefined) return eventSentence(event, names);
  const known = delegateSentence(command) ?? stakeSentence(command, names);
  return known ?? BY_NAME[command.name ?? ""] ?? `${command.label}: done`;
}
