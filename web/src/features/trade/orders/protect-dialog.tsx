import { useState } from "react";
import { useLiveMarket } from "@/api/live";
import { engineClock } from "@/domain/clock";
import { formatAmount, formatUsd } from "@/domain/format";
import { toWire } from "@/domain/parse";
import { areaUnit } from "@/domain/reader/area";
import { FormFoot, TextField } from "@/ui/form/form";
import form from "@/ui/form/form.module.css";
import { Sheet } from "@/ui/page/sheet";
import { checkExit } from "../model/bracket";
import type { CloseDialogProps } from "../positions/close-dialog";
import positions from "../positions/positions.module.css";
import { buildPlaceOrder } from "./commands";
import { endOf } from "./model/entry";
import { freeGroup } from "./model/protect";
import { useOrderCommand } from "./use-order-command";
import { useOrders } from "./use-orders";

/**
 * Places a stop, a take profit or both on an open position: each closes whatever it is then, and the
 * first that fills cancels the other.
 */
export function ProtectDialog({ entry, accountId, address, onClosed }: CloseDialogProps) {
  const { position, market } = entry;
  const { orders } = useOrders();
  const [texts, setTexts] = useState({ target: "", stop: "" });
  // Of two orders the first may be placed when the second is refused: it is not sent again.
  const [placed, setPlaced] = useState<{ group: number } | null>(null);
  const command = useOrderCommand();
  const index = useLiveMarket(position.marketId)?.indexPrice ?? market?.indexPrice ?? null;
  const isLong = position.side === "long";
  const target = checkExit("Take profit", texts.target, isLong, index);
  const stop = checkExit("Stop loss", texts.stop, !isLong, index);
  const error = target.error ?? stop.error;
  const isEmpty = target.value === null && stop.value === null;
  const symbol = market?.symbol ?? `market ${position.marketId}`;

  const place = (kind: "stop" | "takeProfit", price: bigint, group: number) => {
    const nowS = engineClock.now() ?? 0;
    const body = {
      marginAccountId: accountId,
      marketId: position.marketId,
      orderType: kind,
      wholePosition: true,
      triggerPrice: toWire(price),
      ...(group === 0 ? {} : { group }),
      expiresAt: endOf("90", nowS),
    } as const;
    const label = `Place ${kind === "stop" ? "stop loss" : "take profit"} ${symbol}`;
    return command.run(kind, () => buildPlaceOrder(address, body, symbol, null), label);
  };

  const submit = async () => {
    if (error !== null || isEmpty || command.isBusy) return;
    const isPair = target.value !== null && stop.value !== null;
    const group = placed?.group ?? (isPair ? freeGroup(orders) : 0);
    if (stop.value !== null && placed === null) {
      if (!(await place("stop", stop.value, group))) return;
      setPlaced({ group });
    }
    if (target.value !== null && !(await place("takeProfit", target.value, group))) return;
    onClosed();
  };

  const field = (key: keyof typeof texts) => ({
    unit: "USD",
    value: texts[key],
    error: null,
    isDisabled: command.isBusy || (key === "stop" && placed !== null),
    onChange: (text: string) => {
      command.clear();
      setTexts((known) => ({ ...known, [key]: text }));
    },
  });
  return (
    <Sheet
      title={`Take profit / stop loss, ${market?.name ?? symbol}`}
      from="center"
      open
      onOpenChange={(open) => !open && onClosed()}
    >
      <form
        className={form["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="quiet">
          Your position: <strong className={positions[position.side]}>{position.side}</strong>{" "}
          {formatAmount(position.size, "SizeE6")} {areaUnit(market?.metric ?? "sqft")}, index{" "}
          {index === null ? "–" : formatUsd(index, "PriceE8")}
        </p>
        <TextField label="Take profit (optional)" takesFocus {...field("target")} />
        <TextField label="Stop loss (optional)" {...field("stop")} />
        <p className={form["hint"]}>
          Each closes the whole position when the index reaches its price. The first that fills
          cancels the other. Two prices take two signatures.
        </p>
        {placed === null ? null : <p role="status">The stop loss is placed.</p>}
        <FormFoot
          action={placed === null ? "Place" : "Place take profit"}
          isBusy={command.isBusy}
          progress="Sending…"
          problem={error ?? command.problem}
        />
      </form>
    </Sheet>
  );
}
