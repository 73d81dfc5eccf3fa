import type { ReactNode } from "react";
import { Amount, Rate } from "@/ui/amount";
import { Button } from "@/ui/button";
import type { PositionEntry } from "./model/position-entry";
import css from "./positions.module.css";

export interface PositionCardProps {
  readonly entry: PositionEntry;
  readonly onClose: (marketId: number) => void;
}

/** A position where a table has no room. */
export function PositionCard({ entry: { position, market }, onClose }: PositionCardProps) {
  const name = market?.name ?? `Market ${position.marketId}`;
  return (
    <article className={css["card"]} aria-label={name}>
      <div className={css["cardHead"]}>
        <strong>
          {name}{" "}
          <span className={css[position.side]}>
            {position.side === "long" ? "▲ Long" : "▼ Short"}
          </span>
        </strong>
        <span>
          <Amount value={position.pnl.total.value} kind="CollateralE6" unit="USD" trend />{" "}
          <Rate value={position.pnl.total.percentChange} signed className="quiet" />
        </span>
      </div>
      <dl className={css["cardGrid"]}>
        <Pair label="Notional">
          <Amount value={position.notional} kind="CollateralE6" unit="USD" />
        </Pair>
        <Pair label="Entry">
          <Amount value={position.entryPrice} kind="PriceE8" unit="USD" />
        </Pair>
        <Pair label="Size">
          <Amount value={position.size} kind="SizeE6" />
        </Pair>
        <Pair label="Liq.">
          <Amount
            value={position.liquidationPrice}
            kind="PriceE8"
            unit="USD"
            className={css["liquidation"]}
          />
        </Pair>
      </dl>
      <Button aria-label={`Close ${name}`} onClick={() => onClose(position.marketId)}>
        Close
      </Button>
    </article>
  );
}

function Pair({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
