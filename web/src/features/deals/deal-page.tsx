import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { summariesQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import type { MarketSummary } from "@/domain/model";
import { useDebounced } from "@/state/use-debounced";
import { Page } from "@/ui/page";
import { Empty, Failure, Loading } from "@/ui/panel";
import { Assumptions } from "./assumptions";
import css from "./deal.module.css";
import { DealActions } from "./deal-actions";
import { DealResults } from "./deal-results";
import { addressOf, checkDeal, type DealFields, fieldsOf, searchOf } from "./model/deal-fields";

const SETTLE_MS = 250;
const LEAD =
  "The same home twice: its price index traded on Acre, or the home itself bought, let and sold. Worked out on what has happened; it foretells nothing.";

export function DealPage() {
  const query = useQuery(summariesQuery);
  const failure = useQueryFailure(query);
  const markets = useMemo(
    () => query.data?.filter(({ indexPrice }) => indexPrice !== null),
    [query.data],
  );
  if (failure) {
    return (
      <Page title="Deal analysis" lead={LEAD}>
        <Failure what="Markets" error={failure} onRetry={() => void query.refetch()} />
      </Page>
    );
  }
  if (!markets) {
    return (
      <Page title="Deal analysis" lead={LEAD}>
        <Loading label="markets" lines={8} />
      </Page>
    );
  }
  return <Deal markets={markets} />;
}

/** The page's address says all of the deal; what others write into it is taken over. */
function useDealFields(markets: readonly MarketSummary[]) {
  const navigate = useNavigate();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const written = useRef(search);
  const first = markets[0]?.symbol ?? "";
  const read = (text: string): DealFields => {
    const fields = fieldsOf(new URLSearchParams(text));
    return fields.market === "" ? { ...fields, market: first } : fields;
  };
  const [fields, setFields] = useState(() => read(search));
  if (search !== written.current) {
    written.current = search;
    setFields(read(search));
  }
  const market = markets.find(({ symbol }) => symbol.toUpperCase() === fields.market) ?? null;
  const checked = checkDeal(
    fields,
    market && { maxLeverage: market.maxLeverageMultiple, metric: market.metric },
  );
  const settled = useDebounced({ market: fields.market, query: checked.query }, SETTLE_MS);
  useEffect(() => {
    if (settled.query === null) return;
    const { text: next, search: values } = addressOf(searchOf(settled.market, settled.query));
    if (next === written.current) return;
    written.current = next;
    void navigate({
      to: "/deal-analysis",
      search: values as never,
      replace: true,
      resetScroll: false,
    });
  }, [settled, navigate]);
  return { fields, setFields, market, checked, settled };
}

function Deal({ markets }: { readonly markets: readonly MarketSummary[] }) {
  const { fields, setFields, market, checked, settled } = useDealFields(markets);
  const isSettled =
    JSON.stringify(settled) === JSON.stringify({ market: fields.market, query: checked.query });
  return (
    <Page
      title="Deal analysis"
      lead={LEAD}
      actions={<DealActions market={market} asked={settled.query} />}
    >
      <div className={css["deal"]}>
        <div className={css["assumptions"]}>
          <Assumptions
            markets={markets}
            market={market}
            fields={fields}
            errors={checked.errors}
            asked={settled.query}
            onChange={setFields}
          />
        </div>
        <div className={css["results"]}>
          {market === null ? (
            <Empty title={`There is no market ${fields.market}`}>Choose one of the list.</Empty>
          ) : settled.query === null && checked.query === null ? (
            <Empty title="Nothing to work out yet">Correct the marked fields first.</Empty>
          ) : settled.query === null ? (
            <Loading label="the deal" lines={8} />
          ) : (
            <DealResults
              market={market}
              asked={settled.query}
              isCurrent={isSettled}
              onShorter={() => setFields({ ...fields, timeframe: "1m" })}
            />
          )}
        </div>
      </div>
    </Page>
  );
}
