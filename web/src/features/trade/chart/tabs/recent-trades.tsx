import { useMarketTrades } from "@/api/live";
import { tradeAction, tradeCue } from "@/copy/trade-terms";
import { formatDay } from "@/domain/format";
import type { Market } from "@/domain/model";
import { Amount } from "@/ui/figures/amount";
import { Empty } from "@/ui/page/empty";
import { Loading, Panel } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import css from "./tabs.module.css";

export function RecentTrades({ market }: { readonly market: Market }) {
  const { status, trades } = useMarketTrades(market.marketId);
  return (
    <Panel title="Recent trades">
      {status === "loading" ? <Loading label="trades" /> : null}
      {status === "error" ? <Empty title="Trades are unavailable right now" /> : null}
      {status === "ready" && trades.length === 0 ? <Empty title="No trades yet" /> : null}
      {trades.length > 0 ? (
        <table className={`${table["table"]} ${css["trades"]}`}>
          <thead>
            <tr>
              <th scope="col">Trade</th>
              <th scope="col">Price</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {trades.map((trade) => (
              <tr key={trade.key}>
                <td>
                  <span className={css[trade.side]}>{tradeCue(trade.side)}</span>
                  <span className={css["action"]}>{tradeAction(trade)}</span>
                </td>
                <td>
                  <Amount value={trade.fillPrice} kind="PriceE8" unit="USD" />
                </td>
                <td>
                  <Amount
                    value={magnitude(trade.delta.notional)}
                    kind="CollateralE6"
                    unit="USD"
                    compact
                  />
                  <span className={css["action"]}>{formatDay(trade.timestamp)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Panel>
  );
}

function magnitude<T extends bigint>(value: T): T {
  return (value < 0n ? -value : value) as T;
}
