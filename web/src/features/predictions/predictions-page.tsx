import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { useLayout } from "@/state/use-media";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/form/segmented";
import { Select } from "@/ui/form/select";
import { Bar, Page } from "@/ui/page/page";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { Term } from "@/ui/term";
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
  grouped,
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
import { QuestionGroup } from "./question-group";
import list from "./question-list.module.css";

const TABS: readonly { readonly value: Tab; readonly label: string }[] = [
  { value: "open", label: "Open" },
  { value: "upcoming", label: "Upcoming" },
  { value: "closed", label: "Closed" },
  { value: "resolved", label: "Resolved" },
  { value: "voided", label: "Voided" },
  { value: "mine", label: "Mine" },
];

const SORTS: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: "closing", label: "Closing soonest" },
  { value: "newest", label: "Newest" },
  { value: "volume", label: "Most traded" },
  { value: "close-call", label: "Closest to 50%" },
];

const EMPTY_TEXT: Readonly<Record<Tab, string>> = {
  open: "New questions open every few days.",
  upcoming: "Questions appear here before they open.",
  closed: "Closed questions wait here for their result.",
  resolved: "Paid questions are listed here.",
  voided: "Questions without a result are paid at their last traded price.",
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
      lead={
        <>
          Predict where home prices will be. Each <Term id="contract">contract</Term> pays 100
          points if you’re right; its price is the market’s{" "}
          <Term id="chance" after=".">
            probability
          </Term>
        </>
      }
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
  const isPhone = useLayout() === "phone";
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
        {isPhone ? (
          <Select
            label="State"
            hideLabel
            size="small"
            options={TABS}
            value={tab}
            onChange={setTab}
          />
        ) : (
          <Segmented label="State" options={TABS} value={tab} onChange={setTab} />
        )}
        <input
          type="search"
          className={css["search"]}
          placeholder="Search questions"
          aria-label="Search questions"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          label="Sort questions"
          hideLabel
          size="small"
          options={SORTS.filter(({ value }) => canSort(tab, value))}
          value={sort}
          onChange={setSort}
        />
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
              : `No question matches “${wanted}”`
          }
        >
          {tab === "mine" && address === null ? "Connect a wallet and sign in." : EMPTY_TEXT[tab]}
        </Empty>
      ) : null}
      <div className={list["groups"]}>
        {grouped(shown).map((group) => (
          <QuestionGroup key={group.acreId} group={group} live={live} own={{ positions, orders }} />
        ))}
      </div>
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
