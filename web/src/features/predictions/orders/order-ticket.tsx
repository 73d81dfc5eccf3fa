import { useQuery } from "@tanstack/react-query";
import { type Dispatch, useState } from "react";
import { useEngineNow } from "@/api/live";
import type { PlacedOrder } from "@/generated/api";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import form from "@/ui/form.module.css";
import { type Order, pointsQuery, positionsQuery, readOrder } from "../api";
import {
  checkForm,
  type FormChange,
  type FormFacts,
  type OrderForm,
  orderWords,
} from "../model/order-form";
import { placedWords } from "../model/order-words";
import type { Question } from "../model/question";
import css from "../predictions.module.css";
import { TicketFields } from "./ticket-fields";
import { TicketPreview } from "./ticket-preview";
import { useWrite } from "./use-write";
import type { WriteResult } from "./write";
import { WriteNote } from "./write-note";

interface OrderTicketProps {
  readonly question: Question;
  readonly values: OrderForm;
  readonly dispatch: Dispatch<FormChange>;
}

function useFacts(question: Question, address: string | null): FormFacts {
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
  };
}

/** Why no order can be sent now; null while the question is open. */
function closedText(question: Question, nowS: number | null): string | null {
  if (question.status === "upcoming") return "This question has not opened yet.";
  const isOver = question.status !== "open" || (nowS !== null && nowS >= question.closesAt);
  return isOver
    ? "This question is closed for orders. What you typed is kept, nothing is sent."
    : null;
}

/** The order box; one wallet's outcome is hidden from the next wallet. */
export function OrderTicket(props: OrderTicketProps) {
  const address = useWallet((state) => state.session.address);
  return <Ticket key={address} {...props} />;
}

/** Validates the input, sends it once, and shows the exchange's answer. */
function Ticket({ question, values, dispatch }: OrderTicketProps) {
  const session = useWallet((state) => state.session);
  const address = session.signedIn ? session.address : null;
  const facts = useFacts(question, address);
  const checked = checkForm(values, facts);
  const closed = closedText(question, facts.nowS);
  const writer = useWrite(address ?? "");
  const [placed, setPlaced] = useState<Order | null>(null);
  const isWaiting = writer.state.status === "sending" || writer.state.status === "lost";

  const take = (result: WriteResult | null) => {
    if (result?.status !== "done") return;
    setPlaced(readOrder((result.answer as { readonly order: PlacedOrder }).order));
    dispatch({ kind: "placed" });
  };
  const submit = async () => {
    if (checked.body === null || address === null || closed !== null) return;
    setPlaced(null);
    take(await writer.send(`/predictions/markets/${question.marketId}/orders`, checked.body));
  };
  return (
    <form
      className={`${form["form"]} ${css["ticket"]}`}
      aria-label="Order"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TicketFields
        values={values}
        errors={checked.errors}
        held={facts.held}
        isDisabled={isWaiting}
        dispatch={(change) => {
          writer.clear();
          dispatch(change);
        }}
      />
      <TicketPreview values={values} facts={facts} />
      <WriteNote writer={writer} what="The order" onAnswer={take} />
      {closed === null ? null : <p className={form["problem"]}>{closed}</p>}
      <Submit
        label={writer.isBusy ? "Sending…" : orderWords(values)}
        isDisabled={checked.body === null || closed !== null || isWaiting}
        side={values.side}
      />
      <p role="status">{placed === null ? "" : placedWords(placed)}</p>
    </form>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly side: "yes" | "no";
}

/** Sends the order, or leads to what is missing: a wallet, a session. */
function Submit({ label, isDisabled, side }: SubmitProps) {
  const { session, isReady } = useWallet();
  if (session.address === null) {
    return (
      <Button look="accent" size="large" disabled={!isReady} onClick={session.openConnectDialog}>
        Connect a wallet to trade
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
  return (
    <Button
      type="submit"
      look="accent"
      size="large"
      style={isDisabled ? undefined : { background: `var(--${side})` }}
      disabled={isDisabled}
    >
      {label}
    </Button>
  );
}
