import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { expressApi } from "@/api/http";
import { userKey } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { formatAmount, toDrawing } from "@/domain/format";
import { parseCollateral } from "@/domain/parse";
import { useWallet } from "@/state/wallet-store";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading, StaleNote } from "@/ui/page/panel";

const HEIGHT = 180;
const CENTS = 100;

const valueQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "values", "1m"],
    queryFn: async ({ signal }) => {
      const given = { path: { user: address }, query: { window: "1m" as const }, signal };
      const wire = await expressApi.get("/portfolio/{user}/history/value", given);
      return wire.points.map(({ timestamp, value }) => ({
        timestamp,
        value: parseCollateral(value),
      }));
    },
    refetchInterval: 10_000,
  });

const dollars = (value: number) =>
  `$${formatAmount(BigInt(Math.round(value * CENTS)) * 10_000n, "CollateralE6")}`;

/** The account value of the last month, as the server recorded it. */
export function AccountValue() {
  const address = useWallet((state) => state.session.address);
  return address === null ? (
    <Empty title="No account yet" text="Connect a wallet to see its value." />
  ) : (
    <ValueChart address={address} />
  );
}

function ValueChart({ address }: { readonly address: string }) {
  const query = useQuery(valueQuery(address));
  const failure = useQueryFailure(query);
  const { data } = query;
  const series = useMemo(() => {
    const points = (data ?? []).map(({ timestamp, value }) => ({
      time: timestamp,
      value: toDrawing(value, "CollateralE6"),
    }));
    return [{ name: "Account value", style: "area" as const, color: "accent", points }];
  }, [data]);
  if (failure) {
    return <Failure what="Account value" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!data) return <Loading label="the account value" />;
  if (data.length < 2)
    return <Empty title="No history yet" text="It starts with your first deposit." />;
  return (
    <>
      <StaleNote isStale={query.isError} />
      <SeriesChart
        label={`Account value, last month, ${data.length} points; includes deposits and withdrawals`}
        series={series}
        format={dollars}
        height={HEIGHT}
      />
    </>
  );
}
