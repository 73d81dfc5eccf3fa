/** What the stream told of a question while the page was open: probability and fills over time. */
import type { LiveQuestion } from "./question";
import { probabilityOf } from "./question";

export const POINTS_MAX = 500;
export const PRINTS_MAX = 50;

export interface TrackPoint {
  readonly atS: number;
  /** Of YES in per cent; null while nobody says anything, and where messages were missed. */
  readonly percent: number | null;
}

/** Contracts that were traded between two messages, and the last price of them. */
export interface TradePrint {
  /** Contracts traded up to and with it: no other print of a question has the same. */
  readonly volume: number;
  readonly atS: number;
  readonly yesPrice: number;
  readonly contracts: number;
}

export interface Track {
  readonly last: LiveQuestion;
  /** Oldest first. */
  readonly points: readonly TrackPoint[];
  /** Newest first. */
  readonly prints: readonly TradePrint[];
}

function percentOf(row: LiveQuestion): number | null {
  return probabilityOf(row)?.percent ?? null;
}

/** At most one point a second: the later one stays. */
function withPoint(
  points: readonly TrackPoint[],
  point: TrackPoint,
  isContinuous: boolean,
): readonly TrackPoint[] {
  const gap = isContinuous ? [] : [{ atS: point.atS - 1, percent: null }];
  const firstNew = gap[0]?.atS ?? point.atS;
  const before = points.filter(({ atS }) => atS < firstNew);
  return [...before, ...gap, point].slice(-POINTS_MAX);
}

/** The track after a message; `isContinuous` is false after a snapshot, when some were missed. */
export function follow(
  track: Track | undefined,
  row: LiveQuestion,
  atS: number,
  isContinuous: boolean,
): Track {
  const percent = percentOf(row);
  if (track === undefined) return { last: row, points: [{ atS, percent }], prints: [] };
  const traded = row.volumeContracts - track.last.volumeContracts;
  const isPrint = isContinuous && traded > 0 && row.lastYesPrice !== null;
  const print = {
    volume: row.volumeContracts,
    atS,
    yesPrice: row.lastYesPrice ?? 0,
    contracts: traded,
  };
  const isSame = percent === track.points.at(-1)?.percent;
  return {
    last: row,
    points: isSame ? track.points : withPoint(track.points, { atS, percent }, isContinuous),
    prints: isPrint ? [print, ...track.prints].slice(0, PRINTS_MAX) : track.prints,
  };
}
