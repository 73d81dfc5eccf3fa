import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshOnce } from "@/api/auth/tokens";
import { type CommandEvent, commandOutcomes } from "@/api/command-outcomes";
import { stream } from "@/api/live";
import { userKey } from "@/api/queries";
import type { ChannelListener } from "@/api/stream/stream-client";
import { useWalletSession } from "@/features/wallet/session/use-wallet-session";
import { recentCommands } from "@/features/wallet/wallet-api";
import { foldUser, type UserData, type UserEvent } from "./fold";
import { staleReads } from "./stale";

/** Feeds the query cache and the senders of commands with what the exchange says of the wallet. */
export function UserStream() {
  const { address, accessToken } = useWalletSession();
  const client = useQueryClient();
  useEffect(() => {
    stream.setToken(accessToken);
    if (address === null || accessToken === null) return undefined;
    const leave = stream.subscribe(`user:${address}`, listener(client, address, accessToken));
    return () => {
      leave();
      commandOutcomes.setLive(false);
    };
  }, [address, accessToken, client]);
  return null;
}

function listener(client: QueryClient, address: string, accessToken: string): ChannelListener {
  let hasSnapshot = false;
  return {
    snapshot: (data) => {
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
  foldUser(client, address, data, false);
  const events = data.events ?? [];
  commandOutcomes.takeEvents(events.filter(isCommandEvent));
  commandOutcomes.take(events.filter((event) => event.kind === "command"));
  for (const part of staleReads(data)) {
    void client.invalidateQueries({ queryKey: [...userKey(address), ...part] });
  }
}

const isCommandEvent = (event: UserEvent): event is CommandEvent =>
  event.kind === "trade" || event.kind === "marginTransfer" || event.kind === "lp";

async function readOutcomes(address: string): Promise<void> {
  const rows = await recentCommands(address).catch(() => []);
  commandOutcomes.take(rows);
}
