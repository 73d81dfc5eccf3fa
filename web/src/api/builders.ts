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

interface Order<Command, Input> {
  readonly command: Command;
  readonly owner: string;
  readonly input: Input;
  readonly worst: WorstPrice;
}

/** An order that was built for the key of one-click trading. */
export type Delegation = (
  | Order<"modify-position", QuoteInput>
  | Order<"close-position", CloseInput & { readonly side?: undefined }>
) & {
  readonly key: string;
  /** Builds it for the wallet of the owner instead. */
  readonly byWallet: () => Promise<Transaction>;
};

type AnyOrder = Omit<Delegation, "key" | "byWallet">;

/** For the browser key where one-click trading is on, else for the wallet, which asks. */
async function buildOrder(order: AnyOrder): Promise<BuiltTransaction> {
  const { owner, command, input, worst } = order;
  const byWallet = () => buildTransaction(owner, command, { ...input, ...worst });
  const { active } = useOneClick.getState();
  if (active === null || active.owner !== owner) return await byWallet();
  const problem = delegateProblem(active, input.marketId, engineClock.now());
  if (problem !== null) return { ...(await byWallet()), fallback: problem };
  try {
    const built = await buildTransaction(active.key, command, { ...input, ...worst, owner });
    return { ...built, delegation: { ...order, key: active.key, byWallet } as Delegation };
  } catch (error) {
    const refusal = delegateRefusal(error);
    if (refusal === null) throw error;
    if (refusal.isOver) useOneClick.setState({ active: null });
    return { ...(await byWallet()), fallback: refusal.text };
  }
}

export function buildModifyPosition(
  owner: string,
  input: QuoteInput,
  worst: WorstPrice,
): Promise<BuiltTransaction> {
  return buildOrder({ command: "modify-position", owner, input, worst });
}

export function buildClosePosition(
  owner: string,
  input: CloseInput,
  worst: WorstPrice,
): Promise<BuiltTransaction> {
  return buildOrder({ command: "close-position", owner, input, worst });
}
