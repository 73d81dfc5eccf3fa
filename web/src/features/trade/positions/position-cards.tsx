import { Link } from "@tanstack/react-router";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import type { PositionEntry } from "../model/position-entry";
import { LiquidationPrice } from "./liquidation-price";
import type { PositionListProps } from "./position-list.types";
import css from "./positions.module.css";

/** Positions where a table has no room. */
export function PositionCards({ entries, onRequest }: PositionListProps) {
  return (
    <>
      {entries.length > 1 ? (
        <div className={css["cardsHead"]}>
          <Button size="small" onClick={() => onRequest({ kind: "closeAll" })}>
            Close all
          </Button>
        </div>
      ) : null}
      <div className={css["cards"]}>
        {entries.map((entry) => (
          <PositionCard key={entry.position.marketId} entry={entry} onRequest={onRequest} />
        ))}
      </div>
    </>
  );
}

interface PositionCardProps extends Pick<PositionListProps, "onRequest"> {
  readonly entry: PositionEntry;
}

function PositionCard({ entry: { position, market, realized }, onRequest }: PositionCardProps) {
  const { marketId } = position;
  const name = market?.name ?? `Market ${marketId}`;
  return (
    <article className={css["card"]} aria-label={name}>
      <div className={css["cardHead"]}>
        <strong>
          {market ? (
            <Link
              to="/trade/$symbol"
              params={{ symbol: market.symbol }}
              className={css["plainLink"]}
            >
              {name}
            </Link>
          ) : (
            name
          )}{" "}
          <span className={css[position.side]}>
            {position.side === "long" ? "▲ Long" : "▼ Short"}
          </span>
        </strong>
        <span>
          <Amount value={position.pnl.total.value} kind="CollateralE6" unit="USD" trend />{" "}
          <Rate value={position.returnOnMargin} signed className="quiet" />
        </span>
      </div>
      <Facts look="bare" columns={2}>
        <FactLine label="Size">
          <Amount value={position.size} kind="SizeE6" unit={areaUnit(market?.metric ?? "sqft")} />
        </FactLine>
        <FactLine label="Entry">
          <Amount value={position.entryPrice} kind="PriceE8" unit="USD" />
        </FactLine>
        <FactLine label="Notional">
          <Amount value={position.notional} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Leverage">
          <Multiple value={position.leverage} />
        </FactLine>
        <FactLine label="Margin">
          <Amount value={position.margin} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Liq." tone="liquidation">
          <LiquidationPrice value={position.liquidationPrice} />
        </FactLine>
        <FactLine label="Realized">
          <Amount value={realized} kind="CollateralE6" unit="USD" signed />
        </FactLine>
      </Facts>
      <div className={css["cardActions"]}>
        <Button
          aria-label={`TP/SL: take profit and stop loss, ${name}`}
          onClick={() => onRequest({ kind: "protect", marketId })}
        >
          TP/SL
        </Button>
        <Button aria-label={`Share ${name}`} onClick={() => onRequest({ kind: "share", marketId })}>
          Share
        </Button>
        <Button
          aria-label={`Reverse ${name}`}
          onClick={() => onRequest({ kind: "reverse", marketId })}
        >
          Reverse
        </Button>
        <Button aria-label={`Close ${name}`} onClick={() => onRequest({ kind: "close", marketId })}>
          Close
        </Button>
      </div>
    </article>
  );
}
