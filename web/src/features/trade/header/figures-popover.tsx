import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { FactLine, Facts } from "@/ui/figures/facts";
import { AnchoredPopover, type AnchoredPopoverProps } from "./anchored-popover";
import { type FiguresProps, OpenInterest } from "./open-interest";

export interface FiguresPopoverProps
  extends FiguresProps,
    Pick<AnchoredPopoverProps, "anchor" | "className" | "onClose"> {}

/** Every figure of the market. */
export function FiguresPopover({ market, live, ...popover }: FiguresPopoverProps) {
  return (
    <AnchoredPopover {...popover} label="Market figures" align="end">
      <Facts look="dense">
        <FactLine label="Market price">
          <Amount value={live?.marketPrice ?? market.marketPrice} kind="PriceE8" unit="USD" />
        </FactLine>
        <FactLine label="1-day change">
          <Rate value={market.change1d} trend digits={3} />
        </FactLine>
        <FactLine label="1-year change">
          <Rate value={market.change1y} trend />
        </FactLine>
        <FactLine label="Next update">
          <Countdown untilS={market.nextPrintAt} done="due" />
        </FactLine>
        <FactLine label="Funding per day">
          <Rate value={live?.fundingRate ?? market.fundingRate} digits={4} signed />
        </FactLine>
        {market.holdingRate > 0n ? (
          <FactLine label="Holding charge per day">
            <Rate value={market.holdingRate} digits={4} />
          </FactLine>
        ) : null}
        <FactLine label="Open interest">
          <OpenInterest market={market} live={live} />
        </FactLine>
        <FactLine label="Volume, 24 h">
          <Amount value={market.volume24h} kind="CollateralE6" unit="USD" compact />
        </FactLine>
        <FactLine label="Max leverage">
          <Multiple value={market.maxLeverageMultiple} />
        </FactLine>
      </Facts>
    </AnchoredPopover>
  );
}
