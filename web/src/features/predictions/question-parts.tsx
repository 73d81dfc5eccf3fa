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

/** Text in which a date is not broken at its hyphens. */
export function WholeDates({ text }: { readonly text: string }) {
  const [before = "", date, after] = text.split(/(\d{4}-\d\d-\d\d\S*)/, 3);
  return (
    <>
      {before}
      {date ? <span style={{ whiteSpace: "nowrap" }}>{date}</span> : null}
      {after}
    </>
  );
}

/** YES and NO as shares of a bar; the figure beside it says the same. */
export function Probability({ percent }: { readonly percent: number | null }) {
  return (
    <div className={css["bar"]} data-unknown={percent === null} aria-hidden="true">
      {percent === null ? null : <span style={{ width: `${percent}%` }} />}
    </div>
  );
}
