import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { summariesQuery } from "@/api/queries";
import { useExampleMarket } from "@/state/use-example-market";
import { Select } from "@/ui/form/select";
import { Page } from "@/ui/page/page";
import { FeePart } from "./fee-part";
import { GlossarySection } from "./glossary-section";
import css from "./learn.module.css";
import { LiquidityPart, PredictionsPart } from "./other-parts";
import { FundingPart, IndexPart } from "./price-parts";
import { LiquidationPart, RiskPart } from "./risk-parts";

const CONTENTS = [
  { id: "how-index", title: "The index" },
  { id: "how-funding", title: "Funding" },
  { id: "how-liquidation", title: "Leverage and liquidation" },
  { id: "fees", title: "Fees" },
  { id: "risk", title: "Risks" },
  { id: "how-predictions", title: "Predictions" },
  { id: "how-liquidity", title: "Providing liquidity" },
  { id: "glossary", title: "Glossary" },
] as const;

/** How the exchange works, for traders, with figures of one market and the glossary. */
export function LearnPage() {
  const [symbol, setSymbol] = useState<string | null>(null);
  const example = useExampleMarket(symbol);
  const hash = useLocation({ select: (location) => location.hash });
  const isReady = example !== null;
  // Sections grow when their figures arrive, so the anchor is found again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hash !== "") document.getElementById(hash)?.scrollIntoView();
  }, [hash, isReady]);
  return (
    <Page
      title="Learn"
      lead="How Acre works: the index, funding, liquidation, fees and risks."
      actions={<MarketPicker shown={example?.market.symbol ?? null} onChange={setSymbol} />}
    >
      <div className={css["layout"]}>
        <nav className={css["contents"]} aria-label="On this page">
          {CONTENTS.map(({ id, title }) => (
            <Link
              key={id}
              to="/learn"
              hash={id}
              activeOptions={{ includeHash: true }}
              activeProps={{ "aria-current": "location" }}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className={css["sections"]}>
          <IndexPart example={example} />
          <FundingPart example={example} />
          <LiquidationPart example={example} />
          <FeePart example={example} />
          <RiskPart />
          <PredictionsPart />
          <LiquidityPart example={example} />
          <div id="glossary">
            <GlossarySection current={hash} />
          </div>
        </div>
      </div>
    </Page>
  );
}

interface PickerProps {
  readonly shown: string | null;
  readonly onChange: (symbol: string) => void;
}

/** The market whose figures the sections use. */
function MarketPicker({ shown, onChange }: PickerProps) {
  const { data: markets } = useQuery(summariesQuery);
  const options = (markets ?? []).map(({ symbol, name }) => ({ value: symbol, label: name }));
  return (
    <Select
      label="Examples from"
      value={shown ?? ""}
      onChange={onChange}
      options={options}
      isDisabled={options.length === 0}
    />
  );
}
