import { useQuery } from "@tanstack/react-query";
import { type Points, participationQuery, pointsQuery } from "./api";
import { useWrite, type Writer } from "./orders/use-write";

/** Points exist only for participants; every trader participates in some season. */
function needsToJoin(points: Points, isParticipating: boolean): boolean {
  const { available, open, realizedPnl } = points;
  return !isParticipating && available === 0n && open === 0n && realizedPnl === 0n;
}

export interface Joining {
  /** False while it is not known. */
  readonly isNeeded: boolean;
  readonly writer: Writer;
  join(): Promise<void>;
}

/** Joining the points program, for a wallet with a session; null is no wallet. */
export function useJoin(address: string | null): Joining {
  const enabled = address !== null;
  const points = useQuery({ ...pointsQuery(address ?? ""), enabled }).data;
  const participation = useQuery({ ...participationQuery(address ?? ""), enabled }).data;
  const writer = useWrite(address ?? "");
  // Once the season is over, the program without an end takes new participants.
  const join = async () => {
    const result = await writer.send("/ppps3/participants", {});
    if (result?.status !== "refused" || result.code !== "SEASON_CLOSED") return;
    const body = { user: address, isForPerpetualPoints: true };
    await writer.send("/perpetual-points/participate", body, "main");
  };
  const isKnown = enabled && points !== undefined && participation !== undefined;
  return { isNeeded: isKnown && needsToJoin(points, participation), writer, join };
}
