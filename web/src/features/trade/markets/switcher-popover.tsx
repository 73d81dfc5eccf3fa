import type { Market } from "@/domain/model";
import { AnchoredPopover, type AnchoredPopoverProps } from "../header/anchored-popover";
import { MarketList } from "./market-list";

interface SwitcherPopoverProps
  extends Pick<AnchoredPopoverProps, "anchor" | "className" | "onClose"> {
  readonly market: Market;
}

/** The list of markets below the market's name. */
export function SwitcherPopover({ market, onClose, ...popover }: SwitcherPopoverProps) {
  return (
    <AnchoredPopover {...popover} label="Switch market" align="start" onClose={onClose}>
      <MarketList market={market} takesFocus onChosen={onClose} />
    </AnchoredPopover>
  );
}
