import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { ApiError, expressApi } from "@/api/http";
import { statusQuery } from "@/api/queries";
import { engineClock } from "@/domain/clock";
import { showResult } from "@/state/toast";
import { DAY_S, speedWords } from "./replay-words";
import css from "./shell.module.css";

const CHOICES = [60, 10, 2] as const;

/** The speed of the replay as a choice; the server offers it on one's own machine only. */
export function ReplaySpeed({ rate }: { readonly rate: number }) {
  const queryClient = useQueryClient();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (secondsPerDay: (typeof CHOICES)[number]) =>
      expressApi.post("/replay-speed", { body: { secondsPerDay } }),
    onSuccess: async (clock) => {
      engineClock.set(clock);
      await queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    },
    onError: (error) => {
      const text = error instanceof ApiError ? error.humanText : "The server did not answer.";
      showResult({ tone: "error", title: "The demo keeps its speed.", text });
    },
  });
  const now = DAY_S / rate;
  const shown = isPending ? variables : now;
  // ACRE_TIME_RATE may have set another one.
  const choices = CHOICES.some((one) => one === now) ? CHOICES : [now, ...CHOICES];
  return (
    <span className={css["speed"]}>
      {speedWords(shown)}
      <ChevronDown size={11} aria-hidden="true" />
      <select
        aria-label="Demo speed"
        value={shown}
        onChange={({ target }) => {
          const chosen = CHOICES.find((one) => String(one) === target.value);
          if (chosen !== undefined) mutate(chosen);
        }}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {speedWords(one)}
          </option>
        ))}
      </select>
    </span>
  );
}
