import type { PointsE6 } from "@/domain/amounts";
import { formatRaw } from "@/domain/format";
import { FactLine, Facts } from "@/ui/figures/facts";
import type { Estimate } from "../model/check-order";
import { oddsE2, payoutOf } from "../model/cost";
import type { OrderForm } from "../model/order-form";
import { pointsText } from "../model/order-words";
import { whole } from "../question-parts";
import css from "./ticket.module.css";

interface TicketPreviewProps {
  readonly values: OrderForm;
  readonly estimate: Estimate | null;
}

/** "Pay 553.28 → win 900 (+346.72)"; the server's answer says what an order really cost. */
export function TicketPreview({ values, estimate }: TicketPreviewProps) {
  if (estimate === null) return <p className={css["outcome"]} />;
  const { points, payout, redeemed } = estimate;
  const limit = values.type === "limit" ? "at most " : "";
  if (values.action === "sell") {
    return (
      <p className={css["outcome"]}>
        Receive {values.type === "limit" ? "at least " : ""}
        <strong className="figures">{pointsText(points)}</strong> points
      </p>
    );
  }
  if (redeemed > 0) {
    const back = payoutOf(redeemed);
    return (
      <p className={css["outcome"]}>
        Pay {limit}
        <strong className="figures">{pointsText(points)}</strong>, get{" "}
        <strong className="figures">{pointsText(back)}</strong> back for {whole(redeemed)} closed
      </p>
    );
  }
  const gain = (payout - points) as PointsE6;
  return (
    <p className={css["outcome"]}>
      Pay {limit}
      <strong className="figures">{pointsText(points)}</strong> → win{" "}
      <strong className="figures">{pointsText(payout)}</strong>{" "}
      <span className="figures">
        ({gain >= 0n ? "+" : ""}
        {pointsText(gain)})
      </span>
    </p>
  );
}

/** Contracts, worst price, fee and odds of what is typed. */
export function TicketDetails({ values, estimate }: TicketPreviewProps) {
  if (estimate === null) return null;
  const { contracts, price, fee, points, payout, redeemed } = estimate;
  const odds = values.action === "buy" && redeemed === 0 ? oddsE2(payout, points) : null;
  const isLimit = values.type === "limit";
  return (
    <Facts look="bare">
      {isLimit ? null : (
        <FactLine label="Contracts">
          <span className="figures">
            {whole(contracts)} at {price} or better
          </span>
        </FactLine>
      )}
      {odds === null ? null : (
        <FactLine label="Odds">
          <span className="figures">{formatRaw(odds, 2)}×</span>
        </FactLine>
      )}
      <FactLine label={isLimit ? "Taker fee, if it fills at once" : "Fee, included"}>
        <span className="figures">
          {isLimit ? "at most " : ""}
          {pointsText(fee)}
        </span>
      </FactLine>
    </Facts>
  );
}
