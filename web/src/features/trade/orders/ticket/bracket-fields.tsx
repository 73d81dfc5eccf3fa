import { useQuery } from "@tanstack/react-query";
import { parseInput, toWire } from "@/domain/parse";
import { useDebounced } from "@/state/use-debounced";
import { Amount } from "@/ui/figures/amount";
import { CheckField } from "@/ui/form/form";
import { Term } from "@/ui/term";
import css from "../../ticket/ticket.module.css";
import { NOTICE_ID } from "../../ticket/ticket-notice-line";
import type { Ticket } from "../../ticket/use-ticket";
import { orderQuoteQuery } from "../api";

export interface BracketFieldsProps {
  readonly form: Ticket;
  readonly error: string | null;
  /** With the loss at the stop, where the outcome of the order does not say it. */
  readonly hasLoss?: boolean;
}

/** Prices at which the position of this order is closed again, both on the index. */
export function BracketFields({ form, error, hasLoss = false }: BracketFieldsProps) {
  const { ticket, act, addsExposure } = form;
  const { bracket } = ticket;
  const change = (next: Partial<typeof bracket>) => act({ type: "bracket", change: next });
  if (!addsExposure) return null;
  return (
    <div className={css["amount"]}>
      <CheckField
        label="Take profit / stop loss"
        isChecked={bracket.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      {bracket.isOn ? (
        <>
          <p className={css["row"]}>
            <Term id="bracket">The first that fills cancels the other.</Term>
          </p>
          <PriceField
            label="Take profit"
            text={bracket.targetText}
            isBad={error?.startsWith("Take") ?? false}
            onChange={(targetText) => change({ targetText })}
          />
          <PriceField
            label="Stop loss"
            text={bracket.stopText}
            isBad={error?.startsWith("Stop") ?? false}
            onChange={(stopText) => change({ stopText })}
          />
          {hasLoss ? <LossLine form={form} isOff={error !== null} /> : null}
        </>
      ) : null}
    </div>
  );
}

interface PriceFieldProps {
  readonly label: string;
  readonly text: string;
  readonly isBad: boolean;
  readonly onChange: (text: string) => void;
}

/** A price in dollars; what is wrong with it stands in the ticket's notice. */
export function PriceField({ label, text, isBad, onChange }: PriceFieldProps) {
  return (
    <label className={css["row"]}>
      {label}
      <span className={css["percentBox"]}>
        <input
          className="figures"
          data-wide="true"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={text}
          aria-invalid={isBad}
          aria-describedby={isBad ? NOTICE_ID : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        USD
      </span>
    </label>
  );
}

/** From the fill to the stop, with the fees of both, by the server's quote. */
function LossLine({ form, isOff }: { readonly form: Ticket; readonly isOff: boolean }) {
  const { address, input, ticket } = form;
  const stop = parseInput(ticket.bracket.stopText, "PriceE8");
  const asked = useDebounced(
    isOff || input === null || stop === null
      ? null
      : { ...input, orderType: "auction" as const, stopPrice: toWire(stop) },
    180,
  );
  const { data } = useQuery({
    ...orderQuoteQuery(address ?? "", asked ?? EMPTY),
    enabled: asked !== null,
  });
  return (
    <p className={css["row"]}>
      Loss at the stop, fees included
      <Amount value={asked === null ? null : data?.lossToStop} kind="CollateralE6" unit="USD" />
    </p>
  );
}

const EMPTY = { marginAccountId: 0, marketId: 0, orderType: "auction" } as const;
