/** The transaction builders that pages call; each returns the unsigned transaction. */

import type { BuiltTransaction } from "@/state/wallet-api.types";
import { mainApi } from "./http";
import type { CloseInput, QuoteInput } from "./queries";

export async function buildTransaction(
  address: string,
  name: string,
  body: object,
): Promise<BuiltTransaction> {
  const path = `/user/${encodeURIComponent(address)}/transaction/${name}`;
  return (await mainApi.post(path, body)) as BuiltTransaction;
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
