import { formatRaw } from "@/domain/format";
import { type Question, stageOf } from "./model/question";
import css from "./predictions.module.css";

/** A count with grouped thousands. */
export function whole(count: number): string {
  return formatRaw(BigInt(count), 0, { digits: 0 });
}

export function StatusChip({ question }: { readonly question: Question }) {
  return (
    <span className={css["chip"]} data-status={question.status}>
      {stageOf(question).name}
    </span>
  );
}

/** The chance of YES as a part of a bar; the figure beside it says the same. */
export function Chance({ percent }: { readonly percent: number | null }) {
  return (
    <div className={css["chance"]} aria-hidden="true">
      {percent === null ? null : <span style={{ width: `${percent}%` }} />}
    </div>
  );
}
