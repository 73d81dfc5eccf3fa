import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { summariesQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { useTradingAccount } from "@/domain/account";
import type { MarketSummary } from "@/domain/model";
import { useDebounced } from "@/state/use-debounced";
import { Empty } from "@/ui/page/empty";
import { Page } from "@/ui/page/page";
import { Failure, Loading } from "@/ui/page/panel";
import { horizonsQuery } from "./api";
import { Assumptions } from "./assumptions";
import css from "./deal.module.css";
import { DealActions } from "./deal-actions";
import { DealResults } from "./deal-results";
import {
  addressOf,
  checkDeal,
  type DealQuery,
  fieldsOf,
  searchOf,
  type Timeframe,
} from "./model/deal-fields";
import { defaultMarket } from "./model/default-market";

const SETTLE_MS = 250;
const SHORTEST: Timeframe = "1m";
const LEAD = "Compare the index with buying and renting out the home. Based on past data.";

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

/** The fields of the deal; the page's address holds them and changes them. */
function useDealFields(markets: readonly MarketSummary[]) {
  const navigate = useNavigate();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const written = useRef(search);
  const [typed, setFields] = useState(() => fieldsOf(new URLSearchParams(search)));
  if (search !== written.current) {
    written.current = search;
    setFields(fieldsOf(new URLSearchParams(search)));
  }
  // The default market may follow the wallet, so only a choice gets into the address.
  const isDefault = typed.market === "";
  const { accounts } = useTradingAccount();
  const named = isDefault ? { ...typed, market: defaultMarket(markets, accounts) } : typed;
  const market = markets.find(({ symbol }) => symbol.toUpperCase() === named.market) ?? null;
  const terms = market && { maxLeverage: market.maxLeverageMultiple, metric: market.metric };
  const timeframe = useTimeframe(named.timeframe, market, checkDeal(named, terms).query);
  const fields = { ...named, timeframe };
  const checked = checkDeal(fields, terms);
  const isReady = timeframe !== null;
  const query = isReady ? checked.query : null;
  const settled = useDebounced({ market: fields.market, query }, SETTLE_MS);
  useEffect(() => {
    if (settled.query === null || isDefault) return;
    const { text: next, search: values } = addressOf(searchOf(settled.market, settled.query));
    if (next === written.current) return;
    written.current = next;
    void navigate({
      to: "/deal-analysis",
      search: values as never,
      replace: true,
      resetScroll: false,
    });
  }, [settled, isDefault, navigate]);
  return { fields, setFields, market, checked, settled };
}

/** The chosen holding time, else the longest that the index covers; null until that is known. */
function useTimeframe(
  chosen: Timeframe | null,
  market: MarketSummary | null,
  query: DealQuery | null,
): Timeframe | null {
  const asked = useDebounced(query, SETTLE_MS);
  const { data, isError } = useQuery({
    ...horizonsQuery(market?.symbol ?? "", asked ?? {}),
    enabled: chosen === null && market !== null && asked !== null,
  });
  const years = data?.at(-1)?.years;
  if (chosen !== null) return chosen;
  if (isError) return SHORTEST;
  return years === undefined ? null : (`${years}y` as Timeframe);
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
            <Empty title={`No market ${fields.market}`} text="Choose one from the list." />
          ) : settled.query === null && checked.query === null ? (
            <Empty title="Nothing to calculate yet" text="Correct the marked fields." />
          ) : settled.query === null ? (
            <Loading label="the deal" lines={8} />
          ) : (
            <DealResults
              market={market}
              asked={settled.query}
              isCurrent={isSettled}
              onTimeframe={(timeframe) => setFields({ ...fields, timeframe })}
            />
          )}
        </div>
      </div>
    </Page>
  );
}
