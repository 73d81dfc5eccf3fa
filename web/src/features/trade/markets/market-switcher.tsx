import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import type { Market } from "@/domain/model";
import type { AnchoredPopoverProps } from "../header/anchored-popover";
import { part } from "../lazy-panel";
import css from "./market-switcher.module.css";

const SwitcherPopover = part<
  Pick<AnchoredPopoverProps, "anchor" | "className" | "onClose"> & { readonly market: Market }
>(async () => (await import("./switcher-popover")).SwitcherPopover, null);

/** The market's name as the page's title; it opens the list of markets. */
export function MarketSwitcher({ market }: { readonly market: Market }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <h1 className={css["title"]}>
        <button
          ref={button}
          type="button"
          className={css["trigger"]}
          title="Switch market"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {market.name}
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      </h1>
      {isOpen ? (
        <SwitcherPopover
          anchor={button}
          className={css["popover"]}
          market={market}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
