import { useQuery } from "@tanstack/react-query";
import { useQueryFailure } from "@/api/query-failure";
import { formatDateTime } from "@/domain/format";
import { parseCollateral, parseToken } from "@/domain/parse";
import type { Solvency } from "@/generated/api";
import { Amount } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { Prose } from "@/ui/page";
import { Failure, Loading, Panel } from "@/ui/panel";
import { Signature } from "@/ui/signature";
import { solvencyQuery } from "./api";
import { rootParts } from "./model/proof";
import css from "./status.module.css";

const CLAIMS: readonly (readonly [keyof Solvency["claims"], string])[] = [
  ["margin", "traders’ margin"],
  ["lp", "liquidity pool"],
  ["reserve", "reserve"],
  ["protocolFees", "protocol fees"],
  ["unsettled", "withdrawals on their way"],
  ["quarantined", "came without a command"],
];

/** What the vault holds beside what it owes, now; and the root that commits to it. */
export function SolvencyPanel() {
  const query = useQuery(solvencyQuery(null));
  const failure = useQueryFailure(query);
  return (
    <Panel title="What is there, what is owed">
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
        <FactLine label="The vault holds">
          <strong>
            <Money raw={solvency.vaultBalance} />
          </strong>
        </FactLine>
        {CLAIMS.map(([name, label]) => (
          <FactLine key={name} label={`Owed: ${label}`}>
            <Money raw={solvency.claims[name]} />
          </FactLine>
        ))}
        <FactLine label="Vault less all that is owed">
          <Money raw={solvency.difference} trend />
        </FactLine>
        <FactLine label="Token vault holds">
          <Tokens raw={solvency.tokenVaultBalance} />
        </FactLine>
        <FactLine label="Tokens owed">
          <Tokens raw={solvency.tokenClaims} />
        </FactLine>
      </Facts>
      {isShort ? (
        <Prose>
          <p>
            Below zero for some seconds while a payout is on its way. If it stays, the vault is
            short.
          </p>
        </Prose>
      ) : null}
      <Facts>
        <FactLine label="Latest root, after command">
          <span className="figures">{solvency.sequence}</span>
        </FactLine>
        <FactLine label="Leaves">
          <span className="figures">{root ? String(root.leaves) : "–"}</span>
        </FactLine>
        <FactLine label="On the chain in slot">
          <span className="figures">{solvency.rootSlot ?? "not yet"}</span>
        </FactLine>
        {solvency.rootSignature === null ? null : (
          <FactLine label="Posted by">
            <Signature signature={solvency.rootSignature} />
          </FactLine>
        )}
        <FactLine label="As of, index time">
          <span className="figures">{formatDateTime(solvency.asOf)}</span>
        </FactLine>
      </Facts>
      <Prose>
        <p>
          Every hour of real time a root of all claims is put on the chain. What changed since is in
          the next one.
        </p>
      </Prose>
      <p className={css["hash"]}>
        <span className="visually-hidden">State root </span>
        {solvency.stateRoot}
      </p>
    </>
  );
}
