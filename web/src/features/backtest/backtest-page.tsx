import { type DragEvent, useRef, useState } from "react";
import { ParseError } from "@/domain/parse";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/page/empty";
import { Page } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { FILE_BYTES_MAX, readRun, type SavedRun } from "./model/saved-run";
import { RunResult } from "./run-result";

const LEAD = "Test a strategy on past prices. The command line runs it; this page shows its file.";
const TOO_LARGE = "The file is larger than 8 MB.";
const UNREADABLE = "The file could not be read.";

/** Shows a file of `acre backtest --save`; it stays in the browser. */
export function BacktestPage() {
  const [run, setRun] = useState<SavedRun | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > FILE_BYTES_MAX) throw new ParseError(TOO_LARGE);
      setRun(readRun(await file.text()));
      setProblem(null);
    } catch (error) {
      setRun(null);
      setProblem(error instanceof ParseError ? error.message : UNREADABLE);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped; the button is for all others
    <div
      style={{ display: "contents" }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Page title="Backtest" lead={LEAD} actions={run ? <FileButton onOpen={open} /> : null}>
        {run ? <RunResult run={run} /> : <NoFile problem={problem} onOpen={open} />}
      </Page>
    </div>
  );
}

interface FileButtonProps {
  readonly onOpen: (file: File | undefined) => Promise<void>;
}

function FileButton({ onOpen }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden={true}
        aria-label="Backtest file"
        onChange={(event) => {
          void onOpen(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button onClick={() => input.current?.click()}>Open file</Button>
    </>
  );
}

function NoFile({ problem, onOpen }: FileButtonProps & { readonly problem: string | null }) {
  return (
    <Panel title="Saved backtest">
      <div role={problem ? "alert" : undefined}>
        <Empty
          title={problem ?? "No backtest open"}
          text={
            <>
              <p>Open or drop the file that this command writes. It stays in your browser.</p>
              <p>
                <code>.venv/bin/acre backtest --save run.json</code>
              </p>
            </>
          }
          action={<FileButton onOpen={onOpen} />}
        />
      </div>
    </Panel>
  );
}
