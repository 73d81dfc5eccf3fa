/** The transaction builders that pages call; each returns the unsigned transaction. */

import type { MainCalls } from "@/generated/api";
import type { BuiltTransaction } from "@/state/wallet-api.types";
import { mainApi } from "./http";
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
): Promise<BuiltTransaction> {
  return await mainApi.post(`/user/{user}/transaction/${name}`, { path: { user: address }, body });
}

/** The worst fill that is accepted: by a slippage from the quoted one, or as a price. */
export type WorstPrice = { readonly slippageRate: string } | { readonly acceptablePrice: string };

export function buildModifyPosition(
  address: string,
  input: QuoteInput,
  worst: WorstPrice,
): Promise<BuiltTransaction> {
  return buildTransaction(address, "modify-position", { ...input, ...worst });
}

export function buildClosePosition(
  address: string,
  input: CloseInput,
  worst: WorstPrice,
): Promise<BuiltTransaction> {
  return buildTransaction(address, "close-position", { ...input, ...worst });
}
