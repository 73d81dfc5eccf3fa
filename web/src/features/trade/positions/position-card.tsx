import { Amount, Rate } from "@/ui/amount";
import { Button } from "@/ui/button";
import { FactLine, Facts } from "@/ui/facts";
import type { PositionEntry } from "../model/position-entry";
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
      <Facts look="bare" columns={2}>
        <FactLine label="Notional">
          <Amount value={position.notional} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Entry">
          <Amount value={position.entryPrice} kind="PriceE8" unit="USD" />
        </FactLine>
        <FactLine label="Size">
          <Amount value={position.size} kind="SizeE6" />
        </FactLine>
        <FactLine label="Liq." tone="liquidation">
          <Amount value={position.liquidationPrice} kind="PriceE8" unit="USD" />
        </FactLine>
      </Facts>
      <Button aria-label={`Close ${name}`} onClick={() => onClose(position.marketId)}>
        Close
      </Button>
    </article>
  );
}
