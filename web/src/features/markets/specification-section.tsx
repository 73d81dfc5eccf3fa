import { Fragment } from "react";
import type { DetailedMarket } from "@/domain/model";
import { Panel } from "@/ui/panel";
import table from "@/ui/tables/table.module.css";
import css from "./market-page.module.css";
import { describeSpecification } from "./model/specification";

/** Every parameter in force, by the contract's names, and what each does. */
export function SpecificationSection({ market }: { readonly market: DetailedMarket }) {
  const groups = describeSpecification(market.specification, market.metric);
  return (
    <Panel title="Parameters in force">
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
                {rows.map(({ name, value, meaning }) => (
                  <tr key={name}>
                    <td className="figures">{name}</td>
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
        Only the operator can change them, by a signed command that everybody can see; a change
        never re-prices a past trade.
      </p>
    </Panel>
  );
}
