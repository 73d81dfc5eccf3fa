import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { lazy, Suspense, useReducer, useState } from "react";
import { ApiError } from "@/api/http";
import { useEngineNow } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import { titleOf } from "@/domain/question-title";
import { useIsNarrow } from "@/state/use-media";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Cell, Figure, Figures, Page, Row } from "@/ui/page/page";
import { Empty, Failure, Loading, Panel } from "@/ui/page/panel";
import { Sheet } from "@/ui/page/sheet";
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
import { FIRST_FORM, formReducer, type Side } from "./model/order-form";
import {
  gapOf,
  headlineOf,
  type LiveQuestion,
  nextMoment,
  type Prices,
  pricesOf,
  type Question,
  takesTrades,
  withLive,
} from "./model/question";
import { DepthChart } from "./orders/depth-chart";
import { OrderBook } from "./orders/order-book";
import { OrderTicket } from "./orders/order-ticket";
import { PointsPanel } from "./points-panel";
import css from "./predictions.module.css";
import { QuestionCharts } from "./question-charts";
import { Chance, StatusChip, whole } from "./question-parts";
import { QuestionRules, QuestionTimeline } from "./question-rules";
import { TradesTable } from "./trades-table";
import { type IndexNow, useIndex } from "./use-index";
import { OwnPart } from "./your-position";

const ShareQuestion = lazy(async () => ({
  default: (await import("./share-question")).ShareQuestion,
}));

const ALL = <Link to="/predictions">All questions</Link>;

export function PredictionPage() {
  const { marketId } = useParams({ strict: false });
  if (marketId === undefined || !/^[1-9][0-9]{0,9}$/.test(marketId)) return <NoQuestion />;
  return <Loaded key={marketId} marketId={Number(marketId)} />;
}

function NoQuestion() {
  return (
    <Page title="Prediction" actions={ALL}>
      <Empty title="Question not found">Check the address.</Empty>
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

function useSearchedSide(): Side | null {
  const { side }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return side === "yes" || side === "no" ? side : null;
}

function QuestionView({ question, live }: QuestionViewProps) {
  const { marketId } = question;
  const index = useIndex(question.acreId);
  const nowS = useEngineNow();
  const book = useBook(marketId);
  const ownPrices = useOwnPrices(marketId);
  const wanted = useSearchedSide();
  const isNarrow = useIsNarrow();
  const [values, dispatch] = useReducer(formReducer, { ...FIRST_FORM, side: wanted ?? "yes" });
  const [isSheetOpen, setSheetOpen] = useState(isNarrow && wanted !== null);
  const isOver = question.status === "resolved" || question.status === "voided";
  const prices = pricesOf(live);
  const pick = (yesPrice: number) => {
    dispatch({ kind: "pick", yesPrice });
    setSheetOpen(isNarrow);
  };
  const open = (side: Side) => {
    dispatch({ kind: "set", values: { side } });
    setSheetOpen(true);
  };
  const title = titleOf(question, index?.place ?? null, nowS);
  const ticket = { question, book: book.book, prices, values, dispatch };
  return (
    <Page
      title={title}
      actions={<ShareButton title={title} question={question} live={live} />}
      lead={
        <span className={css["lead"]}>
          <StatusChip question={question} />
          {ALL}
          {index === null ? null : (
            <Link to="/trade/$symbol" params={{ symbol: index.symbol }}>
              Trade the index
            </Link>
          )}
          {takesTrades(question) ? (
            <Link to="/alerts" search={{ question: marketId } as never}>
              Set an alert
            </Link>
          ) : null}
        </span>
      }
    >
      <div className={css["detail"]}>
        <div className={css["main"]}>
          <QuestionFigures question={question} index={index} live={live} />
          <Panel title="Charts" hideTitle>
            <QuestionCharts question={question} index={index} live={live} />
          </Panel>
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
        {isNarrow && !isOver ? null : (
          <div className={css["side"]}>
            <Panel title="Order" hideTitle>
              {isOver ? <Over /> : <OrderTicket {...ticket} />}
            </Panel>
          </div>
        )}
      </div>
      <PointsPanel isBare />
      <Panel title="Your activity in this question" hideTitle>
        <OwnPart marketId={marketId} isOver={isOver} />
      </Panel>
      <Row>
        <Cell span={6}>
          <Panel title="Rules and source">
            <QuestionRules question={question} />
          </Panel>
        </Cell>
        <Cell span={6}>
          <Panel title="Timeline">
            <QuestionTimeline question={question} />
          </Panel>
        </Cell>
      </Row>
      {isNarrow && !isOver ? <SideBar prices={prices} onOpen={open} /> : null}
      {isNarrow && !isOver ? (
        <Sheet title={title} fits open={isSheetOpen} onOpenChange={setSheetOpen}>
          <OrderTicket {...ticket} />
        </Sheet>
      ) : null}
    </Page>
  );
}

interface ShareButtonProps extends QuestionViewProps {
  readonly title: string;
}

/** Opens the share card of the question. */
function ShareButton(props: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        <Share2 size={14} aria-hidden="true" /> Share
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareQuestion {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Over() {
  return <Empty title="This question is over">It is paid. See your activity below.</Empty>;
}

/** On phones both sides stay at the lower edge; the ticket opens in a sheet. */
function SideBar({
  prices,
  onOpen,
}: {
  readonly prices: Prices;
  readonly onOpen: (side: Side) => void;
}) {
  return (
    <div className={css["bottom"]} data-bottom-bar="">
      {(["yes", "no"] as const).map((side) => (
        <Button
          key={side}
          look={side === "yes" ? "accent" : "plain"}
          size="large"
          onClick={() => onOpen(side)}
        >
          {side.toUpperCase()} <span className="figures">{prices[side] ?? "–"}</span>
        </Button>
      ))}
    </div>
  );
}

interface QuestionFiguresProps extends QuestionViewProps {
  readonly index: IndexNow | null;
}

const NEXT_NOTE: Readonly<Record<Question["status"], string>> = {
  upcoming: "Not open yet",
  open: "Updates daily",
  closed: "No more orders",
  resolved: "Paid and final",
  voided: "Paid and final",
};

function QuestionFigures({ question, index, live }: QuestionFiguresProps) {
  const headline = headlineOf(question, live);
  const isOpen = question.outcome === null;
  const next = nextMoment(question);
  const decided = question.resolution?.value ?? null;
  const value = decided ?? index?.price ?? null;
  const gap = gapOf(value, question.strike);
  return (
    <Figures label="The question in figures">
      <Figure label={isOpen ? "YES" : "Outcome"} note={isOpen ? undefined : headline.note}>
        <span className="figures">{headline.figure}</span>{" "}
        {isOpen ? <span className="quiet">{headline.note}</span> : null}
        <Chance percent={headline.percent} />
      </Figure>
      {question.strike === null ? null : (
        <>
          <Figure label="Target">
            <Amount value={question.strike} kind="PriceE8" unit="USD" />
          </Figure>
          <Figure
            label={decided === null ? `${index?.place ?? "Index"} now` : "Result"}
            note={
              <>
                <Amount value={gap?.gap} kind="PriceE8" trend /> from target
              </>
            }
          >
            <Amount value={value} kind="PriceE8" unit="USD" />
          </Figure>
        </>
      )}
      <Figure label={next.label} note={NEXT_NOTE[question.status]}>
        <span className={css["closing"]}>
          <Countdown untilS={next.atS} done={next.done} />
        </span>
      </Figure>
      <Figure label="Volume" note={`Open interest ${whole(question.openInterestContracts)}`}>
        <span className="figures">{whole(question.volumeContracts)}</span>
      </Figure>
    </Figures>
  );
}
