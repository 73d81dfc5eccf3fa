import type { ComponentType } from "react";
import type { Market } from "@/domain/model";
import { DepthTab } from "./depth-tab";
import { FundingTab } from "./funding-tab";
import { InfoTab } from "./info-tab";

export interface MoreTabProps {
  readonly tab: "funding" | "depth" | "info";
  readonly market: Market;
}

const TABS: Readonly<Record<MoreTabProps["tab"], ComponentType<{ readonly market: Market }>>> = {
  funding: FundingTab,
  depth: DepthTab,
  info: InfoTab,
};

/** The tabs that say how the market trades, in one chunk. */
export function MoreTab({ tab, market }: MoreTabProps) {
  const Tab = TABS[tab];
  return <Tab market={market} />;
}
