import { useQuery } from "@tanstack/react-query";
import { useQueryFailure } from "@/api/query-failure";
import { Amount } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { performanceQuery } from "./api";
import { partLines } from "./model/performance";

/** The parts of all P&L since the first deposit; the server's sums. */
export function PnlPanel({ address }: { readonly address: string }) {
  const query = useQuery(performanceQuery(address, "all"));
  const failure = useQueryFailure(query);
  const parts = query.data?.parts;
  return (
    <Panel title="P&L breakdown">
      {failure ? (
        <Failure what="The breakdown" error={failure} onRetry={() => void query.refetch()} />
      ) : !parts ? (
        <Loading label="the breakdown" lines={8} />
      ) : (
        <>
          <Facts>
            {partLines(parts).map(({ label, value }) => (
              <FactLine key={label} label={label}>
                <Amount value={value} kind="CollateralE6" unit="USD" signed />
              </FactLine>
            ))}
            <FactLine label="P&L, all time" tone="total">
              <Amount value={parts.pnl} kind="CollateralE6" unit="USD" trend />
            </FactLine>
          </Facts>
          <Facts>
            <FactLine label="Deposited">
              <Amount value={parts.deposited} kind="CollateralE6" unit="USD" />
            </FactLine>
            <FactLine label="Withdrawn">
              <Amount value={parts.withdrawn} kind="CollateralE6" unit="USD" />
            </FactLine>
          </Facts>
        </>
      )}
    </Panel>
  );
}
