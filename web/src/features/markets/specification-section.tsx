import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { formatDuration } from "@/domain/format";
import type { DetailedMarket } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { Stat, Stats } from "@/ui/figures/stat";
import { Panel } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import { infoQuery } from "./api-detail";
import css from "./market-page.module.css";
import { describeSpecification } from "./model/specification";

/** Six facts of the contract; every parameter in force is folded below them. */
export function SpecificationSection({ market }: { readonly market: DetailedMarket }) {
  return (
    <Panel title="Contract">
      <ContractFacts market={market} />
      <details className={css["specification"]}>
        <summary>Contract specifications</summary>
        <Parameters market={market} />
      </details>
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
        label="Index"
        value={`$ per ${areaUnit(market.metric)}`}
        note="of home prices, updated daily"
      />
      <Stat
        label="Reference home"
        value={<Amount value={info?.medianHome} kind="SizeE6" unit={areaUnit("sqft")} digits={0} />}
        note="median home of the area"
      />
    </Stats>
  );
}

function Parameters({ market }: { readonly market: DetailedMarket }) {
  const groups = describeSpecification(market.specification, areaUnit(market.metric));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard */}
      <section className={table["scroll"]} aria-label="Table of parameters" tabIndex={0}>
        <table className={table["table"]}>
          <thead>
            <tr>
              <th scope="col">Parameter</th>
              <th scope="col">Value</th>
              <th scope="col" className={table["left"]}>
                What it does
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ title, rows }) => (
              <Fragment key={title}>
                <tr className={css["group"]}>
                  <th scope="rowgroup" colSpan={3}>
                    {title}
                  </th>
                </tr>
                {rows.map(({ name, label, value, meaning }) => (
                  <tr key={name}>
                    <td title={name}>{label}</td>
                    <td className="figures">{value}</td>
                    <td className={`${table["left"]} ${css["meaning"]}`}>{meaning}</td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
      <p className={css["note"]}>
        Only the operator can change parameters, by a signed public command. Past trades keep their
        price.
      </p>
    </>
  );
}
