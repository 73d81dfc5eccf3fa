import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { formatDateTime } from "@/domain/format";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Segmented } from "@/ui/form/segmented";
import { Empty } from "@/ui/page/empty";
import { Bar, Prose } from "@/ui/page/page";
import { Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { poolQuery, poolReturnQuery } from "./api";
import css from "./liquidity.module.css";
import { type Part, type PoolReturn, partRows } from "./model/return";
import { POOL_WINDOWS, type PoolWindow } from "./model/series";

/** The parts of the pool's return over a range; they sum to it exactly. */
export function ReturnPanel() {
  const [window, setWindow] = useState<PoolWindow>("1m");
  const query = useQuery({ ...poolReturnQuery(window), placeholderData: keepPreviousData });
  const failure = useQueryFailure(query);
  return (
    <Panel title="Sources of return">
      <Bar>
        <Segmented
          label="Range"
          size="small"
          value={window}
          options={POOL_WINDOWS}
          onChange={setWindow}
        />
      </Bar>
      {failure ? (
        <Failure what="The return" error={failure} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <div style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
          <StaleNote isStale={query.isError} />
          <Split data={query.data} />
        </div>
      ) : (
        <Loading label="the return" lines={6} />
      )}
    </Panel>
  );
}

function Split({ data }: { readonly data: PoolReturn }) {
  const { data: pool } = useQuery(poolQuery);
  if (data.endValue === 0n && data.startValue === 0n && data.deposited === 0n) {
    return <Empty title="Nothing in the pool yet" text="It starts with the first deposit." />;
  }
  return (
    <>
      <p className={css["range"]}>
        <span>
          {formatDateTime(data.fromS)} – {formatDateTime(data.toS)}
        </span>
        <span>
          Share: <Amount value={data.startPrice} kind="SharePriceE8" unit="USD" digits={6} /> →{" "}
          <Amount value={data.endPrice} kind="SharePriceE8" unit="USD" digits={6} />{" "}
          <Rate value={data.priceChange} digits={4} trend />
        </span>
      </p>
      <dl className={css["parts"]} aria-label="Parts of the return">
        {partRows(data).map((part) => (
          <PartLine key={part.name} part={part} />
        ))}
      </dl>
      <Facts>
        <FactLine label="Pool at start">
          <Amount value={data.startValue} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Deposited">
          <Amount value={data.deposited} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Withdrawn">
          <Amount value={data.withdrawn} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Pool at end">
          <Amount value={data.endValue} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Traders’ unrealized P&L, deducted">
          <Amount value={data.unrealizedPnl} kind="CollateralE6" unit="USD" signed />
        </FactLine>
      </Facts>
      <Prose>
        <p>
          The parts sum to the change of the pool exactly. Past returns are not guaranteed. Fee APR
          (30 d): <Rate value={pool?.feeApr} digits={4} />, before traders' gains.
        </p>
      </Prose>
    </>
  );
}

function PartLine({ part: { name, label, says, value, width } }: { readonly part: Part }) {
  return (
    <div className={css["part"]} data-total={name === "total"}>
      <dt>
        {label}
        <span className={css["says"]}>{says}</span>
      </dt>
      <dd>
        <Amount value={value} kind="CollateralE6" unit="USD" trend />
        <span className={css["track"]} aria-hidden="true">
          <span
            className={css["gain"]}
            data-sign={width < 0 ? "minus" : "plus"}
            style={{ width: `${Math.abs(width) * 50}%` }}
          />
        </span>
      </dd>
    </div>
  );
}
