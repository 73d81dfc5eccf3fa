import { ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import type { Market } from "@/domain/model";
import { part } from "../lazy-panel";
import css from "./market-switcher.module.css";

const MarketList = part<{
  readonly market: Market;
  readonly takesFocus: boolean;
  readonly onChosen: () => void;
}>(async () => (await import("./market-list")).MarketList, null);

/** The market's name as the page's title; it opens the list of markets. */
export function MarketSwitcher({ market }: { readonly market: Market }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <h1 className={css["title"]}>
        <Popover.Trigger className={css["trigger"]} title="Switch market">
          {market.name}
          <ChevronDown size={16} aria-hidden="true" />
        </Popover.Trigger>
      </h1>
      <Popover.Portal>
        <Popover.Content
          className={css["popover"]}
          aria-label="Switch market"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <MarketList market={market} takesFocus onChosen={() => setIsOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
