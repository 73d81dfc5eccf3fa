import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/lib/api";
import { buildClosePosition } from "@/lib/builders";
import { parseInput, toWire } from "@/lib/parse";
import { type CloseInput, closeQuoteQuery } from "@/lib/queries";
import { explainReason } from "@/lib/reasons";
import { useDebounced } from "@/lib/use-debounced";
import { useWallet } from "@/lib/wallet-store";
import { Amount, Rate } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Sheet } from "@/ui/sheet";
import { Fact } from "./market-facts";
import { closeText } from "./model/ticket";
import css from "./positions.module.css";
import type { PositionEntry } from "./positions-table";

const SHARES = [25, 50, 75, 100] as const;
const SLIPPAGE_RATE = "0.01";
const DEBOUNCE_MS = 180;

interface CloseDialogProps {
  readonly entry: PositionEntry;
  readonly accountId: number;
  readonly address: string;
  readonly onClosed: () => void;
}

/** Closes a position, wholly (without a size, so that nothing is left over) or in part. */
export function CloseDialog({ entry, accountId, address, onClosed }: CloseDialogProps) {
  const { position, market } = entry;
  const { send, stage } = useWallet();
  const whole = closeText(position.size, 100);
  const [text, setText] = useState(whole);
  const size = parseInput(text, "SizeE6");
  const base = { marginAccountId: accountId, marketId: position.marketId };
  const input: CloseInput =
    size === null || size === position.size
      ? base
      : { ...base, input: toWire(size), inputKind: "sizeDelta" };
  const settled = useDebounced(input, DEBOUNCE_MS);
  const quote = useQuery({
    ...closeQuoteQuery(address, settled),
    enabled: size !== null && size > 0n,
    placeholderData: keepPreviousData,
  });
  const name = market?.name ?? `market ${position.marketId}`;
  const isCurrent = JSON.stringify(settled) === JSON.stringify(input) && !quote.isPlaceholderData;
  const canClose = size !== null && isCurrent && quote.data?.isExecutable === true;

  const close = async () => {
    const label = `Close ${market?.symbol ?? name}`;
    const outcome = await send(() => buildClosePosition(address, input, SLIPPAGE_RATE), label);
    if (outcome.status === "applied") onClosed();
  };

  return (
    <Sheet title={`Close ${name}`} from="center" open onOpenChange={(open) => !open && onClosed()}>
      <form
        className={css["dialog"]}
        onSubmit={(event) => {
          event.preventDefault();
          void close();
        }}
      >
        <label className={css["field"]}>
          Size to close
          <input
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={size === null}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div className={css["shares"]}>
          {SHARES.map((share) => (
            <Button key={share} onClick={() => setText(closeText(position.size, share))}>
              {share}%
            </Button>
          ))}
        </div>
        <dl className={css["dialogFacts"]}>
          <Fact label="Fill price">
            <Amount value={quote.data?.fillPrice} kind="PriceE8" unit="USD" />
          </Fact>
          <Fact label="Price impact">
            <Rate value={quote.data?.priceImpact} digits={3} signed />
          </Fact>
          <Fact label="Fee">
            <Amount value={quote.data?.tradeFee} kind="CollateralE6" unit="USD" />
          </Fact>
          <Fact label="Level surcharge">
            <Amount value={quote.data?.surcharge} kind="CollateralE6" unit="USD" />
          </Fact>
          <Fact label="Margin after">
            <Amount value={quote.data?.collateralAfter} kind="CollateralE6" unit="USD" />
          </Fact>
        </dl>
        <CloseReason error={quote.error} reasons={quote.data?.reasons ?? []} />
        <Button type="submit" look="accent" size="large" disabled={!canClose || stage !== "idle"}>
          {stage === "idle" ? `Close ${size === position.size ? "position" : "part"}` : "Working…"}
        </Button>
      </form>
    </Sheet>
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
