import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { buildClosePosition } from "@/api/builders";
import { closeQuoteQuery } from "@/api/queries";
import { formatAmount } from "@/domain/format";
import { areaUnit } from "@/domain/reader/area";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Sheet } from "@/ui/page/sheet";
import { type CloseState, closeInTurn } from "../model/close-all";
import type { PositionEntry } from "../model/position-entry";
import { checkLimit, FIRST_LIMIT } from "../model/price-limit";
import css from "./positions.module.css";

export interface CloseAllDialogProps {
  readonly entries: readonly PositionEntry[];
  readonly accountId: number;
  readonly address: string;
  readonly onClosed: () => void;
}

/** Closes every position with a command each; what happened to each one stays in view. */
export function CloseAllDialog({ entries, accountId, address, onClosed }: CloseAllDialogProps) {
  // The positions at the time of opening: a closed one keeps its line.
  const [listed] = useState(entries);
  const [states, setStates] = useState<ReadonlyMap<number, CloseState>>(new Map());
  const sendCommand = useWallet((state) => state.send);
  const isStarted = states.size > 0;
  const isDone =
    isStarted && listed.every(({ position }) => isFinal(states.get(position.marketId)));
  const quotes = useQueries({
    queries: listed.map(({ position: { marketId } }) => ({
      ...closeQuoteQuery(address, { marginAccountId: accountId, marketId }),
      enabled: !isStarted,
    })),
  });

  const close = (marketId: number) => {
    const { body } = checkLimit(FIRST_LIMIT);
    const symbol = listed.find(({ position }) => position.marketId === marketId)?.market?.symbol;
    if (body === null) throw new Error("the standard slippage is a rate");
    return sendCommand(
      () => buildClosePosition(address, { marginAccountId: accountId, marketId }, body),
      `Close ${symbol ?? `market ${marketId}`}`,
    );
  };
  const run = () =>
    closeInTurn(
      listed.map(({ position }) => position.marketId),
      close,
      (marketId, state) => setStates((known) => new Map(known).set(marketId, state)),
    );

  return (
    <Sheet
      title="Close all positions"
      from="center"
      open
      onOpenChange={(open) => !open && (isDone || !isStarted) && onClosed()}
    >
      <div className={css["dialog"]}>
        <p className="quiet">
          One order per position, at most 1% slippage each. Your wallet may ask for each signature.
        </p>
        <ul className={css["closing"]}>
          {listed.map((entry, place) => (
            <ClosingLine
              key={entry.position.marketId}
              entry={entry}
              realized={quotes[place]?.data?.realizedPnl ?? null}
              state={states.get(entry.position.marketId) ?? "waiting"}
            />
          ))}
        </ul>
        <Button
          look="accent"
          size="large"
          disabled={isStarted && !isDone}
          onClick={() => (isDone ? onClosed() : void run())}
        >
          {isDone ? "Done" : isStarted ? "Working…" : `Close ${listed.length} positions`}
        </Button>
      </div>
    </Sheet>
  );
}

function isFinal(state: CloseState | undefined): boolean {
  return state !== undefined && state !== "waiting" && state !== "closing";
}

interface ClosingLineProps {
  readonly entry: PositionEntry;
  readonly realized: NonNullable<PositionEntry["position"]["margin"]> | null;
  readonly state: CloseState;
}

function ClosingLine({ entry: { position, market }, realized, state }: ClosingLineProps) {
  const unit = areaUnit(market?.metric ?? "sqft");
  return (
    <li>
      <span>
        {market?.name ?? `Market ${position.marketId}`}{" "}
        <span className={css[position.side]}>{position.side}</span>{" "}
        <span className="quiet">
          {formatAmount(position.size, "SizeE6")} {unit}
        </span>
      </span>
      <span role="status">
        {state === "waiting" ? (
          <Amount value={realized} kind="CollateralE6" unit="USD" trend />
        ) : typeof state === "object" ? (
          <span className="down">{state.failed}</span>
        ) : (
          STATE_WORDS[state]
        )}
      </span>
    </li>
  );
}

const STATE_WORDS = { closing: "closing…", closed: "✓ closed", skipped: "not sent" } as const;
