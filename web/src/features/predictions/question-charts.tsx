import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toDrawing } from "@/lib/format";
import { type ChartWindow, priceFeedQuery } from "@/lib/queries";
import { useQueryFailure } from "@/lib/query-failure";
import { Bar, Prose } from "@/ui/page";
import { Empty, Failure, Loading } from "@/ui/panel";
import { SeriesChart } from "@/ui/series-chart";
import { Tabs } from "@/ui/tabs";
import type { Question } from "./model/question";
import type { Track } from "./model/track";
import { Segments } from "./segments";
import type { IndexNow } from "./use-index";

const HEIGHT = 300;
const WINDOWS: readonly { readonly id: ChartWindow; readonly label: string }[] = [
  { id: "1m", label: "1M" },
  { id: "3m", label: "3M" },
  { id: "1y", label: "1Y" },
  { id: "5y", label: "5Y" },
];

interface QuestionChartsProps {
  readonly question: Question;
  readonly index: IndexNow | null;
  readonly track: Track | null;
}

export function QuestionCharts({ question, index, track }: QuestionChartsProps) {
  const [tab, setTab] = useState(question.acreId === null ? "probability" : "index");
  const probability = {
    id: "probability",
    label: "Probability",
    content: <ProbabilityChart track={track} />,
  };
  const ofIndex = {
    id: "index",
    label: "Index and strike",
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
        : [{ value: toDrawing(strike, "PriceE8"), label: "Strike", color: "yes" }]),
      ...(value === null
        ? []
        : [{ value: toDrawing(value, "PriceE8"), label: "Decided by", color: "no" }]),
    ],
    [strike, value],
  );
  return (
    <>
      <Bar>
        <Segments label="Time span" options={WINDOWS} value={window} onChange={setWindow} />
      </Bar>
      {failure ? (
        <Failure what="The index" error={failure} onRetry={() => void query.refetch()} />
      ) : null}
      {points === undefined && !failure ? <Loading label="the index" lines={8} /> : null}
      {points ? (
        <SeriesChart
          label={`The index of ${index.name} with the strike as a line`}
          series={series}
          marks={marks}
          format={asPrice}
          height={HEIGHT}
        />
      ) : null}
    </>
  );
}

const asPercent = (value: number) => `${Math.round(value * 10) / 10}%`;

/** The platform keeps no past of books: the line begins when the page was opened. */
function ProbabilityChart({ track }: { readonly track: Track | null }) {
  const points = track?.points;
  const series = useMemo(
    () => [
      {
        name: "Probability of YES",
        style: "line" as const,
        color: "yes",
        points: (points ?? []).map(({ atS, percent }) => ({ time: atS, value: percent })),
      },
    ],
    [points],
  );
  if (!points || points.length < 2) {
    return (
      <Empty title="The probability has not moved yet">
        It is drawn from the moment you opened this page: the middle of bid and offer, else the last
        trade.
      </Empty>
    );
  }
  return (
    <>
      <Prose>
        <p>Since you opened this page: the middle of bid and offer, else the last trade.</p>
      </Prose>
      <SeriesChart
        label="The probability of YES since the page was opened"
        series={series}
        format={asPercent}
        height={HEIGHT}
      />
    </>
  );
}
