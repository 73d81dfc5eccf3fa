import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ApiError } from "@/api/http";
import { startLiveData, stream, useConnection } from "@/api/live";
import { statusQuery } from "@/api/queries";
import { followSystemTheme } from "@/state/theme";
import { router } from "./router";

const RETRIES_MAX = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal will not change by asking again; an unreachable server may.
      retry: (failures, error) =>
        failures < RETRIES_MAX &&
        !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      staleTime: 1000,
      refetchOnWindowFocus: true,
    },
  },
});

// Asked for already while the first page is made ready: its banners stand in the first picture then.
void queryClient.prefetchQuery(statusQuery);

export function App() {
  useEffect(() => startLiveData(), []);
  useEffect(() => followSystemTheme(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RefreshAfterGap />
      <ReconnectOnAnswer />
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** What the stream did not tell while it was down is read again once it is back. */
function RefreshAfterGap() {
  const { state } = useConnection();
  const wasDown = useRef(false);
  useEffect(() => {
    if (state === "waiting") wasDown.current = true;
    if (state !== "open" || !wasDown.current) return;
    wasDown.current = false;
    void queryClient.invalidateQueries();
  }, [state]);
  return null;
}

/** Once the server answers again, the stream need not wait for the end of its delay. */
function ReconnectOnAnswer() {
  const { dataUpdatedAt } = useQuery(statusQuery);
  useEffect(() => {
    if (dataUpdatedAt > 0 && stream.state === "waiting") stream.resnapshot();
  }, [dataUpdatedAt]);
  return null;
}
