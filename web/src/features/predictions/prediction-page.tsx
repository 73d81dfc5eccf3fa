import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useReducer, useRef } from "react";
import { ApiError } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Amount } from "@/ui/amount";
import { Countdown } from "@/ui/countdown";
import { Cell, Figure, Figures, Page, Row } from "@/ui/page";
import { Empty, Failure, Loading, Panel } from "@/ui/panel";
import { openOrdersQuery, questionQuery } from "./api";
import {
  useBook,
  useFreshQuestions,
  useFreshTrades,
  useListening,
  useLiveQuestion,
  useLiveQuestions,
} from "./live-questions";
import { PAYOUT } from "./model/book";
import { FIRST_FORM, formReducer } from "./model/order-form";
import {
  gapOf,
  headlineOf,
  type LiveQuestion,
  nextMoment,
  type Question,
  withLive,
} from "./model/question";
import { DepthChart } from "./orders/depth-chart";
import { OrderBook } from "./orders/order-book";
import { OrderTicket } from "./orders/order-ticket";
import { PointsPanel } from "./points-panel";
import css from "./predictions.module.css";
import { QuestionCharts } from "./question-charts";
import { Probability, StatusChip, whole } from "./question-parts";
import { QuestionRules, QuestionTimeline } from "./question-rules";
import { TradesTable } from "./trades-table";
import { type IndexNow, useIndex } from "./use-index";
import { OwnPart } from "./your-position";

const ALL = <Link to="/predictions">All questions</Link>;

export function PredictionPage() {
  const { marketId } = useParams({ strict: false });
  if (marketId === undefined || !/^[1-9][0-9]{0,9}$/.test(marketId)) return <NoQuestion />;
  return <Loaded key={marketId} marketId={Number(marketId)} />;
}

function NoQuestion() {
  return (
    <Page title="Prediction" actions={ALL}>
      <Empty title="There is no such question">The address may have been typed wrong.</Empty>
    </Page>
  );
}

function Loaded({ marketId }: { readonly marketId: number }) {
  useListening();
  useFreshQuestions(useLiveQuestions());
  const query = useQuery(questionQuery(marketId));
  const failure = useQueryFailure(query);
  const live = useLiveQuestion(marketId);
  useFreshTrades(marketId, live?.volumeContracts ?? null);
  if (failure instanceof ApiError && failure.status === 404) return <NoQuestion />;
  if (!query.data) {
    return (
      <Page title="Prediction" actions={ALL}>
        {failure ? (
          <Failure what="The question" error={failure} onRetry={() => void query.refetch()} />
        ) : (
          <Loading label="the question" lines={10} />
        )}
      </Page>
    );
  }
  return <QuestionView question={withLive(query.data, live)} live={live} />;
}

function useOwnPrices(marketId: number): ReadonlySet<number> {
  const session = useWallet((state) => state.session);
  const enabled = session.signedIn && session.address !== null;
  const { data } = useQuery({ ...openOrdersQuery(session.address ?? ""), enabled });
  const own = (enabled ? (data ?? []) : []).filter((order) => order.marketId === marketId);
  return new Set(own.map(({ side, price }) => (side === "yes" ? price : PAYOUT - price)));
}

interface QuestionViewProps {
  readonly question: Question;
  readonly live: LiveQuestion | null;
}

function QuestionView({ question, live }: QuestionViewProps) {
  const { marketId } = question;
  const index = useIndex(question.acreId);
  const book = useBook(marketId);
  const ownPrices = useOwnPrices(marketId);
  const [values, dispatch] = useReducer(formReducer, FIRST_FORM);
  const isOver = question.status === "resolved" || question.status === "voided";
  const ticketRef = useRef<HTMLDivElement>(null);
  const pick = (yesPrice: number) => {
    dispatch({ kind: "pick", yesPrice });
    ticketRef.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Page
      title={question.title}
      lead={
        <>
          <StatusChip question={question} />
          {ALL}
        </>
      }
    >
      <QuestionFigures question={question} index={index} live={live} />
      <div className={css["detail"]}>
        <Panel title="Charts" hideTitle>
          <QuestionCharts question={question} index={index} live={live} />
        </Panel>
        <div className={css["side"]} ref={ticketRef} style={{ display: "grid" }}>
          <Panel title="Order">
            {isOver ? (
              <Empty title="This question is over">It was paid; your part in it is below.</Empty>
            ) : (
              <OrderTicket question={question} values={values} dispatch={dispatch} />
            )}
          </Panel>
        </div>
        <Row>
          <Cell span={6}>
            <Panel title="Order book">
              <OrderBook
                state={book}
                lastYesPrice={question.lastYesPrice}
                ownPrices={ownPrices}
                onPick={pick}
              />
              {book.book === null || isOver ? null : <DepthChart book={book.book} />}
            </Panel>
          </Cell>
          <Cell span={6}>
            <Panel title="Trades">
              <TradesTable question={question} />
            </Panel>
          </Cell>
        </Row>
      </div>
      <PointsPanel />
      <Panel title="Your part in this question" hideTitle>
        <OwnPart marketId={marketId} isOver={isOver} />
      </Panel>
      <Row>
        <Cell span={6}>
          <Panel title="Rules and source">
            <QuestionRules question={question} />
          </Panel>
        </Cell>
        <Cell span={6}>
          <Panel title="Where it stands">
            <QuestionTimeline question={question} />
          </Panel>
        </Cell>
      </Row>
    </Page>
  );
}

interface QuestionFiguresProps extends QuestionViewProps {
  readonly index: IndexNow | null;
}

const NEXT_NOTE: Readonly<Record<Question["status"], string>> = {
  upcoming: "it can be read, not traded yet",
  open: "orders are taken until then",
  closed: "no more orders; those that were open have expired",
  resolved: "paid and final",
  voided: "paid and final",
};

function nextNote({ status, acreId }: Question): string {
  return status === "open" && acreId !== null
    ? "a slow index: it is published once a day"
    : NEXT_NOTE[status];
}

function QuestionFigures({ question, index, live }: QuestionFiguresProps) {
  const headline = headlineOf(question, live);
  const next = nextMoment(question);
  const decided = question.resolution?.value ?? null;
  const value = decided ?? index?.price ?? null;
  const gap = gapOf(value, question.strike);
  return (
    <Figures label="The question in figures">
      <Figure
        label={question.outcome === null ? "Probability of YES" : "Outcome"}
        note={headline.note}
      >
        <span className="figures">{headline.figure}</span>
        <Probability percent={headline.percent} />
      </Figure>
      {question.strike === null ? null : (
        <Figure
          label={
            decided === null ? `Index of ${index?.name ?? "the question"}` : "Decided by the value"
          }
          note={
            <>
              <Amount value={gap?.gap} kind="PriceE8" trend /> from the strike{" "}
              <Amount value={question.strike} kind="PriceE8" unit="USD" />
            </>
          }
        >
          <Amount value={value} kind="PriceE8" unit="USD" />
        </Figure>
      )}
      <Figure label={next.label} note={nextNote(question)}>
        <span className={css["closing"]}>
          <Countdown untilS={next.atS} done={next.done} />
        </span>
      </Figure>
      <Figure label="Traded" note={`${whole(question.openInterestContracts)} pairs held now`}>
        <span className="figures">{whole(question.volumeContracts)}</span>
      </Figure>
    </Figures>
  );
}
