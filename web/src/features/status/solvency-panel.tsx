import { useQuery } from "@tanstack/react-query";
import { useQueryFailure } from "@/api/query-failure";
import { formatDateTime } from "@/domain/format";
import { parseCollateral, parseToken } from "@/domain/parse";
import type { Solvency } from "@/generated/api";
import { Amount } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Prose } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { Signature } from "@/ui/wallet/signature";
import { solvencyQuery } from "./api";
import { rootParts } from "./model/proof";
import css from "./status.module.css";

const CLAIMS: readonly (readonly [keyof Solvency["claims"], string])[] = [
  ["margin", "Traders’ margin"],
  ["lp", "Liquidity pool"],
  ["reserve", "Reserve"],
  ["protocolFees", "Protocol fees"],
  ["unsettled", "Withdrawals in progress"],
  ["quarantined", "Unattributed deposits"],
];

/** Vault balance and liabilities now, and the root that commits to them. */
export function SolvencyPanel() {
  const query = useQuery(solvencyQuery(null));
  const failure = useQueryFailure(query);
  return (
    <Panel title="Proof of reserves">
      {failure ? (
        <Failure what="The balance" error={failure} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data || failure ? null : <Loading label="the balance" lines={8} />}
      {query.data ? <Balance solvency={query.data} /> : null}
    </Panel>
  );
}

function Money({ raw, trend = false }: { readonly raw: string; readonly trend?: boolean }) {
  return <Amount value={parseCollateral(raw)} kind="CollateralE6" unit="USD" trend={trend} />;
}

function Tokens({ raw }: { readonly raw: string }) {
  return <Amount value={parseToken(raw)} kind="TokenE6" unit="ACRE" />;
}

function Balance({ solvency }: { readonly solvency: Solvency }) {
  const root = rootParts(solvency.stateRoot);
  const isShort = solvency.difference.startsWith("-");
  return (
    <>
      <Facts>
        <FactLine label="Vault balance">
          <strong>
            <Money raw={solvency.vaultBalance} />
          </strong>
        </FactLine>
        {CLAIMS.map(([name, label]) => (
          <FactLine key={name} label={label}>
            <Money raw={solvency.claims[name]} />
          </FactLine>
        ))}
        <FactLine label="Surplus">
          <Money raw={solvency.difference} trend />
        </FactLine>
        <FactLine label="Token vault balance">
          <Tokens raw={solvency.tokenVaultBalance} />
        </FactLine>
        <FactLine label="Token liabilities">
          <Tokens raw={solvency.tokenClaims} />
        </FactLine>
      </Facts>
      {isShort ? (
        <Prose>
          <p>
            Negative for a few seconds while a payout is in progress. If it stays, the vault is
            short.
          </p>
        </Prose>
      ) : null}
      <Facts>
        <FactLine label="Latest root, command">
          <span className="figures">{solvency.sequence}</span>
        </FactLine>
        <FactLine label="Leaves">
          <span className="figures">{root ? String(root.leaves) : "–"}</span>
        </FactLine>
        <FactLine label="Posted in slot">
          <span className="figures">{solvency.rootSlot ?? "Not yet"}</span>
        </FactLine>
        {solvency.rootSignature === null ? null : (
          <FactLine label="Transaction">
            <Signature signature={solvency.rootSignature} />
          </FactLine>
        )}
        <FactLine label="As of">
          <span className="figures">{formatDateTime(solvency.asOf)}</span>
        </FactLine>
      </Facts>
      <Prose>
        <p>A root of all liabilities is posted on the chain every hour (real time).</p>
      </Prose>
      <p className={css["hash"]}>
        <span className="visually-hidden">State root </span>
        {solvency.stateRoot}
      </p>
    </>
  );
}
