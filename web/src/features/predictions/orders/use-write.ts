import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { commandOutcomes } from "@/api/command-outcomes";
import { predictionsKey } from "../api";
import { newKey, sendWrite, type Write, type WriteResult } from "./write";

export type WriteState =
  | { readonly status: "idle" }
  | { readonly status: "sending" }
  | { readonly status: "refused"; readonly text: string }
  /** Kept until it is asked for again or given up. */
  | { readonly status: "lost"; readonly write: Write };

export interface Writer {
  readonly state: WriteState;
  readonly isBusy: boolean;
  /** Sends one write; null when one is on its way already, so that a double click sends once. */
  send(path: string, body: object, base?: Write["base"]): Promise<WriteResult | null>;
  /** Asks again for a lost answer: the same write under the same key. */
  again(): Promise<WriteResult | null>;
  clear(): void;
}

const IDLE: WriteState = { status: "idle" };

/** True for what an order changed: a live user stream brings it. */
function isStreamed({ path }: Write, { status }: WriteResult): boolean {
  return status === "done" && path.startsWith("/predictions/") && commandOutcomes.isLive;
}

/** Writes of one wallet from one form or button: one at a time, with the last outcome. */
export function useWrite(address: string): Writer {
  const queries = useQueryClient();
  const [state, setState] = useState<WriteState>(IDLE);
  const isOnItsWay = useRef(false);
  const run = useCallback(
    async (write: Write, isAgain = false) => {
      if (isOnItsWay.current) return null;
      isOnItsWay.current = true;
      setState({ status: "sending" });
      const result = await sendWrite(write, undefined, isAgain);
      isOnItsWay.current = false;
      if (result.status === "done") setState(IDLE);
      else setState(result.status === "lost" ? { status: "lost", write } : result);
      if (!isStreamed(write, result)) {
        void queries.invalidateQueries({ queryKey: predictionsKey(write.address) });
      }
      return result;
    },
    [queries],
  );
  return {
    state,
    isBusy: state.status === "sending",
    send: useCallback(
      (path: string, body: object, base: Write["base"] = "express") =>
        run({ address, base, path, body, key: newKey() }),
      [address, run],
    ),
    again: useCallback(
      async () => (state.status === "lost" ? await run(state.write, true) : null),
      [state, run],
    ),
    clear: useCallback(() => setState(IDLE), []),
  };
}
