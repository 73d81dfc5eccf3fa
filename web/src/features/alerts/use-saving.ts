import { useState } from "react";
import { ApiError } from "@/api/http";

/** One write at a time, and the sentence of a refusal. */
export function useSaving() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = (write: () => Promise<void>, onDone: () => void = () => undefined) => {
    setIsBusy(true);
    setError(null);
    write()
      .then(onDone)
      .catch((reason: unknown) => {
        setError(reason instanceof ApiError ? `${reason.message}.` : "Not saved. Try again.");
      })
      .finally(() => setIsBusy(false));
  };
  return { isBusy, error, run };
}
