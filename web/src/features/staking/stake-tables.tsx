import { useQuery } from "@tanstack/react-query";
import type { TokenE6 } from "@/domain/amounts";
import { formatDateTime } from "@/domain/format";
import { Amount } from "@/ui/amount";
import { Countdown } from "@/ui/countdown";
import { FactLine, Facts } from "@/ui/facts";
import { Prose } from "@/ui/page";
import { Panel } from "@/ui/panel";
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
    head: "Can be withdrawn from",
    cell: (row) => (
      <span className="figures">{row.atS === null ? "–" : formatDateTime(row.atS)}</span>
    ),
  },
  { head: "Countdown", cell: (row) => <Countdown untilS={row.atS} /> },
];

/** What is on its way back, by the epoch from whose start it can be withdrawn. */
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
        label="Stake on its way back"
        columns={COLUMNS}
        rowKey={(row) => String(row.epoch)}
        query={{ ...query, data: rows }}
        empty="Nothing is waiting"
        emptyText="What you unstake is listed here until it can be withdrawn."
      />
    </Panel>
  );
}

const PARTS = [
  ["locked", "Locked"],
  ["locking", "Locking"],
  ["preunlocking", "Waiting for the next epoch"],
  ["unlocking", "In the last epoch"],
  ["unlocked", "Unlocked, held back"],
] as const;

/** Unvested tokens: they may be staked, but not withdrawn. */
export function VestingFacts({ stake }: { readonly stake: Stake | null }) {
  const hasUnvested = stake !== null && stake.unvested.total > 0n;
  return (
    <Panel title="Vesting">
      {hasUnvested ? (
        <Facts>
          <FactLine label="Unvested in all">
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
          Tokens that were granted and are not vested yet can be staked like others. They can be
          withdrawn only once they are vested: “can be withdrawn” never counts them.
          {stake !== null && !hasUnvested ? " All your staked tokens are vested." : ""}
        </p>
      </Prose>
    </Panel>
  );
}
