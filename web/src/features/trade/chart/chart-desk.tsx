import { useContext } from "react";
import type { Market, Position } from "@/domain/model";
import { Loading } from "@/ui/page/panel";
import { type Tab, Tabs } from "@/ui/page/tabs";
import { part } from "../lazy-panel";
import css from "./chart-desk.module.css";
import { ChartPanel } from "./chart-panel";
import { MarketTabsSlot } from "./market-tabs";
import { useChartTab } from "./use-chart-tab";

interface MarketProps {
  readonly market: Market;
}

const Funding = part<MarketProps>(
  async () => (await import("./tabs/funding-tab")).FundingTab,
  <Loading label="funding" lines={8} />,
);
const Depth = part<MarketProps>(
  async () => (await import("./tabs/depth-tab")).DepthTab,
  <Loading label="depth" lines={8} />,
);
const Info = part<MarketProps>(
  async () => (await import("./tabs/info-tab")).InfoTab,
  <Loading label="market facts" lines={8} />,
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
    page("funding", "Funding", <Funding market={market} />),
    page("depth", "Depth", <Depth market={market} />),
    page("info", "Info", <Info market={market} />),
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
