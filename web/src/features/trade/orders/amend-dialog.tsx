import { useState } from "react";
import { engineClock } from "@/domain/clock";
import { formatField } from "@/domain/format";
import { Countdown } from "@/ui/figures/countdown";
import { FormFoot, TextField } from "@/ui/form/form";
import form from "@/ui/form/form.module.css";
import { Segmented } from "@/ui/form/segmented";
import { Sheet } from "@/ui/page/sheet";
import { buildAmendOrder } from "./commands";
import { checkAmend, DAYS, type Days, endOf } from "./model/entry";
import { orderName } from "./model/order-words";
import type { WaitingOrder } from "./model/waiting-order";
import { useOrderCommand } from "./use-order-command";

interface AmendDialogProps {
  readonly address: string;
  readonly order: WaitingOrder;
  readonly market: { readonly symbol: string | null; readonly unit: string };
  readonly onClose: () => void;
}

const KEPT = "kept";
const ENDS = [
  { value: KEPT, label: "Keep", title: "The order ends when it did before" },
  ...DAYS.map((days) => ({
    value: days,
    label: `${days} d`,
    title: "Days of index time from now",
  })),
] as const;

/** Changes price, size, worst price and end of an open order; only what was changed is sent. */
export function AmendDialog({ address, order, market, onClose }: AmendDialogProps) {
  const [fields, setFields] = useState(() => firstFields(order));
  const command = useOrderCommand();
  const [days, setDays] = useState<Days | typeof KEPT>(KEPT);
  const { change, error } = checkAmend(order, fields, market.unit);
  const isSame = Object.keys(change).length === 0 && days === KEPT;
  const label = `Amend ${orderName(order).toLowerCase()} ${market.symbol ?? ""}`.trim();
  const set = (key: keyof typeof fields) => (text: string) => {
    command.clear();
    setFields((known) => ({ ...known, [key]: text }));
  };
  const submit = async () => {
    if (isSame || error !== null || command.isBusy) return;
    const nowS = engineClock.now();
    const end = days === KEPT || nowS === null ? {} : { expiresAt: endOf(days, nowS) };
    const build = () => buildAmendOrder(address, order, { ...change, ...end });
    if (await command.run("amend", build, label)) onClose();
  };
  const isTrailing = order.type === "trailing";
  const field = { error: null, isDisabled: command.isBusy };
  return (
    <Sheet title={label} open from="center" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <form
        className={form["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {order.type === "auction" ? null : (
          <TextField
            {...field}
            label={isTrailing ? "Trailing distance" : "Price"}
            unit={isTrailing ? "%" : "USD"}
            value={fields.priceText}
            onChange={set("priceText")}
            takesFocus
          />
        )}
        {order.isWhole ? null : (
          <TextField
            {...field}
            label="Size"
            unit={market.unit}
            value={fields.sizeText}
            onChange={set("sizeText")}
          />
        )}
        {order.type === "limit" ? null : (
          <TextField
            {...field}
            label={order.worst === null ? "Worst price (optional)" : "Worst price"}
            unit="USD"
            value={fields.worstText}
            onChange={set("worstText")}
          />
        )}
        <div className={form["field"]}>
          <span>
            Expires in <Countdown untilS={order.expiresAt} done="a moment" />
          </span>
          <Segmented
            label="Good for, from now"
            size="small"
            options={ENDS}
            value={days}
            onChange={setDays}
            isDisabled={command.isBusy}
          />
        </div>
        <FormFoot
          action={isSame && error === null ? "No changes" : "Change order"}
          isBusy={command.isBusy}
          progress="Sending…"
          problem={error ?? command.problem}
        />
      </form>
    </Sheet>
  );
}

function firstFields({ type, trigger, trail, size, worst }: WaitingOrder) {
  const price = type === "trailing" ? (trail ?? 0n) * 100n : (trigger ?? 0n);
  const held = size < 0n ? -size : size;
  return {
    priceText: formatField(price, type === "trailing" ? "RateE12" : "PriceE8"),
    sizeText: formatField(held, "SizeE6"),
    worstText: worst === null ? "" : formatField(worst, "PriceE8"),
  };
}
