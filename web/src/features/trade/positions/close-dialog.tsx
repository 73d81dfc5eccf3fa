import { useState } from "react";
import { buildClosePosition } from "@/api/builders";
import { type CloseInput, closeQuoteQuery } from "@/api/queries";
import { checkAmount } from "@/domain/amount-field";
import { formatAmount, formatUsd } from "@/domain/format";
import { toWire } from "@/domain/parse";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/form/form";
import { Sheet } from "@/ui/page/sheet";
import type { PositionEntry } from "../model/position-entry";
import { checkLimit, FIRST_LIMIT, limitProblem, limitRefusal } from "../model/price-limit";
import { closeText } from "../model/reduce";
import { PriceLimitField } from "../ticket/price-limit-field";
import { usePositionQuote } from "../ticket/use-position-quote";
import css from "./positions.module.css";
import { Reason, ReduceFigures } from "./reduce-figures";
import { useQuotedCommand } from "./use-quoted-command";

const SHARES = [25, 50, 75, 100] as const;

export interface CloseDialogProps {
  readonly entry: PositionEntry;
  readonly accountId: number;
  readonly address: string;
  readonly onClosed: () => void;
}

/** Closes a position, wholly (without a size, so that nothing is left over) or in part. */
export function CloseDialog({ entry, accountId, address, onClosed }: CloseDialogProps) {
  const { position, market, realized } = entry;
  const [text, setText] = useState(() => closeText(position.size, 100));
  const [limitState, setLimit] = useState(FIRST_LIMIT);
  const unit = areaUnit(market?.metric ?? "sqft");
  const rules = { kind: "SizeE6", unit, max: position.size, maxIs: "You hold" } as const;
  const { value: size, error } = checkAmount(text, rules);
  const base = { marginAccountId: accountId, marketId: position.marketId };
  const isWhole = size === position.size;
  const input: CloseInput | null =
    size === null
      ? null
      : isWhole
        ? base
        : { ...base, input: toWire(size), inputKind: "sizeDelta" };
  const quote = usePositionQuote(input, (asked) => closeQuoteQuery(address, asked));
  const limit = checkLimit(limitState);
  const name = market?.name ?? `market ${position.marketId}`;
  const canClose =
    quote.data?.isExecutable === true &&
    !quote.isStale &&
    limitRefusal(quote.data, limit.price) === null;
  const command = useQuotedCommand({
    quote,
    worst: limit.body,
    label: `Close ${market?.symbol ?? name}`,
    build: (worst) => buildClosePosition(address, input ?? base, worst),
    onApplied: onClosed,
  });
  const { isBusy } = command;

  return (
    <Sheet title={`Close ${name}`} from="center" open onOpenChange={(open) => !open && onClosed()}>
      <form
        className={css["dialog"]}
        onChange={command.clear}
        onSubmit={(event) => {
          event.preventDefault();
          if (canClose && input !== null) void command.run();
        }}
      >
        <p className="quiet">
          Your position: <strong className={css[position.side]}>{position.side}</strong>{" "}
          {formatAmount(position.size, "SizeE6")} {unit}
          {realized === null
            ? null
            : `, realized so far ${formatUsd(realized, "CollateralE6", { signed: true })}`}
        </p>
        <TextField
          label="Size to close"
          takesFocus
          unit={unit}
          value={text}
          onChange={setText}
          error={error}
          isDisabled={isBusy}
        />
        <div className={css["shares"]}>
          {SHARES.map((share) => (
            <Button
              key={share}
              disabled={isBusy}
              onClick={() => setText(closeText(position.size, share))}
            >
              {share}%
            </Button>
          ))}
        </div>
        <PriceLimitField
          limit={limitState}
          problem={limitProblem(limitState, limit, quote.data)}
          quote={quote.data}
          onChange={(change) => setLimit((known) => ({ ...known, ...change }))}
        />
        <ReduceFigures quote={quote} />
        <Reason quote={quote} problem={command.problem} />
        <Button
          type="submit"
          look="accent"
          size="large"
          disabled={!canClose || limit.body === null || isBusy}
        >
          {isBusy ? "Working…" : `Close ${isWhole ? "position" : "part"}`}
        </Button>
      </form>
    </Sheet>
  );
}
