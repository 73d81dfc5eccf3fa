import { Button } from "@/ui/button";
import form from "@/ui/form/form.module.css";
import type { Writer } from "./use-write";
import type { WriteResult } from "./write";

interface WriteNoteProps {
  readonly writer: Writer;
  /** What was sent, for example "The order". */
  readonly what: string;
  /** Called with the answer when a retry has brought one. */
  readonly onAnswer?: (result: WriteResult | null) => void;
}

/** The outcome of a failed write: refused, or without an answer. */
export function WriteNote({ writer, what, onAnswer }: WriteNoteProps) {
  const { state } = writer;
  if (state.status === "refused") {
    return (
      <p className={form["problem"]} role="alert">
        {state.text}
      </p>
    );
  }
  if (state.status !== "lost") return null;
  return (
    <div className={form["problem"]} role="alert">
      <p>
        No answer: {what.toLowerCase()} may have reached the exchange. Trying again cannot repeat
        it.
      </p>
      <Button size="small" onClick={() => void writer.again().then(onAnswer)}>
        Try again
      </Button>
      <Button size="small" look="ghost" onClick={writer.clear}>
        Dismiss
      </Button>
    </div>
  );
}
