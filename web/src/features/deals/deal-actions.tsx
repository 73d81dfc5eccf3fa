import { useQuery } from "@tanstack/react-query";
import { Download, Link as LinkIcon, Printer } from "lucide-react";
import { useState } from "react";
import { saveFile, toCsv } from "@/domain/csv";
import type { MarketSummary } from "@/domain/model";
import { Button } from "@/ui/button";
import { dealQuery, sensitivityQuery } from "./api";
import css from "./deal.module.css";
import { addressOf, type DealQuery, searchOf } from "./model/deal-fields";
import { gridRows, resultRows } from "./model/deal-result";

const HEADS = ["part", "name", "acre", "owning"];

interface DealActionsProps {
  readonly market: MarketSummary | null;
  readonly asked: DealQuery | null;
}

/** Shares the deal: as a link, on paper, as a file. */
export function DealActions({ market, asked }: DealActionsProps) {
  const [status, setStatus] = useState("");
  const isAsked = market !== null && asked !== null;
  const symbol = market?.symbol ?? "";
  const deal = useQuery({ ...dealQuery(symbol, asked ?? {}), enabled: isAsked });
  const grid = useQuery({ ...sensitivityQuery(symbol, asked ?? {}), enabled: isAsked });
  const isReady = isAsked && deal.data !== undefined && !deal.isPlaceholderData;
  const copy = async () => {
    try {
      const { text } = addressOf(searchOf(symbol.toUpperCase(), asked ?? {}));
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}${text}`);
      setStatus("Link copied");
    } catch {
      setStatus("Copy the page's address");
    }
  };
  const save = () => {
    if (!deal.data) return;
    const rows = [...resultRows(deal.data), ...(grid.data ? gridRows(grid.data) : [])];
    saveFile(`acre-deal-${symbol.toLowerCase()}.csv`, toCsv(HEADS, rows));
  };
  return (
    <div className={css["actions"]}>
      <span role="status">{status}</span>
      <Button disabled={!isReady} onClick={() => void copy()}>
        <LinkIcon size={14} aria-hidden="true" /> Copy link
      </Button>
      <Button disabled={!isReady} onClick={save}>
        <Download size={14} aria-hidden="true" /> Save as CSV
      </Button>
      <Button disabled={!isReady} onClick={() => window.print()}>
        <Printer size={14} aria-hidden="true" /> Print
      </Button>
    </div>
  );
}
