import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LEGS_MAX, LEGS_MIN } from "@/api/basket";
import { ApiError } from "@/api/http";
import { summariesQuery } from "@/api/queries";
import { explainReason } from "@/copy/messages";
import { useTradingAccount } from "@/domain/account";
import type { MarketSummary } from "@/domain/model";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/form/segmented";
import { Sheet } from "@/ui/page/sheet";
import { basketInput, closingLegs, firstLegs, type Leg, withLeg } from "../model/basket";
import { BasketFigures } from "./basket-figures";
import { FORM, ROW } from "./layout";
import { LegRow } from "./leg-row";
import { useBasket } from "./use-basket";

export interface BasketDialogProps {
  /** Of the page it is opened on. */
  readonly symbol?: string | undefined;
  readonly onClose: () => void;
}

type Slippage = "0.0025" | "0.01" | "0.03";
const SLIPPAGES: readonly { readonly value: Slippage; readonly label: string }[] = [
  { value: "0.0025", label: "0.25%" },
  { value: "0.01", label: "1%" },
  { value: "0.03", label: "3%" },
];

/** A pair or a basket of markets in one order: one signature, and all legs fill or none. */
export function BasketDialog({ symbol, onClose }: BasketDialogProps) {
  const { data: markets } = useQuery(summariesQuery);
  return (
    <Sheet
      title="Pair or basket order"
      from="center"
      open
      onOpenChange={(open) => !open && onClose()}
    >
      {markets === undefined ? (
        <p style={FORM}>Loading markets…</p>
      ) : (
        <BasketForm markets={markets} symbol={symbol} onClose={onClose} />
      )}
    </Sheet>
  );
}

interface BasketFormProps extends BasketDialogProps {
  readonly markets: readonly MarketSummary[];
}

function BasketForm({ markets, symbol, onClose }: BasketFormProps) {
  const { address, account } = useTradingAccount();
  const [legs, setLegs] = useState(() => firstLegs(markets, symbol));
  const [slippage, setSlippage] = useState<Slippage>("0.01");
  const basket = useBasket(address, basketInput(legs, account), slippage, onClose);
  const closing = closingLegs(account);
  const change = (place: number, part: Partial<Leg>) =>
    setLegs(legs.map((leg, at) => (at === place ? { ...leg, ...part } : leg)));
  return (
    <form
      style={FORM}
      onSubmit={(event) => {
        event.preventDefault();
        if (basket.canSend) void basket.run();
      }}
    >
      <p className="quiet">One signature. All orders fill, or none does.</p>
      {legs.map((leg, place) => (
        <LegRow
          key={leg.marketId}
          leg={leg}
          place={place}
          markets={markets}
          others={legs}
          quote={
            basket.quote?.legs.find(({ marketId }) => marketId === leg.marketId)?.quote ?? null
          }
          onChange={(part) => change(place, part)}
          onRemove={
            legs.length > LEGS_MIN ? () => setLegs(legs.filter((_, at) => at !== place)) : null
          }
        />
      ))}
      <p>
        <Button
          type="button"
          size="small"
          disabled={legs.length >= LEGS_MAX || legs.length >= markets.length}
          onClick={() => setLegs(withLeg(legs, markets))}
        >
          Add a market
        </Button>{" "}
        {closing === null ? null : (
          <Button type="button" size="small" onClick={() => setLegs(closing)}>
            Close all {closing.length} positions
          </Button>
        )}
      </p>
      <div style={ROW}>
        <span className="quiet">Each fills at most this much worse than quoted</span>
        <Segmented
          label="Max slippage"
          size="small"
          options={SLIPPAGES}
          value={slippage}
          onChange={setSlippage}
        />
      </div>
      <BasketFigures quote={basket.quote} isStale={basket.isStale} />
      <Problem basket={basket} needs={needed(address, account !== null)} />
      <Button type="submit" look="accent" size="large" disabled={!basket.canSend}>
        {basket.isBusy ? "Working…" : `Send ${legs.length} orders`}
      </Button>
    </form>
  );
}

function needed(address: string | null, hasAccount: boolean): string | null {
  if (address === null) return "Connect a wallet to trade.";
  return hasAccount ? null : "Deposit first: an order needs a margin account.";
}

interface ProblemProps {
  readonly basket: ReturnType<typeof useBasket>;
  readonly needs: string | null;
}

/** What is missing, or the first reason against the order. */
function Problem({ basket: { problem, error, quote }, needs }: ProblemProps) {
  const [code] = quote?.reasons ?? [];
  const reason = error instanceof ApiError ? error.humanText : code && explainReason(code);
  const text = needs ?? problem ?? reason;
  if (!text) return null;
  return (
    <p className="down" role={problem === null ? undefined : "alert"}>
      {text}
    </p>
  );
}
