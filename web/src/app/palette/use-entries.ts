import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { decodeSummaries } from "@/api/decode-market";
import { expressApi } from "@/api/http";
import { marginAccountsQuery, summariesQuery } from "@/api/queries";
import { formatUsd } from "@/domain/format";
import type { MarginAccount, MarketSummary } from "@/domain/model";
import { type ThemeChoice, useTheme } from "@/state/theme";
import { useWallet } from "@/state/wallet-store";
import { ALL_PAGES, DOCS_URL } from "../pages";
import { showDialog } from "../shell/shell-dialogs";
import type { Entry } from "./fuzzy";

export interface PaletteEntry extends Entry {
  run(): void;
}

const STALE_MS = 15_000;
const SEARCH_MAX = 20;

const contestsQuery = queryOptions({
  queryKey: ["palette", "contests"],
  queryFn: ({ signal }) => expressApi.get("/contest", { signal }),
  staleTime: STALE_MS,
});

const questionsQuery = queryOptions({
  queryKey: ["palette", "predictions"],
  queryFn: ({ signal }) =>
    expressApi.get("/predictions/markets", { query: { isResolvedFilter: false }, signal }),
  staleTime: STALE_MS,
});

/** The server's own search: it knows markets beyond the list that the page holds. */
const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ["palette", "search", text],
    queryFn: async ({ signal }) => {
      const query = { q: text, limit: SEARCH_MAX };
      return decodeSummaries(await expressApi.get("/market/search", { query, signal }));
    },
    staleTime: STALE_MS,
    enabled: text !== "",
  });

type Navigate = ReturnType<typeof useNavigate>;

function marketEntries(markets: readonly MarketSummary[], navigate: Navigate): PaletteEntry[] {
  return markets.flatMap(({ symbol, name, state, country, indexPrice }) => [
    {
      id: `market ${symbol}`,
      group: "Markets",
      label: name,
      hint: indexPrice === null ? symbol : `${symbol} · ${formatUsd(indexPrice, "PriceE8")}`,
      words: `${state ?? ""} ${country}`,
      run: () => void navigate({ to: "/trade/$symbol", params: { symbol } }),
    },
    {
      id: `data ${symbol}`,
      group: "Market data",
      label: name,
      hint: `${symbol} · prices, sales, rents`,
      run: () => void navigate({ to: "/market/$symbol", params: { symbol } }),
    },
  ]);
}

function pageEntries(navigate: Navigate): PaletteEntry[] {
  const pages = ALL_PAGES.map(({ to, label, hint }) => ({
    id: `page ${to}`,
    group: "Pages",
    label,
    hint,
    run: () => void navigate({ to }),
  }));
  const docs = { id: "docs", group: "Pages", label: "Docs", hint: "Guides, rules, API" };
  return [...pages, { ...docs, run: () => window.location.assign(DOCS_URL) }];
}

function accountEntries(accounts: readonly MarginAccount[], navigate: Navigate): PaletteEntry[] {
  return accounts.map(({ id, name }) => ({
    id: `account ${id}`,
    group: "Accounts",
    label: name || `Account ${id}`,
    hint: `Margin account ${id}`,
    run: () => void navigate({ to: "/accounts" }),
  }));
}

const THEMES: readonly ThemeChoice[] = ["dark", "light", "system"];

function useActions(accounts: readonly MarginAccount[] | undefined): PaletteEntry[] {
  const { session, isReady, openDialog } = useWallet();
  const { choice, choose } = useTheme();
  const entry = (label: string, hint: string, run: () => void): PaletteEntry => ({
    id: `action ${label}`,
    group: "Actions",
    label,
    hint,
    run,
  });
  const first = accounts?.[0]?.id ?? null;
  const wallet =
    session.address === null
      ? [isReady ? entry("Connect a wallet", "To trade", session.openConnectDialog) : null]
      : [
          accounts === undefined
            ? null
            : entry("Deposit", "Into a margin account", () =>
                openDialog({ kind: "deposit", marginAccountId: first }),
              ),
          first === null
            ? null
            : entry("Withdraw", "From a margin account", () =>
                openDialog({ kind: "withdraw", marginAccountId: first }),
              ),
          session.signedIn ? null : entry("Sign in", "Sign a message", () => void session.signIn()),
          entry("Disconnect the wallet", "Ends the session", () => void session.disconnect()),
        ];
  const themes = THEMES.filter((theme) => theme !== choice).map((theme) =>
    entry(`Theme: ${theme}`, `Now ${choice}`, () => choose(theme)),
  );
  return [
    ...wallet.filter((action) => action !== null),
    entry("Activity", "Commands of this tab", () => showDialog("activity")),
    entry("Keyboard shortcuts", "All keys", () => showDialog("keys")),
    ...themes,
  ];
}

/** Everything that can be gone to or done, and which sources gave no answer. */
export function useEntries(text: string) {
  const navigate = useNavigate();
  const address = useWallet((state) => state.session.address);
  const summaries = useQuery(summariesQuery);
  const search = useQuery(searchQuery(text));
  const contests = useQuery(contestsQuery);
  const questions = useQuery(questionsQuery);
  const accounts = useQuery({ ...marginAccountsQuery(address ?? ""), enabled: address !== null });
  const actions = useActions(accounts.data);
  const known = new Map((summaries.data ?? []).map((market) => [market.symbol, market]));
  for (const market of search.data ?? []) known.set(market.symbol, market);
  const sources = { Markets: summaries, Contests: contests, Predictions: questions };
  const entries: PaletteEntry[] = [
    ...actions,
    ...pageEntries(navigate),
    ...marketEntries([...known.values()], navigate),
    ...accountEntries(accounts.data ?? [], navigate),
    ...(questions.data?.markets ?? []).map(({ marketId, title, category }) => ({
      id: `question ${marketId}`,
      group: "Predictions",
      label: title,
      hint: category,
      run: () =>
        void navigate({ to: "/predictions/$marketId", params: { marketId: String(marketId) } }),
    })),
    ...(contests.data?.contests ?? []).map(({ id, name, status }) => ({
      id: `contest ${id}`,
      group: "Contests",
      label: name,
      hint: status,
      run: () => void navigate({ to: "/contests/$contest", params: { contest: id } }),
    })),
  ];
  return {
    entries,
    isLoading: Object.values(sources).some(({ isPending }) => isPending) || search.isLoading,
    failed: Object.entries(sources).flatMap(([name, { isError }]) => (isError ? [name] : [])),
    retry: () => {
      for (const source of Object.values(sources)) if (source.isError) void source.refetch();
    },
  };
}
