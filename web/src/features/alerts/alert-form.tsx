import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { marginAccountsQuery, summariesQuery } from "@/api/queries";
import { checkAmount } from "@/domain/amount-field";
import { engineClock } from "@/domain/clock";
import { nullable, parsePrice } from "@/domain/parse";
import { shortPlace, titleOf } from "@/domain/question-title";
import type { AlertBody } from "@/generated/api";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/form/form";
import { Segmented } from "@/ui/form/segmented";
import { Select } from "@/ui/form/select";
import css from "./alerts.module.css";
import { addAlert, questionsQuery } from "./api";
import type { Prefill } from "./model/prefill";
import { leadWords } from "./model/words";
import { useSaving } from "./use-saving";

type Kind = "price" | "priceMove" | "healthBelow" | "questionClosing" | "paid";

const KINDS = [
  { value: "price", label: "Price" },
  { value: "priceMove", label: "Move" },
  { value: "healthBelow", label: "Margin" },
  { value: "questionClosing", label: "Question" },
  { value: "paid", label: "Withdrawal" },
] as const;
const MOVES = [
  { value: "50", label: "0.5% or more" },
  { value: "100", label: "1% or more" },
  { value: "200", label: "2% or more" },
  { value: "500", label: "5% or more" },
] as const;
const HEALTHS = [
  { value: "1.2", label: "Below 1.2×" },
  { value: "1.5", label: "Below 1.5×" },
  { value: "2", label: "Below 2×" },
  { value: "3", label: "Below 3×" },
] as const;

const LEADS = [3_600, 43_200, 86_400, 259_200, 604_800] as const;
const LEAD_OPTIONS = LEADS.map((leadS) => ({ value: String(leadS), label: leadWords(leadS) }));

interface Draft {
  readonly market: string;
  readonly price: string;
  readonly move: (typeof MOVES)[number]["value"];
  readonly account: string;
  readonly health: (typeof HEALTHS)[number]["value"];
  readonly question: string;
  readonly lead: string;
}

/** The body to send, or the sentence that says what is missing. */
function bodyOf(kind: Kind, draft: Draft): AlertBody | string {
  const marketId = Number(draft.market);
  switch (kind) {
    case "price": {
      const checked = checkAmount(draft.price, { kind: "PriceE8", unit: "USD" });
      if (checked.value === null) return checked.error ?? "Enter a price.";
      return { kind, marketId, price: checked.value.toString() };
    }
    case "priceMove":
      return { kind, marketId, moveBp: Number(draft.move) };
    case "healthBelow":
      if (draft.account === "") return "Open a margin account first.";
      return { kind, marginAccountId: Number(draft.account), health: draft.health };
    case "questionClosing":
      if (draft.question === "") return "No open questions.";
      return { kind, predictionMarketId: Number(draft.question), leadS: Number(draft.lead) };
    case "paid":
      return { kind };
  }
}

interface AlertFormProps {
  readonly address: string;
  readonly prefill: Prefill;
}

export function AlertForm({ address, prefill }: AlertFormProps) {
  const client = useQueryClient();
  const saving = useSaving();
  const markets = useQuery(summariesQuery).data ?? [];
  const accounts = useQuery(marginAccountsQuery(address)).data ?? [];
  const [kind, setKind] = useState<Kind>(prefill.kind);
  const questions = useQuestions(kind === "questionClosing");
  const [isChecked, setIsChecked] = useState(false);
  const [given, setGiven] = useState<Draft>({
    market: "",
    price: prefill.price,
    move: "100",
    account: "",
    health: "1.5",
    question: prefill.question ?? "",
    lead: "86400",
  });
  const first = markets.find(({ symbol }) => symbol === prefill.symbol) ?? markets[0];
  const draft: Draft = {
    ...given,
    market: given.market || String(first?.marketId ?? ""),
    account: given.account || String(accounts[0]?.id ?? ""),
    question:
      (questions.find(({ value }) => value === given.question) ?? questions[0])?.value ?? "",
  };
  const set = (change: Partial<Draft>) => setGiven({ ...given, ...change });
  const body = bodyOf(kind, draft);
  const error = isChecked && typeof body === "string" ? body : null;
  const send = () => {
    setIsChecked(true);
    if (typeof body === "string") return;
    saving.run(
      () => addAlert(client, address, body),
      () => {
        set({ price: "" });
        setIsChecked(false);
      },
    );
  };
  return (
    <form
      className={css["form"]}
      aria-label="New alert"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Segmented label="Kind" options={KINDS} value={kind} onChange={setKind} />
      {(kind === "price" || kind === "priceMove") && (
        <Select
          label="Market"
          options={markets.map(({ marketId, name }) => ({ value: String(marketId), label: name }))}
          value={draft.market}
          onChange={(market) => set({ market })}
        />
      )}
      {kind === "price" && (
        <TextField
          label="Index price reaches"
          unit="USD"
          value={draft.price}
          onChange={(price) => set({ price })}
          error={error}
          isDisabled={saving.isBusy}
        />
      )}
      {kind === "priceMove" && (
        <Select
          label="Change in one price update"
          options={MOVES}
          value={draft.move}
          onChange={(move) => set({ move })}
        />
      )}
      {kind === "healthBelow" && (
        <>
          <Select
            label="Account"
            options={accounts.map(({ id, name }) => ({
              value: String(id),
              label: name || `Account ${id}`,
            }))}
            value={draft.account}
            onChange={(account) => set({ account })}
          />
          <Select
            label="Health"
            options={HEALTHS}
            value={draft.health}
            onChange={(health) => set({ health })}
          />
          {error !== null && <p role="alert">{error}</p>}
        </>
      )}
      {kind === "questionClosing" && (
        <>
          <Select
            label="Question"
            options={questions}
            value={draft.question}
            onChange={(question) => set({ question })}
          />
          <Select
            label="Before it closes"
            options={LEAD_OPTIONS}
            value={draft.lead}
            onChange={(lead) => set({ lead })}
          />
          {engineClock.rate > 1 && <p className="quiet">In demo time.</p>}
          {error !== null && <p role="alert">{error}</p>}
        </>
      )}
      {kind === "paid" && <p className="quiet">Each withdrawal, when it arrives in your wallet.</p>}
      {saving.error !== null && <p role="alert">{saving.error}</p>}
      <Button type="submit" look="accent" disabled={saving.isBusy}>
        Set alert
      </Button>
    </form>
  );
}

/** Questions that may still close, titled as on their pages, the next one first. */
function useQuestions(isShown: boolean): readonly { value: string; label: string }[] {
  const markets = useQuery(summariesQuery).data ?? [];
  const { data } = useQuery({ ...questionsQuery, enabled: isShown });
  const names = markets.map(({ name }) => name);
  const nowS = engineClock.now();
  return [...(data ?? [])]
    .sort((a, b) => a.closesAt - b.closesAt || a.marketId - b.marketId)
    .map((question) => {
      const market = markets.find(({ acreId }) => acreId === question.acreId);
      const place = market === undefined ? null : shortPlace(market.name, names);
      const titled = { ...question, strike: nullable(parsePrice)(question.strike) };
      return { value: String(question.marketId), label: titleOf(titled, place, nowS) };
    });
}
