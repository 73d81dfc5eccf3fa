import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { decodeTrade } from "@/api/decode-account";
import { expressApi } from "@/api/http";
import { userKey } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import type { Market } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { type FillMarker, fillMarkers } from "../model/fills";
import type { PriceCanvas } from "../price-canvas";
import { Layer, tokenColor } from "./layer";

const FILLS_MAX = 200;
const REACH = 14;
const OFFSET = 9;
const SIZE = 5;

/** The newest fills of a margin account in a market. */
const fillsQuery = (address: string, marginAccountId: number, marketId: number) =>
  queryOptions({
    queryKey: [...userKey(address), "chart-fills", marginAccountId, marketId],
    queryFn: async ({ signal }) => {
      const { events } = await expressApi.get("/portfolio/{user}/history/trade", {
        path: { user: address },
        query: { marginAccountId, marketId, limit: FILLS_MAX },
        signal,
      });
      return events.map(decodeTrade);
    },
    refetchInterval: 30_000,
  });

export interface FillTip {
  readonly marker: FillMarker;
  readonly x: number;
  readonly y: number;
}

/** The trader's own fills as markers on the index, and the one under the pointer. */
export function useFills(
  canvas: PriceCanvas,
  market: Market,
  days: readonly number[],
  isOn: boolean,
) {
  const { address, account } = useTradingAccount();
  const query = useQuery({
    ...fillsQuery(address ?? "", account?.id ?? 0, market.marketId),
    enabled: address !== null && account !== null,
  });
  const unit = areaUnit(market.metric);
  const markers = useMemo(
    () => fillMarkers(query.data ?? [], days, unit),
    [query.data, days, unit],
  );
  const [tip, setTip] = useState<FillTip | null>(null);
  useEffect(() => {
    if (!isOn || markers.length === 0) return undefined;
    const layer = new Layer((context) => paint(context, canvas, markers));
    canvas.addLayer(layer);
    const point = ({ point: at }: { point?: { x: number; y: number } }) =>
      setTip(at ? tipAt(canvas, markers, at.x, at.y) : null);
    canvas.chart.subscribeCrosshairMove(point);
    const endTaps = canvas.onTaps((at) => point({ point: at }));
    return () => {
      canvas.chart.unsubscribeCrosshairMove(point);
      endTaps();
      canvas.removeLayer(layer);
      setTip(null);
    };
  }, [canvas, markers, isOn]);
  return { markers: isOn ? markers : [], tip };
}

/** Buys stand below the line, sells above it. */
function place(canvas: PriceCanvas, { timestamp, way }: FillMarker) {
  const price = canvas.valueAt(timestamp);
  const spot = price === null ? null : canvas.spotOf({ time: timestamp, price });
  return spot && { x: spot.x, y: spot.y + (way === "buy" ? OFFSET : -OFFSET) };
}

function tipAt(
  canvas: PriceCanvas,
  markers: readonly FillMarker[],
  x: number,
  y: number,
): FillTip | null {
  for (const marker of markers) {
    const spot = place(canvas, marker);
    if (spot && Math.hypot(spot.x - x, spot.y - y) < REACH) return { marker, ...spot };
  }
  return null;
}

function paint(
  context: CanvasRenderingContext2D,
  canvas: PriceCanvas,
  markers: readonly FillMarker[],
): void {
  for (const marker of markers) {
    const spot = place(canvas, marker);
    if (!spot) continue;
    const up = marker.way === "buy" ? -1 : 1;
    context.beginPath();
    context.moveTo(spot.x, spot.y + up * SIZE);
    context.lineTo(spot.x - SIZE, spot.y - up * SIZE);
    context.lineTo(spot.x + SIZE, spot.y - up * SIZE);
    context.closePath();
    context.fillStyle = tokenColor(marker.way === "buy" ? "up" : "down");
    context.fill();
    context.strokeStyle = tokenColor("surface-1");
    context.lineWidth = 1;
    context.stroke();
  }
}
