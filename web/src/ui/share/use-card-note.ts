import { useQuery } from "@tanstack/react-query";
import { statusQuery } from "@/api/queries";
import { engineClock } from "@/domain/clock";
import { noteOf } from "./card";

/** Day and "Demo" of a card that is made now. */
export function useCardNote(): string {
  const { data: status } = useQuery(statusQuery);
  return noteOf({
    nowS: engineClock.now() ?? status?.clock.now ?? null,
    isDemo: status?.replay != null || engineClock.rate > 1,
  });
}
