import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { statusQuery } from "@/api/queries";
import { formatDuration } from "@/domain/format";
import type { DetailedMarket } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { Stat, Stats } from "@/ui/figures/stat";
import { Panel } from "@/ui/page/panel";
import { infoQuery } from "../api-detail";
import css from "../market-page.module.css";

const Drawer = lazy(async () => ({
  default: (await import("./specification-drawer")).SpecificationDrawer,
}));

/** Six facts of the contract; every parameter in force is in a drawer. */
export function SpecificationSection({ market }: { readonly market: DetailedMarket }) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const { data: status } = useQuery(statusQuery);
  const source = status?.replay?.attribution ?? null;
  return (
    <Panel
      title="Contract"
      actions={
        <Button
          size="small"
          aria-haspopup="dialog"
          onClick={(event) => setOpener(event.currentTarget)}
        >
          Contract specification
        </Button>
      }
    >
      <ContractFacts market={market} />
      {source ? <p className={css["note"]}>Source of the index: {source}.</p> : null}
      {opener ? (
        <Suspense fallback={null}>
          <Drawer
            market={market}
            onClose={() => {
              setOpener(null);
              setTimeout(() => opener.focus()); // once the drawer is gone
            }}
          />
        </Suspense>
      ) : null}
    </Panel>
  );
}

const DAY_S = 86_400;

function intervalText(seconds: number): string {
  return seconds === DAY_S ? "Daily" : `Every ${formatDuration(seconds)}`;
}

function ContractFacts({ market }: { readonly market: DetailedMarket }) {
  const { data: info } = useQuery(infoQuery(market.acreId));
  const { specification } = market;
  return (
    <Stats label="Contract facts">
      <Stat
        label="Max leverage"
        value={<Multiple value={market.maxLeverageMultiple} />}
        note="for small positions"
      />
      <Stat
        label="Fee"
        value={<Rate value={market.takerFeeRate} />}
        note={
          <>
            maker <Rate value={market.makerFeeRate} />
          </>
        }
      />
      <Stat
        label="Price update"
        value={intervalText(specification.printInterval)}
        note="on schedule from 00:00 UTC"
      />
      <Stat
        label="Available to long"
        value={
          <Amount value={market.availableLong.notional} kind="CollateralE6" unit="USD" compact />
        }
        note={
          <>
            to short{" "}
            <Amount value={market.availableShort.notional} kind="CollateralE6" unit="USD" compact />
          </>
        }
      />
      <Stat
        label="Reference home"
        value={<Amount value={info?.medianHome} kind="SizeE6" unit={areaUnit("sqft")} digits={0} />}
        note="median home of the area"
      />
    </Stats>
  );
}
