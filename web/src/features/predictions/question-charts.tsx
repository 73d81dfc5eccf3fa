import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type ChartWindow, priceFeedQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { engineClock } from "@/domain/clock";
import { toDrawing } from "@/domain/format";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Segmented } from "@/ui/form/segmented";
import { Bar } from "@/ui/page/page";
import { Empty, Failure, Loading, StaleNote } from "@/ui/page/panel";
import { Tabs } from "@/ui/page/tabs";
import { priceHistoryQuery } from "./api";
import { PAYOUT } from "./model/book";
import { linePoints, type Span, spansOf } from "./model/history";
import {
  type LiveQuestion,
  percentText,
  probabilityOf,
  type Question,
  takesTrades,
} from "./model/question";
import type { IndexNow } from "./use-index";

const HEIGHT = 300;
const WINDOWS: readonly { readonly value: ChartWindow; readonly label: string }[] = [
  { value: "1m", label: "1M" },
  { value: "3m", label: "3M" },
  { value: "1y", label: "1Y" },
  { value: "5y", label: "5Y" },
];

interface QuestionChartsProps {
  readonly question: Question;
  readonly index: IndexNow | null;
  readonly live: LiveQuestion | null;
}

export function QuestionCharts({ question, index, live }: QuestionChartsProps) {
  const [tab, setTab] = useState(question.acreId === null ? "probability" : "index");
  const probability = {
    id: "probability",
    label: "Probability",
    content: <ProbabilityChart question={question} live={live} />,
  };
  const ofIndex = {
    id: "index",
    label: "Index and target",
    content: index ? (
      <IndexChart question={question} index={index} />
    ) : (
      <Loading label="the index" lines={8} />
    ),
  };
  return (
    <Tabs
      label="Charts"
      value={tab}
      onChange={setTab}
      tabs={question.acreId === null ? [probability] : [ofIndex, probability]}
    />
  );
}

const asPrice = (value: number) => value.toFixed(2);

function IndexChart({
  question,
  index,
}: {
  readonly question: Question;
  readonly index: IndexNow;
}) {
  const [window, setWindow] = useState<ChartWindow>("3m");
  const query = useQuery(priceFeedQuery(index.symbol, window));
  const failure = useQueryFailure(query);
  const points = query.data;
  const series = useMemo(
    () => [
      {
        name: "Index",
        style: "area" as const,
        color: "accent",
        points: (points ?? []).map(({ timestamp, value }) => ({
          time: timestamp,
          value: toDrawing(value, "PriceE8"),
        })),
      },
    ],
    [points],
  );
  const { strike, resolution } = question;
  const value = resolution?.value ?? null;
  const marks = useMemo(
    () => [
      ...(strike === null
        ? []
        : [{ value: toDrawing(strike, "PriceE8"), label: "Target", color: "yes" }]),
      ...(value === null
        ? []
        : [{ value: toDrawing(value, "PriceE8"), label: "Result", color: "no" }]),
    ],
    [strike, value],
  );
  return (
    <>
      <Bar>
        <Segmented label="Time span" options={WINDOWS} value={window} onChange={setWindow} />
      </Bar>
      {failure ? (
        <Failure what="The index" error={failure} onRetry={() => void query.refetch()} />
      ) : null}
      {points === undefined && !failure ? <Loading label="the index" lines={8} /> : null}
      {points ? (
        <SeriesChart
          label={`Index of ${index.name} with the target as a line`}
          series={series}
          marks={marks}
          format={asPrice}
          height={HEIGHT}
        />
      ) : null}
    </>
  );
}

const WHOLE_SCALE = [0, PAYOUT];

/** The axis continues beyond what a probability can be; it says nothing there. */
const asPercent = (value: number) => (value < 0 || value > PAYOUT ? "" : `${Math.round(value)}%`);

/** The prices at which the question was traded, from its beginning. */
function ProbabilityChart({ question, live }: Pick<QuestionChartsProps, "question" | "live">) {
  const [span, setSpan] = useState<Span>("all");
  const query = useQuery(priceHistoryQuery(question, span));
  const failure = useQueryFailure(query);
  const history = query.data;
  const series = useMemo(
    () => [
      {
        name: "Last traded price of YES",
        style: "steps" as const,
        color: "yes",
        points: history ? linePoints(history, engineClock.now()) : [],
      },
    ],
    [history],
  );
  const isEmpty = history?.timestamp.length === 0;
  return (
    <>
      {isEmpty ? null : (
        <Bar>
          <Segmented
            label="Time span"
            options={spansOf(question, engineClock.now())}
            value={span}
            onChange={setSpan}
          />
          <span className="quiet">The last traded price of YES. {bookText(live)}</span>
        </Bar>
      )}
      {failure ? (
        <Failure what="The probability" error={failure} onRetry={() => void query.refetch()} />
      ) : null}
      {history === undefined && !failure ? <Loading label="the probability" lines={8} /> : null}
      {isEmpty ? <NothingTraded question={question} live={live} /> : null}
      {history === undefined || isEmpty ? null : (
        <>
          <StaleNote isStale={query.isError} />
          <SeriesChart
            label="The last traded price of YES over time"
            series={series}
            holds={WHOLE_SCALE}
            format={asPercent}
            height={HEIGHT}
          />
        </>
      )}
    </>
  );
}

function NothingTraded({ question, live }: Pick<QuestionChartsProps, "question" | "live">) {
  return takesTrades(question) ? (
    <Empty title="Nothing has been traded yet">
      The line begins with the first trade. {bookText(live)}
    </Empty>
  ) : (
    <Empty title="Nothing was traded">The question closed without a trade.</Empty>
  );
}

/** The chance between bid and ask, while there are both. */
function bookText(live: LiveQuestion | null): string {
  const now = live === null ? null : probabilityOf(live);
  return now === null || now.isLastTrade ? "" : `Now ${percentText(now)} between bid and ask.`;
}
