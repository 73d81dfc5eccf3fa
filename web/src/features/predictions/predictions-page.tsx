import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Bar, Page } from "@/ui/page";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/panel";
import {
  heldQuestionQuery,
  openOrdersQuery,
  openQuestionsQuery,
  overQuestionsQuery,
  positionsQuery,
} from "./api";
import { useFreshQuestions, useListening, useLiveQuestions } from "./live-questions";
import {
  arrange,
  canSort,
  choose,
  isPast as isPastTab,
  type Question,
  type Sort,
  sortFor,
  type Tab,
  withLive,
} from "./model/question";
import { OpenOrders } from "./orders/open-orders";
import { PointsPanel } from "./points-panel";
import css from "./predictions.module.css";
import { QuestionCard } from "./question-card";
import { Segments } from "./segments";

const TABS: readonly { readonly id: Tab; readonly label: string }[] = [
  { id: "open", label: "Open" },
  { id: "upcoming", label: "Upcoming" },
  { id: "closed", label: "Closed" },
  { id: "resolved", label: "Resolved" },
  { id: "voided", label: "Voided" },
  { id: "mine", label: "Mine" },
];

const SORTS: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: "closing", label: "Closing first" },
  { value: "newest", label: "Newest first" },
  { value: "volume", label: "Most traded" },
  { value: "close-call", label: "Closest to 50%" },
];

const EMPTY_TEXT: Readonly<Record<Tab, string>> = {
  open: "New questions are asked every few days.",
  upcoming: "Questions can be read before they open.",
  closed: "Between its close and its payout a question waits here for the index.",
  resolved: "Answered and paid questions are kept here.",
  voided: "A question without an answer is paid at its last traded price.",
  mine: "Questions in which you hold contracts or have orders.",
};

/** Held questions of long ago that are asked for one by one. */
const MISSING_MAX = 20;

export function PredictionsPage() {
  useListening();
  const live = useLiveQuestions();
  useFreshQuestions(live);
  return (
    <Page
      title="Predictions"
      lead="Questions about where a house-price index will stand on a day. A contract costs 1 to 99 points and pays 100 if its side is right, so its price is what the crowd takes the chance to be."
    >
      <PointsPanel />
      <Questions />
    </Page>
  );
}

function useMine() {
  const session = useWallet((state) => state.session);
  const address = session.signedIn ? session.address : null;
  const enabled = address !== null;
  const { data: positions = [] } = useQuery({ ...positionsQuery(address ?? ""), enabled });
  const { data: orders = [] } = useQuery({ ...openOrdersQuery(address ?? ""), enabled });
  return { address, positions: enabled ? positions : [], orders: enabled ? orders : [] };
}

function Questions() {
  const [tab, setTab] = useState<Tab>("open");
  const [wantedSort, setSort] = useState<Sort>("closing");
  const sort = sortFor(tab, wantedSort);
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const live = useLiveQuestions();
  const { address, positions, orders } = useMine();
  const open = useQuery(openQuestionsQuery);
  const isPast = isPastTab(tab);
  const over = useInfiniteQuery({ ...overQuestionsQuery, enabled: isPast });
  const mine = useMemo(
    () => new Set([...positions, ...orders].map(({ marketId }) => marketId)),
    [positions, orders],
  );
  const known = [...(open.data ?? []), ...(over.data?.pages.flatMap(({ rows }) => rows) ?? [])];
  const held = useHeld(tab === "mine" ? mine : NONE_HELD, known, open.data !== undefined);
  const active = isPast ? over : open;
  const failure = useQueryFailure(active);
  const all = unique([...known, ...held]).map((row) =>
    withLive(row, live.get(row.marketId) ?? null),
  );
  const shown = arrange(choose(all, { tab, search: wanted }, mine), sort, live);

  return (
    <Panel title="Questions" hideTitle>
      <Bar>
        <Segments label="Which questions" options={TABS} value={tab} onChange={setTab} />
        <input
          type="search"
          className={css["search"]}
          placeholder="Search questions"
          aria-label="Search questions"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <select
          className={css["search"]}
          aria-label="Order of the questions"
          value={sort}
          onChange={(event) => setSort(event.target.value as Sort)}
        >
          {SORTS.filter(({ value }) => canSort(tab, value)).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Bar>
      {tab === "mine" && address !== null ? <OpenOrders address={address} marketId={null} /> : null}
      <StaleNote isStale={active.isError && active.data !== undefined} />
      {failure ? (
        <Failure what="Questions" error={failure} onRetry={() => void active.refetch()} />
      ) : null}
      {!failure && active.data === undefined ? <Loading label="questions" lines={8} /> : null}
      {active.data !== undefined && shown.length === 0 ? (
        <Empty
          title={
            wanted === ""
              ? `No ${tab === "mine" ? "questions of yours" : `${tab} questions`}`
              : "No question has these words"
          }
        >
          {tab === "mine" && address === null
            ? "Connect a wallet and sign in to see yours."
            : EMPTY_TEXT[tab]}
        </Empty>
      ) : null}
      <ul className={css["cards"]}>
        {shown.map((question) => (
          <QuestionCard
            key={question.marketId}
            question={question}
            live={live.get(question.marketId) ?? null}
            position={positions.find(({ marketId }) => marketId === question.marketId) ?? null}
            openOrders={orders.filter(({ marketId }) => marketId === question.marketId).length}
          />
        ))}
      </ul>
      {isPast && over.hasNextPage ? (
        <Bar>
          <Button disabled={over.isFetchingNextPage} onClick={() => void over.fetchNextPage()}>
            {over.isFetchingNextPage ? "Loading…" : "Older"}
          </Button>
        </Bar>
      ) : null}
    </Panel>
  );
}

const NONE_HELD: ReadonlySet<number> = new Set();

/** Questions of the wallet that no list has brought, asked for one by one, newest first. */
function useHeld(
  mine: ReadonlySet<number>,
  known: readonly Question[],
  isReady: boolean,
): readonly Question[] {
  const ids = new Set(known.map(({ marketId }) => marketId));
  const missing = [...mine].filter((id) => !ids.has(id)).sort((a, b) => b - a);
  const asked = isReady ? missing.slice(0, MISSING_MAX) : [];
  return useQueries({ queries: asked.map(heldQuestionQuery) }).flatMap(({ data }) => data ?? []);
}

function unique(questions: readonly Question[]): readonly Question[] {
  return [...new Map(questions.map((question) => [question.marketId, question])).values()];
}
