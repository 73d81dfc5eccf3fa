import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEngineNow } from "@/api/live";
import { priceFeedQuery } from "@/api/queries";
import { toDrawing } from "@/domain/format";
import { targetOf } from "@/domain/question-title";
import { Sparkline } from "@/ui/charts/sparkline";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Stamp } from "@/ui/map/stamp";
import type { Order, Position } from "./api";
import {
  type QuestionGroup as Group,
  headlineOf,
  type LiveQuestion,
  nextMoment,
  pricesOf,
  type Question,
} from "./model/question";
import css from "./question-list.module.css";
import { Chance, whole } from "./question-parts";
import { type IndexNow, useIndex } from "./use-index";

/** What the wallet has in the questions. */
export interface Own {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
}

interface QuestionGroupProps {
  readonly group: Group;
  readonly live: ReadonlyMap<number, LiveQuestion>;
  readonly own: Own;
}

/** The questions about one index as a ladder of targets. */
export function QuestionGroup({ group, live, own }: QuestionGroupProps) {
  const index = useIndex(group.acreId);
  return (
    <section className={css["group"]} aria-label={index?.name ?? "Other questions"}>
      <header className={css["head"]}>
        {index === null ? (
          <h2>{group.acreId === null ? "Other questions" : `Index ${group.acreId}`}</h2>
        ) : (
          <IndexHead index={index} />
        )}
      </header>
      <ul>
        {group.questions.map((question) => (
          <QuestionRow
            key={question.marketId}
            question={question}
            live={live.get(question.marketId) ?? null}
            own={own}
          />
        ))}
      </ul>
    </section>
  );
}

function IndexHead({ index }: { readonly index: IndexNow }) {
  const { data } = useQuery(priceFeedQuery(index.symbol, "3m"));
  const values = (data ?? []).map(({ value }) => toDrawing(value, "PriceE8"));
  return (
    <>
      <Stamp state={index.state} longitude={index.longitude} latitude={index.latitude} size={32} />
      <div className={css["name"]}>
        <h2>{index.name}</h2>
        <Link to="/trade/$symbol" params={{ symbol: index.symbol }}>
          Trade the index
        </Link>
      </div>
      <span title="Last 3 months">
        <Sparkline values={values} width={80} height={28} />
      </span>
      <div className={css["now"]}>
        <Amount value={index.price} kind="PriceE8" unit="USD" />
        <span className="quiet">now</span>
      </div>
    </>
  );
}

interface QuestionRowProps {
  readonly question: Question;
  readonly live: LiveQuestion | null;
  readonly own: Own;
}

function QuestionRow({ question, live, own }: QuestionRowProps) {
  const nowS = useEngineNow();
  const headline = headlineOf(question, live);
  const next = nextMoment(question);
  return (
    <li className={css["row"]}>
      <div className={css["target"]}>
        <Link to="/predictions/$marketId" params={{ marketId: String(question.marketId) }}>
          {targetOf(question, nowS) ?? question.title}
        </Link>
        <span className="quiet">
          {next.label} <Countdown untilS={next.atS} done={next.done} />
        </span>
        <OwnMarks question={question} own={own} />
      </div>
      <div className={css["figure"]}>
        <span>
          <strong className="figures">{headline.figure}</strong>{" "}
          <span className="quiet">{headline.note}</span>
        </span>
        <Chance percent={headline.percent} />
      </div>
      <div className={css["volume"]}>
        <span className="figures">{whole(question.volumeContracts)}</span>
        <span className="quiet">volume</span>
      </div>
      {question.status === "open" ? <Sides question={question} live={live} /> : null}
    </li>
  );
}

/** Both sides with the price of a contract; each leads to the ticket of that side. */
function Sides({ question, live }: Pick<QuestionRowProps, "question" | "live">) {
  const prices = pricesOf(live);
  return (
    <div className={css["sides"]}>
      {(["yes", "no"] as const).map((side) => (
        <Link
          key={side}
          to="/predictions/$marketId"
          params={{ marketId: String(question.marketId) }}
          search={{ side }}
          data-side={side}
        >
          {side.toUpperCase()} <span className="figures">{prices[side] ?? "–"}</span>
        </Link>
      ))}
    </div>
  );
}

function OwnMarks({ question, own }: Pick<QuestionRowProps, "question" | "own">) {
  const isHere = ({ marketId }: { readonly marketId: number }) => marketId === question.marketId;
  const orders = own.orders.filter(isHere).length;
  const held = own.positions.filter(isHere);
  if (orders === 0 && held.length === 0) return null;
  return (
    <span className={css["own"]}>
      {held.map(({ side, contracts, payout }) => (
        <span key={side}>
          You hold {whole(contracts)} {side.toUpperCase()}
          {payout === null ? "" : ", paid"}
        </span>
      ))}
      {orders > 0 ? (
        <span>
          {orders} open {orders === 1 ? "order" : "orders"}
        </span>
      ) : null}
    </span>
  );
}
