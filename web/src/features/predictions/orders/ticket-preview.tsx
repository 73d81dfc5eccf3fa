import { FactLine, Facts } from "@/ui/facts";
import { PAYOUT } from "../model/book";
import {
  bought,
  CONTRACTS_MAX,
  coverable,
  type FormFacts,
  type OrderForm,
  readWhole,
} from "../model/order-form";
import css from "../predictions.module.css";
import { whole } from "../question-parts";

interface TicketPreviewProps {
  readonly values: OrderForm;
  readonly facts: FormFacts;
}

/** The rules of the book put beside what is typed; what an order really cost is the server's answer. */
export function TicketPreview({ values, facts }: TicketPreviewProps) {
  const contracts = readWhole(values.contracts, 1, CONTRACTS_MAX, "").value;
  const typed = readWhole(values.price, 1, PAYOUT - 1, "").value;
  const covered = Math.min(contracts ?? 0, coverable(values, facts.held));
  const order = bought(values, typed ?? 50);
  return (
    <div className={css["preview"]}>
      <Facts>
        {contracts !== null && typed !== null ? (
          <FactLine label="Contracts × price at most">
            <span className="figures">
              {whole(contracts)} × {order.price} = {whole(contracts * order.price)} points
            </span>
          </FactLine>
        ) : null}
        {contracts === null ? null : (
          <FactLine label={`Paid if ${order.side.toUpperCase()} is right`}>
            <span className="figures">
              {whole(contracts)} × {PAYOUT} = {whole(contracts * PAYOUT)} points
            </span>
          </FactLine>
        )}
        {covered > 0 ? (
          <FactLine label="Covered by what you hold">
            <span className="figures">up to {whole(covered)}</span>
          </FactLine>
        ) : null}
        <FactLine label="Fee, only when it takes">
          <span>at most 0.50 points a contract</span>
        </FactLine>
      </Facts>
      {values.action === "sell" ? (
        <p>
          Selling {values.side.toUpperCase()}
          {typed === null ? "" : ` at ${typed}`} is sent as buying {order.side.toUpperCase()}
          {typed === null ? "" : ` at ${order.price}`}. Each pair of YES and NO is redeemed at once
          for 100 points, so contracts that you hold reserve nothing.
        </p>
      ) : null}
      <details>
        <summary>What is reserved, and the fee</summary>
        <p>
          A resting order reserves its price for each contract, less the contracts that what you
          hold covers. To be accepted it also needs the highest fee it could pay; that is free again
          once it rests. A better fill gives the rest back. The fee of a taker is 2% of contracts ×
          price × (100 − price) / 100 for each fill, most at 50; it is burned. Makers pay nothing.
        </p>
      </details>
    </div>
  );
}
