import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "@/domain/format";
import { useCommand } from "@/state/use-command";
import { Amount, Rate } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Countdown } from "@/ui/countdown";
import css from "@/ui/form.module.css";
import { Sheet } from "@/ui/sheet";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { type LpDeposit, lpPositionsQuery } from "./api";
import { depositState } from "./model/pool";
import { RemoveForm } from "./remove-form";

/** A wallet's deposits with the time until they may leave, and what can be done with each. */
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
        emptyText="What you add to the pool is listed here, each deposit with its own maturity."
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
      head: "Paid in",
      cell: (row) => <Amount value={row.liquidity} kind="CollateralE6" unit="USD" />,
    },
    { head: "Shares", cell: (row) => <Amount value={row.shares} kind="TokenE6" /> },
    {
      head: "Bought at",
      cell: (row) => <Amount value={row.entryPrice} kind="PriceE8" unit="USD" digits={6} />,
    },
    {
      head: "Worth now",
      cell: (row) => <Amount value={row.value} kind="CollateralE6" unit="USD" />,
    },
    {
      head: "Result",
      cell: (row) => (
        <>
          <Amount value={row.pnl} kind="CollateralE6" unit="USD" trend />{" "}
          <span className="quiet">
            <Rate value={row.pnlRate} signed />
          </span>
        </>
      ),
    },
    { head: "Maturity", cell: (row) => <Maturity row={row} /> },
    {
      head: "Can leave now",
      cell: (row) => <Amount value={row.maxRemovable} kind="TokenE6" unit="shares" />,
    },
    {
      head: "Points a day",
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
      return <Countdown untilS={row.maturity} done="mature" />;
    case "mature":
      return <span title={formatDateTime(row.maturity)}>mature</span>;
    case "blocked":
      return <span title="Open positions need the pool’s money.">mature, held by the pool</span>;
    case "drained":
      return <span className="quiet">removed</span>;
  }
}
