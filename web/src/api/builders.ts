/** The transaction builders that pages call; each returns the unsigned transaction. */

import { delegateProblem, delegateRefusal } from "@/copy/one-click";
import { engineClock } from "@/domain/clock";
import type { MainCalls, Transaction } from "@/generated/api";
import type { BuiltTransaction } from "@/state/wallet-api.types";
import { mainApi } from "./http";
import { useOneClick } from "./one-click";
import type { CloseInput, QuoteInput } from "./queries";

type Prefix = "POST /user/{user}/transaction/";
type Builders = {
  [Key in keyof MainCalls as Key extends `${Prefix}${infer Name}` ? Name : never]: MainCalls[Key];
};
export type CommandName = keyof Builders;
export type CommandBody = Builders[CommandName]["body"];

export async function buildTransaction(
  address: string,
  name: CommandName,
  body: CommandBody,
): Promise<Transaction> {
  return await mainApi.post(`/user/{user}/transaction/${name}`, { path: { user: address }, body });
}

/** The worst fill that is accepted: by a slippage from the quoted one, or as a price. */
export type WorstPrice = { readonly slippageRate: string } | { readonly acceptablePrice: string };

/** Orders at which a position is closed again (rules/orders.md); both act on the index. */
export interface BracketBody {
  readonly stopPrice?: string;
  readonly targetPrice?: string;
}

interface Order<Command, Input> {
  readonly command: Command;
  readonly owner: string;
  readonly input: Input;
  readonly worst: WorstPrice;
  readonly bracket: BracketBody;
}

/** A line of a memo: its exact text, or a figure that may differ a little from the one shown. */
export type MemoLine =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly near: bigint; readonly digits: 6 | 8 };

export type WaitingCommand =
  | "place-perp-order"
  | "amend-perp-order"
  | "cancel-perp-order"
  | "cancel-perp-orders";

/** A command about waiting orders, with the lines that its memo must have behind the account. */
interface OfWaiting {
  readonly command: WaitingCommand;
  readonly owner: string;
  readonly marginAccountId: number;
  /** Null: all markets. */
  readonly marketId: number | null;
  readonly body: object;
  readonly lines: readonly MemoLine[];
}

type Trade =
  | Order<"modify-position", QuoteInput>
  | Order<"close-position", CloseInput & { readonly side?: undefined }>;

interface ForKey {
  readonly key: string;
  /** Builds it for the wallet of the owner instead. */
  readonly byWallet: () => Promise<Transaction>;
}

export type TradeDelegation = Trade & ForKey;

/** An order that was built for the key of one-click trading. */
export type Delegation = TradeDelegation | (OfWaiting & ForKey);

interface Delegable {
  readonly order: Trade | OfWaiting;
  readonly marketId: number | null;
  readonly body: object;
}

/** For the browser key where one-click trading is on, else for the wallet, which asks. */
async function buildOrder({ order, marketId, body }: Delegable): Promise<BuiltTransaction> {
  const { owner, command } = order;
  const byWallet = () => buildTransaction(owner, command, body as CommandBody);
  const { active } = useOneClick.getState();
  if (active === null || active.owner !== owner) return await byWallet();
  const problem = delegateProblem(active, marketId, engineClock.now());
  if (problem !== null) return { ...(await byWallet()), fallback: problem };
  try {
    const built = await buildTransaction(active.key, command, { ...body, owner } as CommandBody);
    return { ...built, delegation: { ...order, key: active.key, byWallet } };
  } catch (error) {
    const refusal = delegateRefusal(error);
    if (refusal === null) throw error;
    if (refusal.isOver) useOneClick.setState({ active: null });
    return { ...(await byWallet()), fallback: refusal.text };
  }
}

function buildTrade(order: Trade): Promise<BuiltTransaction> {
  const { input, worst, bracket } = order;
  return buildOrder({ order, marketId: input.marketId, body: { ...input, ...worst, ...bracket } });
}

/** Places, amends or cancels waiting orders. */
export function buildWaiting(order: OfWaiting): Promise<BuiltTransaction> {
  return buildOrder({ order, marketId: order.marketId, body: order.body });
}

export function buildModifyPosition(
  owner: string,
  input: QuoteInput,
  worst: WorstPrice,
  bracket: BracketBody = {},
): Promise<BuiltTransaction> {
  return buildTrade({ command: "modify-position", owner, input, worst, bracket });
}

export function buildClosePosition(
  owner: string,
  input: CloseInput,
  worst: WorstPrice,
): Promise<BuiltTransaction> {
  return buildTrade({ command: "close-position", owner, input, worst, bracket: {} });
}
