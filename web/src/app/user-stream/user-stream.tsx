import type { ChannelListener } from "@acre/sdk/stream/stream-client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshOnce } from "@/api/auth/tokens";
import { type CommandEvent, commandOutcomes } from "@/api/command-outcomes";
import { stream } from "@/api/live";
import { userKey } from "@/api/queries";
import { engineClock } from "@/domain/clock";
import { waitingOrdersQuery } from "@/features/trade/orders/api";
import { useWalletSession } from "@/features/wallet/session/use-wallet-session";
import { recentCommands } from "@/features/wallet/wallet-api";
import { foldUser, type UserData, type UserEvent } from "./fold";
import { staleReads } from "./stale";

/** Feeds the query cache and the senders of commands with what the exchange says of the wallet. */
export function UserStream() {
  const { address, accessToken } = useWalletSession();
  const client = useQueryClient();
  /** By wallet, since when its orders are watched; a renewed session goes on from there. */
  const watched = useRef(new Map<string, number>());
  useEffect(() => {
    stream.setToken(accessToken);
    if (address === null || accessToken === null) return undefined;
    const leave = stream.subscribe(
      `user:${address}`,
      listener(client, address, accessToken, watched.current),
    );
    return () => {
      leave();
      commandOutcomes.setLive(false);
    };
  }, [address, accessToken, client]);
  return null;
}

function listener(
  client: QueryClient,
  address: string,
  accessToken: string,
  watched: Map<string, number>,
): ChannelListener {
  let hasSnapshot = false;
  return {
    snapshot: (data) => {
      noteMissed(client, address, watched);
      foldUser(client, address, data as UserData, true);
      commandOutcomes.setLive(true);
      // A snapshot has no events: what happened before it is read once.
      if (commandOutcomes.isAwaited) void readOutcomes(address);
      if (hasSnapshot) {
        const filter = { queryKey: userKey(address) };
        void client.invalidateQueries(filter, { cancelRefetch: false });
      }
      hasSnapshot = true;
    },
    delta: (data) => take(client, address, data as UserData),
    lost: () => commandOutcomes.setLive(false),
    error: (code) => {
      commandOutcomes.setLive(false);
      // A session that was ended elsewhere cannot be renewed: the refusal reaches every page.
      if (code !== "TOKEN_EXPIRED" && code !== "INVALID_TOKEN") return;
      void refreshOnce(address, accessToken).catch(() => undefined);
    },
  };
}

function take(client: QueryClient, address: string, data: UserData): void {
  const events = data.events ?? [];
  noteOrders(client, address, events);
  foldUser(client, address, data, false);
  commandOutcomes.takeEvents(events.filter(isCommandEvent));
  commandOutcomes.take(events.filter((event) => event.kind === "command"));
  for (const part of staleReads(data)) {
    void client.invalidateQueries({ queryKey: [...userKey(address), ...part] });
  }
}

/** Open orders as they were before the message: an order that has ended keeps its name. */
const ordersOf = (client: QueryClient, address: string) =>
  client.getQueryData(waitingOrdersQuery(address).queryKey) ?? [];

const notices = () => import("./order-notices");

function noteOrders(client: QueryClient, address: string, all: readonly UserEvent[]): void {
  const events = all.filter((event) => event.kind === "perpOrder");
  if (events.length === 0) return;
  const trades = all.filter((event) => event.kind === "trade");
  const told = { events, trades, orders: ordersOf(client, address) };
  void notices()
    .then((module) => module.noteOrders(client, address, told))
    .catch(() => undefined);
}

/** A snapshot has no events: those since the first one are read. */
function noteMissed(client: QueryClient, address: string, watched: Map<string, number>): void {
  const sinceS = watched.get(address);
  if (sinceS === undefined) {
    watched.set(address, Math.floor(engineClock.now() ?? Number.POSITIVE_INFINITY));
    // Loaded while the network is there: an order may fill when it is not.
    void notices().catch(() => undefined);
    return;
  }
  const orders = ordersOf(client, address);
  // Not read now: the history has them all the same.
  void notices()
    .then((module) => module.noteMissed(client, address, sinceS, orders))
    .catch(() => undefined);
}

const isCommandEvent = (event: UserEvent): event is CommandEvent =>
  event.kind === "trade" || event.kind === "marginTransfer" || event.kind === "lp";

async function readOutcomes(address: string): Promise<void> {
  const rows = await recentCommands(address).catch(() => []);
  commandOutcomes.take(rows);
}
