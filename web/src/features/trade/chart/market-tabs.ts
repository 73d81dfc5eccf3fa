import { type ComponentType, createContext } from "react";

export interface MarketTabProps {
  readonly symbol: string;
  readonly metric: string;
}

/** Tabs whose content belongs to the markets' pages: the app puts it in. */
export interface MarketTabs {
  readonly Past: ComponentType<MarketTabProps>;
  readonly Housing: ComponentType<MarketTabProps>;
}

export const MarketTabsSlot = createContext<MarketTabs | null>(null);
