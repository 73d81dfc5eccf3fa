import { useNavigate, useSearch } from "@tanstack/react-router";
import { isTab, type TabId } from "./model/chart-tabs";

const KEY = "chart-tab";

/** The open tab: of the address (`?tab=`), else the last one of this browser tab. */
export function useChartTab(): [TabId, (tab: string) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const last = sessionStorage.getItem(KEY);
  const tab = [search["tab"], last].find(isTab) ?? "chart";
  const open = (next: string) => {
    sessionStorage.setItem(KEY, next);
    const to = { search: { ...search, tab: next } as never, replace: true, resetScroll: false };
    void navigate({ to: ".", ...to });
  };
  return [tab, open];
}
