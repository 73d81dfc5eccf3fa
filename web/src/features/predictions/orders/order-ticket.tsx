import { useQuery } from "@tanstack/react-query";
import { type Dispatch, useState } from "react";
import { useEngineNow } from "@/api/live";
import type { PlacedOrder } from "@/generated/api";
import { showResult } from "@/state/toast";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import form from "@/ui/form/form.module.css";
import { pointsQuery, positionsQuery, readOrder } from "../api";
import { type Book, PAYOUT } from "../model/book";
import { checkForm, type FormFacts, orderWords } from "../model/check-order";
import { type FormChange, type OrderForm, other } from "../model/order-form";
import { type Outcome, outcomeOf } from "../model/order-words";
import type { Prices, Question } from "../model/question";
import { type Joining, useJoin } from "../use-join";
import css from "./ticket.module.css";
import { TicketFields } from "./ticket-fields";
import { TicketDetails, TicketPreview } from "./ticket-preview";
import { useWrite } from "./use-write";
import type { WriteResult } from "./write";
import { WriteNote } from "./write-note";

interface OrderTicketProps {
  readonly question: Question;
  readonly book: Book | null;
  /** What a contract of each side costs its buyer. */
  readonly prices: Prices;
  readonly values: OrderForm;
  readonly dispatch: Dispatch<FormChange>;
}

function useFacts(question: Question, book: Book | null, address: string | null): FormFacts {
  const nowS = useEngineNow();
  const enabled = address !== null;
  const points = useQuery({ ...pointsQuery(address ?? ""), enabled }).data;
  const positions = useQuery({ ...positionsQuery(address ?? ""), enabled }).data;
  const held = (side: "yes" | "no") =>
    (enabled ? positions : undefined)?.find(
      (row) => row.marketId === question.marketId && row.side === side && row.payout === null,
    )?.contracts ?? 0;
  return {
    nowS,
    closesAtS: question.closesAt,
    availableE6: enabled ? (points?.available ?? null) : null,
    openE6: enabled ? (points?.open ?? null) : null,
    held: { yes: held("yes"), no: held("no") },
    book,
  };
}

/** Why no order can be sent now; null while the question is open. */
function closedText(question: Question, nowS: number | null): string | null {
  if (question.status === "upcoming") return "This question has not opened yet.";
  const isOver = question.status !== "open" || (nowS !== null && nowS >= question.closesAt);
  return isOver ? "This question is closed for orders." : null;
}

/** A sale takes the bids for its side: what the other side leaves of 100. */
function sellPrices(prices: Prices): Prices {
  const rest = (price: number | null) => (price === null ? null : PAYOUT - price);
  return { yes: rest(prices[other("yes")]), no: rest(prices[other("no")]) };
}

/** The order ticket; one wallet's outcome is hidden from the next wallet. */
export function OrderTicket(props: OrderTicketProps) {
  const address = useWallet((state) => state.session.address);
  return <Ticket key={address} {...props} />;
}

/** Validates the input, sends it once, and shows the exchange's answer. */
function Ticket({ question, book, prices, values, dispatch }: OrderTicketProps) {
  const session = useWallet((state) => state.session);
  const address = session.signedIn ? session.address : null;
  const facts = useFacts(question, book, address);
  const checked = checkForm(values, facts);
  const closed = closedText(question, facts.nowS);
  const writer = useWrite(address ?? "");
  const joining = useJoin(address);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const isWaiting = writer.state.status === "sending" || writer.state.status === "lost";

  const receive = (result: WriteResult | null) => {
    if (result?.status !== "done") return;
    const order = readOrder((result.answer as { readonly order: PlacedOrder }).order);
    const done = outcomeOf(order, values);
    setOutcome(done);
    showResult({
      command: "Prediction order",
      tone: done.isFilled || order.remainingContracts > 0 ? "success" : "info",
      title: done.title,
      text: done.detail,
    });
    dispatch({ kind: "placed" });
  };
  const submit = async () => {
    if (checked.body === null || address === null || closed !== null) return;
    setOutcome(null);
    receive(await writer.send(`/predictions/markets/${question.marketId}/orders`, checked.body));
  };
  return (
    <form
      className={css["ticket"]}
      aria-label="Order"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={css["scroll"]}>
        <TicketFields
          values={values}
          errors={checked.errors}
          facts={facts}
          prices={values.action === "buy" ? prices : sellPrices(prices)}
          isDisabled={isWaiting}
          dispatch={(change) => {
            writer.clear();
            setOutcome(null);
            dispatch(change);
          }}
        />
        <TicketDetails values={values} estimate={checked.estimate} />
      </div>
      <div className={css["foot"]}>
        <WriteNote writer={writer} what="The order" onAnswer={receive} />
        <WriteNote writer={joining.writer} what="Joining" />
        {closed === null ? null : <p className={form["problem"]}>{closed}</p>}
        <p role="status" className={css["done"]}>
          {outcome === null ? "" : `${outcome.title}. ${outcome.detail}`}
        </p>
        {outcome === null ? <TicketPreview values={values} estimate={checked.estimate} /> : null}
        <Submit
          label={writer.isBusy ? "Sending…" : orderWords(values, checked.estimate)}
          isDisabled={checked.body === null || closed !== null || isWaiting}
          joining={joining}
        />
      </div>
    </form>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly joining: Joining;
}

/** Sends the order, or leads to what is missing: a wallet, a session, points. */
function Submit({ label, isDisabled, joining }: SubmitProps) {
  const { session, isReady } = useWallet();
  if (session.address === null) {
    return (
      <Button look="accent" size="large" disabled={!isReady} onClick={session.openConnectDialog}>
        Connect wallet
      </Button>
    );
  }
  if (!session.signedIn) {
    return (
      <Button look="accent" size="large" onClick={() => void session.signIn()}>
        Sign in to trade
      </Button>
    );
  }
  if (joining.isNeeded) {
    const { writer, join } = joining;
    return (
      <Button look="accent" size="large" disabled={writer.isBusy} onClick={() => void join()}>
        {writer.isBusy ? "Joining…" : "Get 10,000 free points"}
      </Button>
    );
  }
  return (
    <Button type="submit" look="accent" size="large" disabled={isDisabled}>
      {label}
    </Button>
  );
}
