import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { buildTransaction, type CommandBody } from "@/api/builders";
import { summariesQuery } from "@/api/queries";
import { engineClock } from "@/domain/clock";
import { formatDuration } from "@/domain/format";
import { toWire } from "@/domain/parse";
import { useBuiltCommand } from "@/state/use-command";
import { FormFoot, TextField } from "@/ui/form/form";
import form from "@/ui/form/form.module.css";
import { Segmented } from "@/ui/form/segmented";
import {
  checkLimit,
  checkMarkets,
  durations,
  type OneClickStatus,
  TOP_UP_LAMPORTS,
} from "../model/one-click";
import css from "../transfer.module.css";
import { canKeepKey, createKey, dropKey } from "./browser-key";
import { checkTerms, type Terms } from "./check-terms";
import { refreshKey } from "./key-state";
import { endKey } from "./one-click-keeper";
import { RevokeButton } from "./revoke-button";
import { TabKeyNote } from "./tab-key-note";

interface EnableFormProps {
  readonly address: string;
  readonly status: OneClickStatus;
  readonly onDone: () => void;
}

const FIRST_LIMIT = "10,000";

async function buildChecked(address: string, terms: Terms, body: CommandBody) {
  const built = await buildTransaction(address, "set-delegate", body);
  await checkTerms(address, built.tx, terms);
  return built;
}

/** Known once the browser was asked; until then nothing is said. */
function useEndsWithTab(): boolean {
  const [endsWithTab, setEndsWithTab] = useState(false);
  useEffect(() => {
    let isShown = true;
    void canKeepKey().then((canKeep) => isShown && setEndsWithTab(!canKeep));
    return () => {
      isShown = false;
    };
  }, []);
  return endsWithTab;
}

/** What the key may and may not do, its limits, and one signature. */
export function EnableForm({ address, status, onDone }: EnableFormProps) {
  const { rate } = engineClock;
  const choices = durations(rate);
  const [chosen, setChosen] = useState(choices[0]?.value ?? "");
  const [limitText, setLimitText] = useState(FIRST_LIMIT);
  const [marketText, setMarketText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const command = useBuiltCommand(address, buildChecked);
  const endsWithTab = useEndsWithTab();
  const markets = useQuery(summariesQuery).data ?? [];
  const seconds = choices.find(({ value }) => value === chosen)?.seconds;
  const limit = checkLimit(limitText);
  const list = checkMarkets(marketText, markets);
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    setProblem(null);
    command.clear();
  };
  async function enable(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    const nowS = engineClock.now();
    if (limit.value === null || list.error !== null || nowS === null || seconds === undefined) {
      return;
    }
    await endKey(address);
    const key = await createKey(address).catch(() => null);
    if (key === null) return setProblem("This browser cannot keep a signing key. Update it.");
    const expiresAt = Math.floor(nowS) + seconds;
    const body = {
      delegate: key.address,
      expiresAt,
      notionalPerDay: toWire(limit.value),
      markets: list.ids,
      delegateTopUp: toWire(TOP_UP_LAMPORTS),
    };
    const symbols = list.ids.flatMap(
      (id) => markets.find(({ marketId }) => marketId === id)?.symbol ?? [],
    );
    const terms = {
      delegate: key.address,
      expiresAt,
      notionalPerDay: limit.value,
      markets: symbols,
      lamports: TOP_UP_LAMPORTS,
    };
    const outcome = await command.run(terms, body, "Turn on one-click trading");
    if (outcome.status !== "applied") {
      await dropKey(address);
      return;
    }
    await refreshKey(address);
    onDone();
  }
  if (status.kind === "noAccount") {
    return <p className={form["form"]}>Deposit first. One-click trading needs an account.</p>;
  }
  return (
    <form className={form["form"]} onSubmit={(event) => void enable(event)} noValidate>
      <p className={form["lead"]}>
        Trade without a wallet prompt for each order. A key in this browser signs your orders; you
        approve it once, in your wallet.
      </p>
      <ul className={css["can"]}>
        <li data-can="true">It can open, change and close positions.</li>
        <li data-can="false">It cannot withdraw, deposit or stake.</li>
      </ul>
      {endsWithTab ? <TabKeyNote /> : null}
      <div className={form["field"]}>
        <span className={css["label"]}>Expires after</span>
        <Segmented
          label="Expires after"
          options={choices}
          value={chosen}
          onChange={setChosen}
          isDisabled={command.isBusy}
        />
        {rate > 1 && seconds !== undefined ? (
          <p className={form["hint"]}>Demo time: {formatDuration(seconds / rate)} from now.</p>
        ) : null}
      </div>
      <TextField
        label="Limit per day"
        unit="USD"
        value={limitText}
        onChange={typed(setLimitText)}
        error={isChecked ? limit.error : null}
        isDisabled={command.isBusy}
        hint={<p className={form["hint"]}>New exposure per UTC day. Closing is never limited.</p>}
      />
      <TextField
        label="Only these markets (optional)"
        value={marketText}
        onChange={typed(setMarketText)}
        error={isChecked ? list.error : null}
        isDisabled={command.isBusy}
        hint={<p className={form["hint"]}>Up to 8 symbols, such as AUS, HOU. Empty: all.</p>}
      />
      <p className={form["hint"]}>
        Moves 0.01 SOL from your wallet to the key for network fees. Unused SOL returns when you
        turn it off here.
      </p>
      {status.kind === "elsewhere" ? (
        <p className={form["problem"]}>
          Another key may trade for this wallet. Turning it on here replaces that key.
        </p>
      ) : null}
      <FormFoot
        action="Turn on"
        isBusy={command.isBusy}
        progress={command.progress}
        problem={problem ?? command.problem}
      />
      {status.kind === "elsewhere" || status.kind === "expired" ? (
        <RevokeButton address={address} onDone={onDone} />
      ) : null}
    </form>
  );
}
