import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "@/lib/format";
import type { SettlementRequest } from "@/lib/model";
import { exchangeQuery, settlementRequestsQuery } from "@/lib/queries";
import { useQueryFailure } from "@/lib/query-failure";
import { Amount } from "./amount";
import { Countdown } from "./countdown";
import { Empty, Failure, Loading, StaleNote } from "./panel";
import { Signature } from "./signature";
import table from "./table.module.css";

const STATUS_TEXT: Readonly<Record<SettlementRequest["status"], string>> = {
  pending: "waiting",
  mature: "mature",
  payable: "payable",
  authorised: "being paid",
  settled: "paid",
};

/** Settlement requests with a countdown in engine time until they are paid. */
export function SettlementTable({ address }: { readonly address: string }) {
  const query = useQuery(settlementRequestsQuery(address));
  const { data: exchange } = useQuery(exchangeQuery);
  const failure = useQueryFailure(query);
  const { data, isError, refetch } = query;
  if (failure) {
    return <Failure what="Withdrawals" error={failure} onRetry={() => void refetch()} />;
  }
  if (!data) return <Loading label="withdrawals" />;
  if (data.length === 0) {
    return <Empty title="No withdrawals">Withdrawn money is paid out after a delay.</Empty>;
  }
  const newestFirst = [...data].sort((a, b) => b.maturity - a.maturity || b.id - a.id);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={table["scroll"]} aria-label="Settlement requests" tabIndex={0}>
      <StaleNote isStale={isError} />
      <table className={table["table"]}>
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Amount</th>
            <th scope="col">Matures</th>
            <th scope="col">Countdown</th>
            <th scope="col">Status</th>
            <th scope="col">Payout</th>
          </tr>
        </thead>
        <tbody>
          {newestFirst.map((request) => (
            <tr key={request.id} data-status={request.status}>
              <td className="figures">#{request.id}</td>
              <td>
                <Amount
                  value={request.amount}
                  kind="CollateralE6"
                  unit={request.mint === exchange?.collateralMint ? "USD" : "ACRE"}
                />
              </td>
              <td className="figures">{formatDateTime(request.maturity)}</td>
              <td>
                {request.status === "settled" ? (
                  <span className="quiet">–</span>
                ) : (
                  <Countdown untilS={request.maturity} done="mature" />
                )}
              </td>
              <td>{STATUS_TEXT[request.status]}</td>
              <td>
                {request.signature ? (
                  <Signature signature={request.signature} />
                ) : (
                  <span className="quiet">–</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
