import type { Commitment } from "@solana/web3.js";

/** What counts as done at the node, everywhere in the app (API 6). */
export const COMMITMENT: Commitment = "confirmed";

/** The chain node as the page's own origin serves it. */
export function rpcEndpoints(location: Location): { http: string; ws: string } {
  const http = `${location.origin}/rpc`;
  return { http, ws: http.replace(/^http/, "ws") };
}
