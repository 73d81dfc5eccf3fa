/** The facts of an applied command: its events from the stream or the history, and their names. */

import type { QueryClient } from "@tanstack/react-query";
import { type CommandEvent, commandOutcomes } from "@/api/command-outcomes";
import { mainApi } from "@/api/http";
import { marginAccountsQuery, summariesQuery } from "@/api/queries";
import { type ResultNames, resultSentence } from "@/copy/results";
import { engineClock } from "@/domain/clock";
import { areaUnit } from "@/domain/reader/area";
import type { EpochPeriod, Trade } from "@/generated/api";
import { askToClose } from "@/state/close-request";
import type { NoticeAction } from "@/state/toast";
import type { Outcome } from "@/state/wallet-api.types";
import { arrivalWords } from "../model/arrival";

type Applied = Extract<Outcome, { readonly status: "applied" }>;

/** Newest rows of a history; a command of this browser is among them. */
const ROWS = 5;

/** The history that has the event of a command. */
async function historyOf(owner: string, command: string): Promise<readonly CommandEvent[]> {
  const given = { path: { user: owner }, query: { limit: ROWS } };
  switch (command) {
    case "modify-position":
    case "modify-positions":
    case "close-position": {
      const rows = await mainApi.get("/user/{user}/history/trade", given);
      return rows.map((row) => ({ kind: "trade", ...row }));
    }
    case "create-margin-account":
    case "deposit-margin":
    case "withdraw-margin": {
      const rows = await mainApi.get("/user/{user}/history/margin-transfer", given);
      return rows.map((row) => ({ kind: "marginTransfer", ...row }));
    }
    case "add-liquidity":
    case "remove-liquidity": {
      const rows = await mainApi.get("/user/{user}/history/lp", given);
      return rows.map((row) => ({ kind: "lp", ...row }));
    }
    default:
      return [];
  }
}

/** The events of a command; without a stream they are read once. Never throws. */
async function eventsOf(owner: string, outcome: Applied): Promise<readonly CommandEvent[]> {
  const streamed = commandOutcomes.eventsOf(outcome.signature);
  if (streamed.length > 0) return streamed;
  const rows = await historyOf(owner, outcome.command ?? "").catch(() => []);
  return rows.filter(({ signature }) => signature === outcome.signature);
}

function namesOf(client: QueryClient, owner: string): ResultNames {
  return {
    market: (marketId) => {
      const markets = client.getQueryData(summariesQuery.queryKey) ?? [];
      const market = markets.find((row) => row.marketId === marketId);
      if (market === undefined) return null;
      return {
        name: market.name.split(",")[0] ?? market.name,
        unit: areaUnit(market.metric),
      };
    },
    account: (accountId) => {
      const accounts = client.getQueryData(marginAccountsQuery(owner).queryKey) ?? [];
      return accounts.find(({ id }) => id === accountId)?.name ?? `Account ${accountId}`;
    },
    arrival: (atS) => arrivalWords(engineClock.realSecondsUntil(atS)),
    earnsFromS: nextEpochS(client.getQueryData<EpochPeriod>(["staking", "epoch"])),
  };
}

const nextEpochS = (period: EpochPeriod | undefined) =>
  period === undefined ? null : period.start + period.duration;

/** Where the user sees more of it, and the close dialog of a position that is now held. */
function actionsOf(
  events: readonly CommandEvent[],
  owner: string,
  client: QueryClient,
): readonly NoticeAction[] {
  const [event] = events;
  if (event === undefined) return [];
  const view = { label: "View", to: VIEWS[event.kind] };
  if (event.kind !== "trade" || !HELD.has(event.tradeKind)) return [view];
  const { marginAccountId, marketId } = event;
  const markets = client.getQueryData(summariesQuery.queryKey) ?? [];
  const market = markets.find((row) => row.marketId === marketId);
  if (market === undefined) return [view];
  const close = {
    label: "Close",
    to: `/trade/${market.symbol}`,
    onClick: () => askToClose({ owner, marginAccountId, marketId }),
  };
  return [view, close];
}

/** Trades after which there is a position. */
const HELD: ReadonlySet<Trade["tradeKind"]> = new Set(["open", "increase", "decrease", "flip"]);

const VIEWS: Readonly<Record<CommandEvent["kind"], string>> = {
  trade: "/portfolio",
  marginTransfer: "/portfolio",
  lp: "/liquidity",
};

export interface CommandResult {
  readonly title: string;
  readonly actions: readonly NoticeAction[];
}

/** The sentence and the actions of an applied command; an unreadable event gives a plain one. */
export async function resultOf(
  outcome: Applied,
  asked: { readonly owner: string; readonly label: string; readonly request: object },
  client: QueryClient,
): Promise<CommandResult> {
  const { owner, label, request } = asked;
  const events = await eventsOf(owner, outcome);
  const command = { name: outcome.command ?? null, label, request: { ...request }, events };
  const names = namesOf(client, owner);
  try {
    return { title: resultSentence(command, names), actions: actionsOf(events, owner, client) };
  } catch {
    return { title: resultSentence({ ...command, events: [], request: {} }, names), actions: [] };
  }
}
