import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useLiveMarket } from "@/api/live";
import { summariesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import { useIsNarrow } from "@/state/use-media";
import { Amount } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Empty, Failure, Loading, StaleNote } from "@/ui/panel";
import table from "@/ui/tables/table.module.css";
import { CloseDialog, PositionCard } from "../lazy-parts";
import type { PositionEntry } from "../model/position-entry";
import css from "./positions.module.css";

/** The chosen account's positions, as a table or, where it is narrow, as cards. */
export function PositionsTable() {
  const { address, account, isLoading, error, isStale, retry } = useTradingAccount();
  const { data: summaries } = useQuery(summariesQuery);
  const [closingId, setClosingId] = useState<number | null>(null);
  const areCards = useIsNarrow();
  if (address === null) {
    return <Empty title="No wallet connected">Your positions will be listed here.</Empty>;
  }
  if (isLoading) return <Loading label="positions" />;
  if (error) return <Failure what="Positions" error={error} onRetry={retry} />;
  if (!account || account.positions.length === 0) {
    return <Empty title="No open positions">Choose a side and an amount to open one.</Empty>;
  }
  const entries = account.positions.map((position) => ({
    position,
    market: summaries?.find(({ marketId }) => marketId === position.marketId) ?? null,
  }));
  const closing = entries.find(({ position }) => position.marketId === closingId) ?? null;
  return (
    <>
      <StaleNote isStale={isStale} />
      {areCards ? (
        <div className={css["cards"]}>
          {entries.map((entry) => (
            <PositionCard key={entry.position.marketId} entry={entry} onClose={setClosingId} />
          ))}
        </div>
      ) : (
        <PositionRows entries={entries} onClose={setClosingId} />
      )}
      {closing ? (
        <CloseDialog
          entry={closing}
          accountId={account.id}
          address={address}
          onClosed={() => setClosingId(null)}
        />
      ) : null}
    </>
  );
}

interface PositionRowsProps {
  readonly entries: readonly PositionEntry[];
  readonly onClose: (marketId: number) => void;
}

const ROWS_CLASS = `${table["scroll"]} ${css["positions"]}`;

function PositionRows({ entries, onClose }: PositionRowsProps) {
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
            <th scope="col" data-column="size">
              Size
            </th>
            <th scope="col" data-column="notional">
              Notional
            </th>
            <th scope="col" data-column="entry">
              Entry
            </th>
            <th scope="col" data-column="index">
              Index
            </th>
            <th scope="col">Liquidation</th>
            <th scope="col">P&amp;L</th>
            <th scope="col" data-column="funding">
              Funding
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <PositionRow key={entry.position.marketId} entry={entry} onClose={onClose} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PositionRowProps {
  readonly entry: PositionEntry;
  readonly onClose: (marketId: number) => void;
}

function PositionRow({ entry: { position, market }, onClose }: PositionRowProps) {
  const live = useLiveMarket(position.marketId);
  const name = market?.name ?? `Market ${position.marketId}`;
  return (
    <tr>
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
        <Amount value={position.size} kind="SizeE6" />
      </td>
      <td data-column="notional">
        <Amount value={position.notional} kind="CollateralE6" unit="USD" />
      </td>
      <td data-column="entry">
        <Amount value={position.entryPrice} kind="PriceE8" unit="USD" />
      </td>
      <td data-column="index">
        <Amount value={live?.indexPrice ?? market?.indexPrice} kind="PriceE8" unit="USD" />
      </td>
      <td className={css["liquidation"]}>
        <Amount value={position.liquidationPrice} kind="PriceE8" unit="USD" />
      </td>
      <td>
        <Amount value={position.pnl.total.value} kind="CollateralE6" unit="USD" trend />
      </td>
      <td data-column="funding">
        <Amount value={position.pnl.funding.value} kind="CollateralE6" unit="USD" signed />
      </td>
      <td>
        <Button
          size="small"
          aria-label={`Close ${name}`}
          onClick={() => onClose(position.marketId)}
        >
          Close
        </Button>
      </td>
    </tr>
  );
}
