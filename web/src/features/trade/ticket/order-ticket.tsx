import type { Market, Side } from "@/domain/model";
import { Segmented, type SegmentOption } from "@/ui/form/segmented";
import { SIZE_CHIPS } from "../model/trade-keys";
import { useTradeKeys } from "../use-trade-keys";
import { type EntryMode, useEntryMode } from "./entry-mode";
import { ModeLine, WaitingTicket } from "./lazy-ticket";
import { NowTicket } from "./now-ticket";
import css from "./ticket.module.css";
import { useTicket } from "./use-ticket";

interface OrderTicketProps {
  readonly market: Market;
  readonly firstSide?: Side;
  readonly hasFaucet?: boolean;
  readonly onDone?: () => void;
}

const MODES: readonly SegmentOption<EntryMode>[] = [
  { value: "now", label: "Now" },
  { value: "auction", label: "At next price update" },
  { value: "limit", label: "Limit" },
  { value: "stop", label: "Stop" },
];

/** When the order fills, and the order. */
export function OrderTicket({ market, firstSide = "long", ...rest }: OrderTicketProps) {
  const form = useTicket(market, firstSide);
  const [mode, setMode] = useEntryMode();
  const { act, largest } = form;
  useTradeKeys({
    side: (side) => act({ type: "side", side }),
    size: (place) => {
      const percent = SIZE_CHIPS[place];
      if (largest && percent !== undefined) act({ type: "share", percent, limit: largest });
    },
    clear: () => act({ type: "amount", text: "" }),
  });
  return (
    <div className={css["ticket"]}>
      <div className={css["modes"]}>
        <Segmented
          label="When the order fills"
          size="small"
          options={MODES}
          value={mode}
          onChange={setMode}
        />
        <div className={css["modeLine"]}>
          <ModeLine market={market} form={form} mode={mode} onMode={setMode} />
        </div>
      </div>
      {mode === "now" ? (
        <NowTicket market={market} form={form} {...rest} />
      ) : (
        <WaitingTicket key={mode} market={market} form={form} mode={mode} {...rest} />
      )}
    </div>
  );
}
