import type { SettlementRequest } from "@/domain/model";

/** The withdrawal that arrives first; null when nothing is on its way. */
export function nextPayout(requests: readonly SettlementRequest[]): SettlementRequest | null {
  const open = requests.filter(({ status }) => status !== "settled");
  return open.reduce<SettlementRequest | null>(
    (first, one) => (first === null || one.maturity < first.maturity ? one : first),
    null,
  );
}
