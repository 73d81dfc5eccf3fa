/** The transaction builders that pages call; each returns the unsigned transaction. */
import { mainApi } from "./api";
import { asObject, count, text } from "./json";
import type { CloseInput, QuoteInput } from "./queries";
import type { BuiltTransaction } from "./wallet-seam";

export async function buildTransaction(
  address: string,
  name: string,
  body: object,
): Promise<BuiltTransaction> {
  const path = `/user/${encodeURIComponent(address)}/transaction/${name}`;
  return readTransaction(await mainApi.post(path, body));
}

/** The answer of a builder of either base. */
export function readTransaction(answer: unknown): BuiltTransaction {
  const row = asObject(answer, "transaction");
  return {
    tx: text(row, "tx"),
    blockhash: text(row, "blockhash"),
    lastValidBlockHeight: count(row, "lastValidBlockHeight"),
  };
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
