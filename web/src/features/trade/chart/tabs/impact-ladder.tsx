import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { ladderQuoteQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import type { CollateralE6 } from "@/domain/amounts";
import type { Market, Side } from "@/domain/model";
import { parseCollateral, toWire } from "@/domain/parse";
import { Amount, Rate } from "@/ui/figures/amount";
import { Empty } from "@/ui/page/empty";
import { Panel } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import css from "./tabs.module.css";

const SIZES: readonly CollateralE6[] = ["1000000000", "10000000000", "100000000000"].map(
  parseCollateral,
);
const SIDES: readonly Side[] = ["long", "short"];

/** What orders of a few sizes would fill at, by the server's own quotes for this account. */
export function ImpactLadder({ market }: { readonly market: Market }) {
  const { address, account } = useTradingAccount();
  const accountId = account?.id ?? 0;
  const isOn = address !== null && account !== null;
  const quotes = useQueries({
    queries: SIZES.flatMap((size) =>
      SIDES.map((side) => ({
        ...ladderQuoteQuery(address ?? "", {
          marginAccountId: accountId,
          marketId: market.marketId,
          side,
          input: toWire(size),
          inputKind: "notionalDelta",
        }),
        enabled: isOn,
        placeholderData: keepPreviousData,
      })),
    ),
  });
  if (!isOn) {
    return (
      <Panel title="Price impact">
        <Empty title="No account yet" text="Deposit to see what your orders would fill at." />
      </Panel>
    );
  }
  return (
    <Panel title="Price impact">
      <table className={table["table"]}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Long</th>
            <th scope="col">Short</th>
          </tr>
        </thead>
        <tbody>
          {SIZES.map((size, row) => (
            <tr key={toWire(size)}>
              <td>
                <Amount value={size} kind="CollateralE6" unit="USD" compact />
              </td>
              {SIDES.map((side, column) => (
                <td key={side}>
                  <Rate value={quotes[row * 2 + column]?.data?.priceImpact} digits={3} signed />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css["note"]}>Fill price vs. the index, before fees.</p>
    </Panel>
  );
}
