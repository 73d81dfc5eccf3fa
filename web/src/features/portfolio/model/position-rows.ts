import type { MarginAccount, MarketSummary, Position } from "@/domain/model";

export interface PositionRow {
  readonly key: string;
  readonly account: MarginAccount;
  readonly position: Position;
  readonly symbol: string | null;
  readonly name: string;
}

/** Every position of every account, by account and then by market. */
export function positionRows(
  accounts: readonly MarginAccount[],
  summaries: readonly MarketSummary[],
): readonly PositionRow[] {
  const byId = new Map(summaries.map((summary) => [summary.marketId, summary]));
  return [...accounts]
    .sort((a, b) => a.id - b.id)
    .flatMap((account) =>
      [...account.positions]
        .sort((a, b) => a.marketId - b.marketId)
        .map((position) => {
          const summary = byId.get(position.marketId);
          return {
            key: `${account.id}:${position.marketId}`,
            account,
            position,
            symbol: summary?.symbol ?? null,
            name: summary?.name ?? `Market ${position.marketId}`,
          };
        }),
    );
}
