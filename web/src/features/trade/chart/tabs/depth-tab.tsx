import { toDrawing } from "@/domain/format";
import type { Market } from "@/domain/model";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Panel } from "@/ui/page/panel";
import { Term } from "@/ui/term";
import { ImpactLadder } from "./impact-ladder";
import { RecentTrades } from "./recent-trades";
import css from "./tabs.module.css";

/** How much can be traded at which price, and what was traded. */
export function DepthTab({ market }: { readonly market: Market }) {
  return (
    <div className={css["columns"]}>
      <div>
        <ImpactLadder market={market} />
        <Panel title="Capacity">
          <Facts>
            <FactLine label="Available to long">
              <Amount
                value={market.availableLong.notional}
                kind="CollateralE6"
                unit="USD"
                compact
              />
            </FactLine>
            <FactLine label="Available to short">
              <Amount
                value={market.availableShort.notional}
                kind="CollateralE6"
                unit="USD"
                compact
              />
            </FactLine>
            <FactLine label={<Term id="open-interest">Open interest</Term>}>
              <Amount value={market.openInterest.notional} kind="CollateralE6" unit="USD" compact />
            </FactLine>
          </Facts>
          <SideBalance market={market} />
        </Panel>
      </div>
      <RecentTrades market={market} />
    </div>
  );
}

function SideBalance({ market }: { readonly market: Market }) {
  const long = toDrawing(market.long.percent, "RateE12") * 100;
  const short = toDrawing(market.short.percent, "RateE12") * 100;
  return (
    <div className={css["balance"]}>
      <div className={css["balanceBar"]} aria-hidden="true">
        <span style={{ width: `${long}%` }} />
        <span style={{ width: `${short}%` }} />
      </div>
      <div className={css["balanceEnds"]}>
        <span className="up">
          ▲ Long <Rate value={market.long.percent} digits={0} />
        </span>
        <span className="down">
          <Rate value={market.short.percent} digits={0} /> Short ▼
        </span>
      </div>
    </div>
  );
}
