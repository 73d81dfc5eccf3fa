import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/http";
import { joinContest } from "./api";

/** Joins a contest; every read of contests is then asked again. */
export function useJoinContest(id: string, address: string) {
  const client = useQueryClient();
  const join = useMutation({
    mutationFn: () => joinContest(id, address),
    onSettled: () => client.invalidateQueries({ queryKey: ["contests"] }),
  });
  return { join, problem: join.error === null ? null : problemText(join.error) };
}

/** HIGH_RISK_USER has another sentence here than for a trade. */
function problemText(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  if (error.code === "HIGH_RISK_USER") return "This wallet cannot take part in contests.";
  return error.humanText;
}
