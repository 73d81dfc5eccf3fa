import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "@/domain/format";
import { useCommand } from "@/state/use-command";
import { Button } from "@/ui/button";
import { Amount, Rate } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import css from "@/ui/form/form.module.css";
import { Sheet } from "@/ui/page/sheet";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { type LpDeposit, lpPositionsQuery } from "./api";
import { depositState } from "./model/pool";
import { RemoveForm } from "./remove-form";

/** A wallet's deposits with their locks and actions. */
export function DepositsTable({ address }: { readonly address: string }) {
  const query = useQuery(lpPositionsQuery(address));
  const [removingId, setRemovingId] = useState<number | null>(null);
  const command = useCommand(address);
  const removing = query.data?.find(({ id }) => id === removingId);
  const close = (row: LpDeposit) =>
    void command.run("close-lp-position", { lpPositionId: row.id }, `Close deposit #${row.id}`);
  return (
    <>
      {command.problem ? (
        <p className={css["problem"]} role="alert">
          {command.problem}
        </p>
      ) : null}
      <QueryTable
        label="Deposits"
        query={query}
        columns={columns(setRemovingId, close, command.isBusy)}
        rowKey={(row) => String(row.id)}
        empty="No deposits yet"
        emptyText="Each deposit appears here with its lock."
      />
      <Sheet
        title={`Remove liquidity from deposit #${removingId ?? ""}`}
        open={removing !== undefined}
        onOpenChange={() => setRemovingId(null)}
        from="center"
      >
        {removing ? (
          <RemoveForm address={address} deposit={removing} onDone={() => setRemovingId(null)} />
        ) : null}
      </Sheet>
    </>
  );
}

function columns(
  onRemove: (id: number) => void,
  onClose: (row: LpDeposit) => void,
  isBusy: boolean,
): readonly Column<LpDeposit>[] {
  return [
    { head: "Deposit", isText: true, cell: (row) => <span className="figures">#{row.id}</span> },
    {
      head: "Deposited",
      cell: (row) => <Amount value={row.liquidity} kind="CollateralE6" unit="USD" />,
    },
    { head: "Shares", cell: (row) => <Amount value={row.shares} kind="TokenE6" /> },
    {
      head: "Entry price",
      cell: (row) => <Amount value={row.entryPrice} kind="SharePriceE8" unit="USD" digits={6} />,
    },
    {
      head: "Value",
      cell: (row) => <Amount value={row.value} kind="CollateralE6" unit="USD" />,
    },
    {
      head: "P&L",
      cell: (row) => (
        <>
          <Amount value={row.pnl} kind="CollateralE6" unit="USD" trend />{" "}
          <span className="quiet">
            <Rate value={row.pnlRate} signed />
          </span>
        </>
      ),
    },
    { head: "Locked until", cell: (row) => <Maturity row={row} /> },
    {
      head: "Withdrawable",
      cell: (row) => <Amount value={row.maxRemovable} kind="TokenE6" unit="shares" />,
    },
    {
      head: "Points per day",
      cell: (row) => <Amount value={row.pointsPerDay} kind="PointsE6" />,
    },
    {
      head: "Action",
      cell: (row) =>
        depositState(row) === "drained" ? (
          <Button
            size="small"
            disabled={isBusy}
            aria-label={`Close deposit #${row.id}`}
            onClick={() => onClose(row)}
          >
            Close
          </Button>
        ) : (
          <Button
            size="small"
            disabled={depositState(row) !== "mature"}
            aria-label={`Remove from deposit #${row.id}`}
            onClick={() => onRemove(row.id)}
          >
            Remove
          </Button>
        ),
    },
  ];
}

function Maturity({ row }: { readonly row: LpDeposit }) {
  switch (depositState(row)) {
    case "maturing":
      return <Countdown untilS={row.maturity} done="unlocked" />;
    case "mature":
      return <span title={formatDateTime(row.maturity)}>unlocked</span>;
    case "blocked":
      return <span title="Reserved for open positions">reserved by the pool</span>;
    case "drained":
      return <span className="quiet">withdrawn</span>;
  }
}
