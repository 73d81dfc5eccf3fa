import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { priceFeedQuery } from "@/api/queries";
import { toDrawing } from "@/domain/format";
import { Amount } from "@/ui/amount";
import { Countdown } from "@/ui/countdown";
import { FactLine, Facts } from "@/ui/facts";
import type { Position } from "./api";
import { gapOf, headlineOf, type LiveQuestion, nextMoment, type Question } from "./model/question";
import { spark } from "./model/spark";
import css from "./predictions.module.css";
import { Probability, StatusChip, WholeDates, whole } from "./question-parts";
import { type IndexNow, useIndex } from "./use-index";

interface QuestionCardProps {
  readonly question: Question;
  readonly live: LiveQuestion | null;
  readonly position: Position | null;
  readonly openOrders: number;
}

export function QuestionCard({ question, live, position, openOrders }: QuestionCardProps) {
  const index = useIndex(question.acreId);
  const headline = headlineOf(question, live);
  const next = nextMoment(question);
  return (
    <li className={css["card"]}>
      <p>
        <StatusChip question={question} />
        <OwnMark position={position} openOrders={openOrders} />
      </p>
      <h2 className={css["question"]}>
        <Link to="/predictions/$marketId" params={{ marketId: String(question.marketId) }}>
          <WholeDates text={question.title} />
        </Link>
      </h2>
      <div className={css["split"]}>
        <div>
          <strong className={`figures ${css["percent"]}`}>{headline.figure}</strong>
          <span className="quiet"> {headline.note}</span>
        </div>
        {index === null ? null : <StrikeSpark index={index} question={question} />}
      </div>
      <Probability percent={headline.percent} />
      <Facts>
        {question.strike === null ? null : <IndexFacts index={index} question={question} />}
        <FactLine label="Volume">
          <span className="figures">{whole(question.volumeContracts)} contracts</span>
        </FactLine>
        <FactLine label={next.label}>
          <Countdown untilS={next.atS} done={next.done} />
        </FactLine>
      </Facts>
    </li>
  );
}

function OwnMark({ position, openOrders }: Pick<QuestionCardProps, "position" | "openOrders">) {
  return (
    <>
      {position ? (
        <span className={`${css["chip"]} ${css["own"]}`}>
          You hold {whole(position.contracts)} {position.side.toUpperCase()}
          {position.payout === null ? "" : ", paid"}
        </span>
      ) : null}
      {openOrders > 0 ? (
        <span className={`${css["chip"]} ${css["own"]}`}>
          {openOrders} open {openOrders === 1 ? "order" : "orders"}
        </span>
      ) : null}
    </>
  );
}

/** The strike, said in words, and where the index stands to it. */
function IndexFacts({
  index,
  question,
}: {
  readonly index: IndexNow | null;
  readonly question: Question;
}) {
  const decided = question.resolution?.value ?? null;
  const value = decided ?? index?.price ?? null;
  const gap = gapOf(value, question.strike);
  return (
    <>
      <FactLine label="Strike, the level in question">
        <Amount value={question.strike} kind="PriceE8" unit="USD" />
      </FactLine>
      <FactLine label={`${decided === null ? "Index now" : "Decided by"}, from the strike`}>
        <Amount value={value} kind="PriceE8" unit="USD" />{" "}
        <Amount value={gap?.gap} kind="PriceE8" trend />
      </FactLine>
    </>
  );
}

const WIDTH = 96;
const HEIGHT = 36;

/** Three months of the index and the strike; decorative, the figures say the same. */
function StrikeSpark({
  index,
  question,
}: {
  readonly index: IndexNow;
  readonly question: Question;
}) {
  const { data } = useQuery(priceFeedQuery(index.symbol, "3m"));
  const values = (data ?? []).map(({ value }) => toDrawing(value, "PriceE8"));
  const strike = question.strike === null ? null : toDrawing(question.strike, "PriceE8");
  const { path, strikeY } = spark(values, strike, WIDTH, HEIGHT);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
      {strikeY === null ? null : (
        <line
          x2={WIDTH}
          y1={strikeY}
          y2={strikeY}
          stroke="var(--control-border)"
          strokeDasharray="3 3"
        />
      )}
      <path d={path} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
    </svg>
  );
}
