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
  const row = asObject(await mainApi.post(path, body), "transaction");
  return {
    tx: text(row, "tx"),
    blockhash: text(row, "blockhash"),
    lastValidBlockHeight: count(row, "lastValidBlockHeight"),
  };
}

export function buildModifyPosition(
  address: string,
  input: QuoteInput,
  slippageRate: string,
): Promise<BuiltTransaction> {
  return buildTransaction(address, "modify-position", { ...input, slippageRate });
}

export function buildClosePosition(
  address: string,
  input: CloseInput,
  slippageRate: string,
): Promise<BuiltTransaction> {
  return buildTransaction(address, "close-position", { ...input, slippageRate });
}
