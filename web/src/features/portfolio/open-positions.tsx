import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { summariesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import { Amount, Rate } from "@/ui/figures/amount";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading, StaleNote } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import { positionRows } from "./model/position-rows";
import css from "./portfolio-page.module.css";

export function OpenPositions() {
  const { accounts, isLoading, error, isStale, retry } = useTradingAccount();
  const { data: summaries } = useQuery(summariesQuery);
  if (isLoading) return <Loading label="positions" />;
  if (error) return <Failure what="Positions" error={error} onRetry={retry} />;
  const rows = positionRows(accounts, summaries ?? []);
  if (rows.length === 0) {
    return <Empty title="No open positions" action={<Link to="/">Find a market</Link>} />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={table["scroll"]} aria-label="Open positions" tabIndex={0}>
      <StaleNote isStale={isStale} />
      <table className={`${table["table"]} ${css["positions"]}`}>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col" className={table["left"]}>
              Side
            </th>
            <th scope="col" className={`${table["left"]} ${css["roomy"]}`}>
              Account
            </th>
            <th scope="col">Notional</th>
            <th scope="col" className={css["roomy"]}>
              Entry
            </th>
            <th scope="col">Liquidation</th>
            <th scope="col">P&amp;L</th>
            <th scope="col" className={css["roomy"]}>
              Margin
            </th>
            <th scope="col" title="Unrealized P&L divided by the position's required margin">
              ROE
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, account, position, symbol, name }) => (
            <tr key={key}>
              <td className={css["market"]} title={name}>
                {symbol === null ? (
                  name
                ) : (
                  <Link to="/trade/$symbol" params={{ symbol }} className={css["link"]}>
                    {name}
                  </Link>
                )}
              </td>
              <td className={`${table["left"]} ${css[position.side]}`}>
                {position.side === "long" ? "▲ Long" : "▼ Short"}
              </td>
              <td className={`${table["left"]} ${css["roomy"]}`}>{account.name}</td>
              <td>
                <Amount value={position.notional} kind="CollateralE6" unit="USD" />
              </td>
              <td className={css["roomy"]}>
                <Amount value={position.entryPrice} kind="PriceE8" unit="USD" />
              </td>
              <td className={css["liquidation"]}>
                {position.liquidationPrice === null ? (
                  <span className="quiet">none</span>
                ) : (
                  <Amount value={position.liquidationPrice} kind="PriceE8" unit="USD" />
                )}
              </td>
              <td>
                <Amount value={position.pnl.total.value} kind="CollateralE6" unit="USD" trend />
              </td>
              <td className={css["roomy"]}>
                <Amount value={position.margin} kind="CollateralE6" unit="USD" />
              </td>
              <td>
                <Rate value={position.returnOnMargin} trend />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
