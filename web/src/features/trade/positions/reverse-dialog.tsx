import { buildModifyPosition } from "@/api/builders";
import { modifyQuoteQuery, type QuoteInput } from "@/api/queries";
import { formatAmount } from "@/domain/format";
import { toWire } from "@/domain/parse";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import { Sheet } from "@/ui/page/sheet";
import { checkLimit, FIRST_LIMIT } from "../model/price-limit";
import { usePositionQuote } from "../ticket/use-position-quote";
import type { CloseDialogProps } from "./close-dialog";
import css from "./positions.module.css";
import { Reason, ReduceFigures } from "./reduce-figures";
import { useQuotedCommand } from "./use-quoted-command";

/** Turns a position around with one order of twice its size. */
export function ReverseDialog({ entry, accountId, address, onClosed }: CloseDialogProps) {
  const { position, market } = entry;
  const side = position.side === "long" ? "short" : "long";
  const input: QuoteInput = {
    marginAccountId: accountId,
    marketId: position.marketId,
    side,
    input: toWire(position.size * 2n),
    inputKind: "sizeDelta",
  };
  const quote = usePositionQuote(input, (asked) => modifyQuoteQuery(address, asked));
  const name = market?.name ?? `market ${position.marketId}`;
  const command = useQuotedCommand({
    quote,
    worst: checkLimit(FIRST_LIMIT).body,
    label: `Flip to ${side} ${market?.symbol ?? name}`,
    build: (worst) => buildModifyPosition(address, input, worst),
    onApplied: onClosed,
  });
  const canSend = quote.data?.isExecutable === true && !quote.isStale && !command.isBusy;
  const size = `${formatAmount(position.size, "SizeE6")} ${areaUnit(market?.metric ?? "sqft")}`;
  return (
    <Sheet
      title={`Reverse ${name}`}
      from="center"
      open
      onOpenChange={(open) => !open && onClosed()}
    >
      <form
        className={css["dialog"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) void command.run();
        }}
      >
        <p>
          <strong className={css[position.side]}>{position.side}</strong> {size} becomes{" "}
          <strong className={css[side]}>{side}</strong> {size}, with one order.
        </p>
        <ReduceFigures quote={quote} />
        <Reason quote={quote} problem={command.problem} />
        <Button type="submit" look="accent" size="large" disabled={!canSend}>
          {command.isBusy ? "Working…" : `Reverse to ${side}`}
        </Button>
      </form>
    </Sheet>
  );
}
