import { useState } from "react";
import { buildClosePosition } from "@/api/builders";
import { ApiError } from "@/api/http";
import { type CloseInput, closeQuoteQuery } from "@/api/queries";
import { explainReason } from "@/copy/messages";
import { outcomeText } from "@/copy/outcomes";
import { checkAmount } from "@/domain/amount-field";
import { toWire } from "@/domain/parse";
import { useWallet } from "@/state/wallet-store";
import { Amount, Rate } from "@/ui/amount";
import { Button } from "@/ui/button";
import { FactLine, Facts } from "@/ui/facts";
import { TextField } from "@/ui/form";
import { Sheet } from "@/ui/sheet";
import type { PositionEntry } from "../model/position-entry";
import {
  checkLimit,
  FIRST_LIMIT,
  limitProblem,
  limitRefusal,
  renewalProblem,
} from "../model/price-limit";
import { closeText, sizeUnitOf } from "../model/ticket";
import { PriceLimitField } from "../ticket/price-limit-field";
import { type LiveQuote, usePositionQuote } from "../ticket/use-position-quote";
import css from "./positions.module.css";

const SHARES = [25, 50, 75, 100] as const;

export interface CloseDialogProps {
  readonly entry: PositionEntry;
  readonly accountId: number;
  readonly address: string;
  readonly onClosed: () => void;
}

/** Closes a position, wholly (without a size, so that nothing is left over) or in part. */
export function CloseDialog({ entry, accountId, address, onClosed }: CloseDialogProps) {
  const { position, market } = entry;
  const { send: sendCommand, stage } = useWallet();
  const [text, setText] = useState(() => closeText(position.size, 100));
  const [worst, setWorst] = useState(FIRST_LIMIT);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isBusy = isSending || stage !== "idle";
  const unit = sizeUnitOf(market?.metric ?? "sqft");
  const rules = { kind: "SizeE6", unit, max: position.size, maxIs: "You hold" } as const;
  const { value: size, error } = checkAmount(text, rules);
  const base = { marginAccountId: accountId, marketId: position.marketId };
  const input: CloseInput | null =
    size === null
      ? null
      : size === position.size
        ? base
        : { ...base, input: toWire(size), inputKind: "sizeDelta" };
  const quote = usePositionQuote(input, (asked) => closeQuoteQuery(address, asked));
  const limit = checkLimit(worst);
  const refusal = limitRefusal(quote.data, limit.price);
  const name = market?.name ?? `market ${position.marketId}`;
  const canClose = quote.data?.isExecutable === true && !quote.isStale && refusal === null;

  const send = async () => {
    const { body } = limit;
    const shown = quote.data;
    if (!canClose || input === null || body === null || !shown) return;
    const fresh = await quote.renew();
    const stale = renewalProblem(shown, fresh, body);
    if (stale !== null) return setProblem(stale);
    const reason = fresh?.reasons[0];
    if (reason !== undefined) return setProblem(explainReason(reason));
    const label = `Close ${market?.symbol ?? name}`;
    const outcome = await sendCommand(() => buildClosePosition(address, input, body), label);
    if (outcome.status === "applied") onClosed();
    else setProblem(outcomeText(outcome));
  };

  const close = async () => {
    if (isBusy) return;
    setProblem(null);
    setIsSending(true);
    await send();
    setIsSending(false);
  };

  return (
    <Sheet title={`Close ${name}`} from="center" open onOpenChange={(open) => !open && onClosed()}>
      <form
        className={css["dialog"]}
        onChange={() => setProblem(null)}
        onSubmit={(event) => {
          event.preventDefault();
          void close();
        }}
      >
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
          limit={worst}
          problem={limitProblem(worst, limit, quote.data)}
          quote={quote.data}
          onChange={(change) => setWorst((known) => ({ ...known, ...change }))}
        />
        <CloseFigures quote={quote} />
        <CloseReason error={quote.error} reasons={quote.data?.reasons ?? []} />
        {problem === null ? null : (
          <p className={css["reason"]} role="alert">
            {problem}
          </p>
        )}
        <Button
          type="submit"
          look="accent"
          size="large"
          disabled={!canClose || limit.body === null || isBusy}
        >
          {isBusy ? "Working…" : `Close ${size === position.size ? "position" : "part"}`}
        </Button>
      </form>
    </Sheet>
  );
}

function CloseFigures({ quote: { data, isStale } }: { readonly quote: LiveQuote }) {
  return (
    <Facts look="bare" isStale={data !== null && isStale}>
      <FactLine label="Fill price">
        <Amount value={data?.fillPrice} kind="PriceE8" unit="USD" />
      </FactLine>
      <FactLine label="Price impact">
        <Rate value={data?.priceImpact} digits={3} signed />
      </FactLine>
      <FactLine label="Fee">
        <Amount value={data?.tradeFee} kind="CollateralE6" unit="USD" />
      </FactLine>
      <FactLine label="Level surcharge">
        <Amount value={data?.surcharge} kind="CollateralE6" unit="USD" />
      </FactLine>
      <FactLine label="Collateral after">
        <Amount value={data?.collateralAfter} kind="CollateralE6" unit="USD" />
      </FactLine>
      <FactLine label="Liquidation price after">
        <Amount value={data?.liquidationPrice} kind="PriceE8" unit="USD" />
      </FactLine>
    </Facts>
  );
}

interface CloseReasonProps {
  readonly error: unknown;
  readonly reasons: readonly string[];
}

function CloseReason({ error, reasons }: CloseReasonProps) {
  if (error instanceof ApiError) return <p className={css["reason"]}>{error.humanText}</p>;
  return reasons.map((code) => (
    <p key={code} className={css["reason"]}>
      {explainReason(code)}
    </p>
  ));
}
