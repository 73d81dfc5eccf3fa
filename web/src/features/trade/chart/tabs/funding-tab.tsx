import type { Market } from "@/domain/model";
import { Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Panel } from "@/ui/page/panel";
import { Term } from "@/ui/term";
import { FundingHistory } from "./funding-history";
import css from "./tabs.module.css";

/** Funding in its parts, and over time. */
export function FundingTab({ market }: { readonly market: Market }) {
  return (
    <div className={css["columns"]} data-first="narrow">
      <Panel title="Funding per day">
        <Facts>
          <FactLine label={<Term id="drift">Expected index change</Term>}>
            <Rate value={market.fundingParts?.drift} digits={4} signed />
          </FactLine>
          <FactLine label={<Term id="crowding">Crowding</Term>}>
            <Rate value={market.fundingParts?.crowding} digits={4} signed />
          </FactLine>
          <FactLine label={<Term id="spread">Spread</Term>}>
            <Rate value={market.fundingParts?.spread} digits={4} signed />
          </FactLine>
          <FactLine label="Longs pay" tone="total">
            <Rate value={market.fundingRate} digits={4} signed />
          </FactLine>
          <FactLine label="Annualized">
            <Rate value={market.fundingRateOneYear} signed />
          </FactLine>
        </Facts>
        <p className={css["sentence"]}>
          Funding already pays shorts the expected rise. A long wins only if prices rise more than
          expected.
        </p>
      </Panel>
      <Panel title="Funding history">
        <FundingHistory market={market} />
      </Panel>
    </div>
  );
}
