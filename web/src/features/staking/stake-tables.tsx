import { useQuery } from "@tanstack/react-query";
import type { TokenE6 } from "@/domain/amounts";
import { formatDateTime } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Prose } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { epochQuery, stakeQuery } from "./api";
import type { Stake } from "./model/stake";

interface ScheduleRow {
  readonly amount: TokenE6;
  readonly epoch: number;
  readonly atS: number | null;
}

const COLUMNS: readonly Column<ScheduleRow>[] = [
  {
    head: "From epoch",
    isText: true,
    cell: (row) => <span className="figures">{row.epoch}</span>,
  },
  { head: "Amount", cell: (row) => <Amount value={row.amount} kind="TokenE6" unit="ACRE" /> },
  {
    head: "Withdrawable from",
    cell: (row) => (
      <span className="figures">{row.atS === null ? "–" : formatDateTime(row.atS)}</span>
    ),
  },
  { head: "Countdown", cell: (row) => <Countdown untilS={row.atS} /> },
];

/** Unstaked tokens by the epoch in which they unlock. */
export function ScheduleTable({ address }: { readonly address: string }) {
  const query = useQuery(stakeQuery(address));
  const { data: period } = useQuery(epochQuery);
  const rows = query.data?.schedule.map((row) => ({
    ...row,
    atS: period ? row.epoch * period.duration : null,
  }));
  return (
    <Panel title="Unlocking schedule">
      <QueryTable
        label="Unstaking"
        columns={COLUMNS}
        rowKey={(row) => String(row.epoch)}
        query={{ ...query, data: rows }}
        empty="Nothing unstaking"
        emptyText="Unstaked tokens appear here until they unlock."
      />
    </Panel>
  );
}

const PARTS = [
  ["locked", "Active"],
  ["locking", "Activating"],
  ["preunlocking", "Unstaking from the next epoch"],
  ["unlocking", "Unstaking"],
  ["unlocked", "Unlocked, not vested"],
] as const;

/** Unvested tokens: they may be staked, but not withdrawn. */
export function VestingFacts({ stake }: { readonly stake: Stake | null }) {
  const hasUnvested = stake !== null && stake.unvested.total > 0n;
  return (
    <Panel title="Vesting">
      {hasUnvested ? (
        <Facts>
          <FactLine label="Total unvested">
            <Amount value={stake.unvested.total} kind="TokenE6" unit="ACRE" />
          </FactLine>
          {PARTS.map(([part, label]) => (
            <FactLine key={part} label={label}>
              <Amount value={stake.unvested[part]} kind="TokenE6" unit="ACRE" />
            </FactLine>
          ))}
        </Facts>
      ) : null}
      <Prose>
        <p>
          Unvested tokens can be staked, but not withdrawn until they vest.
          {stake !== null && !hasUnvested ? " All your staked tokens are vested." : ""}
        </p>
      </Prose>
    </Panel>
  );
}
