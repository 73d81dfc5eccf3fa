import { useContext } from "react";
import type { Market, Position } from "@/domain/model";
import { Loading } from "@/ui/page/panel";
import { type Tab, Tabs } from "@/ui/page/tabs";
import { part } from "../lazy-panel";
import css from "./chart-desk.module.css";
import { ChartPanel } from "./chart-panel";
import { MarketTabsSlot } from "./market-tabs";
import type { MoreTabProps } from "./tabs/more-tabs";
import { useChartTab } from "./use-chart-tab";

interface MarketProps {
  readonly market: Market;
}

const More = part<MoreTabProps>(
  async () => (await import("./tabs/more-tabs")).MoreTab,
  <Loading label="the market" lines={8} />,
);

interface ChartDeskProps extends MarketProps {
  readonly position: Position | null;
}

/** The large panel of the trade page: the chart, and what moves the market, in tabs. */
export function ChartDesk({ market, position }: ChartDeskProps) {
  const [tab, openTab] = useChartTab();
  const slot = useContext(MarketTabsSlot);
  const tabs: readonly Tab[] = [
    {
      id: "chart",
      label: "Chart",
      content: <ChartPanel market={market} position={position} />,
    },
    ...(slot
      ? [
          page("past", "Past", <slot.Past {...market} />),
          page("housing", "Housing", <slot.Housing {...market} />),
        ]
      : []),
    page("funding", "Funding", <More tab="funding" market={market} />),
    page("depth", "Depth", <More tab="depth" market={market} />),
    page("info", "Info", <More tab="info" market={market} />),
  ];
  return (
    <Tabs
      label="Market"
      className={css["desk"]}
      value={tabs.some(({ id }) => id === tab) ? tab : "chart"}
      onChange={openTab}
      tabs={tabs}
    />
  );
}

function page(id: string, label: string, content: Tab["content"]): Tab {
  const scrolling = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={css["page"]} aria-label={label} tabIndex={0}>
      {content}
    </section>
  );
  return { id, label, content: scrolling };
}
