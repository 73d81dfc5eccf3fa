import { useQuery } from "@tanstack/react-query";
import { balancesQuery, summariesQuery } from "@/api/queries";
import { engineClock } from "@/domain/clock";
import { DASH, formatDateTime, formatRaw } from "@/domain/format";
import { toWire } from "@/domain/parse";
import { useCommand } from "@/state/use-command";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { FactLine, Facts } from "@/ui/figures/facts";
import form from "@/ui/form/form.module.css";
import { leftToday, type OneClickStatus, ordersLeft, TOP_UP_LAMPORTS } from "../model/one-click";
import { useKeyState } from "./key-state";
import { RevokeButton } from "./revoke-button";
import { TabKeyNote } from "./tab-key-note";

interface StatusViewProps {
  readonly address: string;
  readonly status: Extract<OneClickStatus, { readonly kind: "on" }>;
  readonly onDone: () => void;
}

/** Orders below which more SOL is offered. */
const ORDERS_LOW = 20n;

/** The limits of this browser's key, how much of them is used, and the way to end it. */
export function StatusView({ address, status, onDone }: StatusViewProps) {
  const { key, terms } = status;
  const isOfTab = useKeyState((state) => state.isOfTab);
  const markets = useQuery(summariesQuery).data ?? [];
  const { data: balances } = useQuery(balancesQuery(key));
  const orders = balances === undefined ? null : ordersLeft(balances.sol);
  const symbols = (terms?.markets ?? []).map(
    (id) => markets.find(({ marketId }) => marketId === id)?.symbol ?? String(id),
  );
  const left = terms === null ? null : leftToday(terms);
  return (
    <div className={form["form"]}>
      <p className={form["lead"]}>
        On in this {isOfTab ? "tab" : "browser"}. Orders are signed without a prompt; withdrawals
        and deposits still need your wallet.
      </p>
      {isOfTab ? <TabKeyNote /> : null}
      <Facts look="bare">
        <FactLine label="Expires in">
          {terms?.expiresAt == null ? (
            "Never"
          ) : (
            <span title={formatDateTime(terms.expiresAt)}>
              <Countdown untilS={terms.expiresAt} done="expired" />
            </span>
          )}
        </FactLine>
        <FactLine label="Left of the daily limit">
          {left === null ? "No limit" : <Amount value={left} kind="CollateralE6" unit="USD" />}
        </FactLine>
        <FactLine label="Markets">{symbols.length === 0 ? "All" : symbols.join(", ")}</FactLine>
        <FactLine label="Orders paid for">
          {orders === null ? DASH : formatRaw(orders, 0, { digits: 0 })}
        </FactLine>
      </Facts>
      {orders !== null && orders < ORDERS_LOW ? <TopUp address={address} status={status} /> : null}
      <RevokeButton address={address} onDone={onDone} />
    </div>
  );
}

/** Sends more SOL to the key, with the same limits; today's use begins anew. */
function TopUp({ address, status }: Pick<StatusViewProps, "address" | "status">) {
  const command = useCommand(address);
  const { key, terms } = status;
  const nowS = engineClock.now() ?? 0;
  const body = {
    delegate: key,
    ...(terms?.expiresAt != null && terms.expiresAt > nowS && { expiresAt: terms.expiresAt }),
    ...(terms?.notionalPerDay != null && { notionalPerDay: toWire(terms.notionalPerDay) }),
    markets: terms?.markets ?? [],
    delegateTopUp: toWire(TOP_UP_LAMPORTS),
  };
  return (
    <Button
      disabled={command.isBusy}
      onClick={() => void command.run("set-delegate", body, "Add SOL for one-click trading")}
    >
      {command.isBusy ? command.progress : "Add 0.01 SOL for fees"}
    </Button>
  );
}
