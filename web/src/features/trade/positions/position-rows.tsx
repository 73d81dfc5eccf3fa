import { Link, useNavigate } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useLiveMarket } from "@/api/live";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { LivePrice } from "@/ui/price/live-price";
import table from "@/ui/tables/table.module.css";
import type { PositionEntry } from "../model/position-entry";
import { LiquidationPrice } from "./liquidation-price";
import type { PositionListProps } from "./position-list.types";
import css from "./positions.module.css";

const ROWS_CLASS = `${table["scroll"]} ${css["positions"]}`;

/** Positions as a table; a click on a row opens its market. */
export function PositionRows({ entries, onRequest }: PositionListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={ROWS_CLASS} aria-label="Open positions" tabIndex={0}>
      <table className={`${table["table"]} ${css["rows"]}`}>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col" className={table["left"]}>
              Side
            </th>
            <Head column="size">Size</Head>
            <Head column="notional">Notional</Head>
            <Head column="entry">Entry</Head>
            <Head column="index">Index</Head>
            <th scope="col">Liquidation</th>
            <Head column="margin">Margin</Head>
            <Head column="leverage">Leverage</Head>
            <th scope="col" title="Unrealized, and its share of the position's margin">
              P&amp;L (ROE)
            </th>
            <Head column="realized">Realized</Head>
            <Head column="funding">Funding</Head>
            <th scope="col">
              {entries.length > 1 ? (
                <Button size="small" look="ghost" onClick={() => onRequest({ kind: "closeAll" })}>
                  Close all
                </Button>
              ) : (
                <span className="visually-hidden">Actions</span>
              )}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <PositionRow key={entry.position.marketId} entry={entry} onRequest={onRequest} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ column, children }: { readonly column: string; readonly children: ReactNode }) {
  return (
    <th scope="col" data-column={column}>
      {children}
    </th>
  );
}

interface PositionRowProps extends Pick<PositionListProps, "onRequest"> {
  readonly entry: PositionEntry;
}

function PositionRow({ entry: { position, market, realized }, onRequest }: PositionRowProps) {
  const { marketId, pnl } = position;
  const live = useLiveMarket(marketId);
  const navigate = useNavigate();
  const name = market?.name ?? `Market ${marketId}`;
  const open = (event: MouseEvent<HTMLElement>) => {
    if (!market || (event.target as Element).closest("a, button") !== null) return;
    void navigate({ to: "/trade/$symbol", params: { symbol: market.symbol } });
  };
  return (
    <tr className={css["row"]} onClick={open}>
      <td className={css["marketCell"]} title={name}>
        {market ? (
          <Link to="/trade/$symbol" params={{ symbol: market.symbol }} className={css["plainLink"]}>
            {name}
          </Link>
        ) : (
          name
        )}
      </td>
      <td className={`${table["left"]} ${css[position.side]}`}>
        {position.side === "long" ? "▲ Long" : "▼ Short"}
      </td>
      <td data-column="size">
        <Amount value={position.size} kind="SizeE6" unit={areaUnit(market?.metric ?? "sqft")} />
      </td>
      <td data-column="notional">
        <Amount value={position.notional} kind="CollateralE6" unit="USD" />
      </td>
      <td data-column="entry">
        <Amount value={position.entryPrice} kind="PriceE8" unit="USD" />
      </td>
      <td data-column="index">
        <LivePrice value={live?.indexPrice ?? market?.indexPrice} />
      </td>
      <td className={css["liquidation"]}>
        <LiquidationPrice value={position.liquidationPrice} />
      </td>
      <td data-column="margin">
        <Amount value={position.margin} kind="CollateralE6" unit="USD" />
      </td>
      <td data-column="leverage">
        <Multiple value={position.leverage} />
      </td>
      <td>
        <Amount value={pnl.total.value} kind="CollateralE6" unit="USD" trend />{" "}
        <Rate value={position.returnOnMargin} signed className="quiet" />
        <button
          type="button"
          className={css["share"]}
          aria-label={`Share ${name}`}
          title="Share"
          onClick={() => onRequest({ kind: "share", marketId })}
        >
          <Share2 size={12} aria-hidden="true" />
        </button>
      </td>
      <td data-column="realized" title="Since it was opened: price and funding, less fees">
        <Amount value={realized} kind="CollateralE6" unit="USD" signed />
      </td>
      <td data-column="funding">
        <Amount value={pnl.funding.value} kind="CollateralE6" unit="USD" signed />
      </td>
      <td>
        <span className={css["actions"]}>
          <Button
            size="small"
            title="Add stop / take profit"
            aria-label={`TP/SL: take profit and stop loss, ${name}`}
            onClick={() => onRequest({ kind: "protect", marketId })}
          >
            TP/SL
          </Button>
          <Button
            size="small"
            aria-label={`Reverse ${name}`}
            onClick={() => onRequest({ kind: "reverse", marketId })}
          >
            Reverse
          </Button>
          <Button
            size="small"
            aria-label={`Close ${name}`}
            onClick={() => onRequest({ kind: "close", marketId })}
          >
            Close
          </Button>
        </span>
      </td>
    </tr>
  );
}
