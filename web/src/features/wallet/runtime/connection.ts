import { Connection } from "@solana/web3.js";

/** The chain node as the page's own origin serves it. */
export function rpcEndpoints(location: Location): { http: string; ws: string } {
  const http = `${location.origin}/rpc`;
  return { http, ws: http.replace(/^http/, "ws") };
}

export function openConnection(location: Location): Connection {
  const { http, ws } = rpcEndpoints(location);
  return new Connection(http, { commitment: "confirmed", wsEndpoint: ws });
}
