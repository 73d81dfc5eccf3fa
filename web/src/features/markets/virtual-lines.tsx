import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import { MarketLine, type MarketLineProps } from "./market-line";
import type { MarketRow } from "./model/market-rows";

const LINE_PX = 33;
const OVERSCAN = 12;

interface VirtualLinesProps extends Omit<MarketLineProps, "row" | "isPointed"> {
  readonly rows: readonly MarketRow[];
  readonly pointedId: number | null;
  readonly scrollRef: RefObject<HTMLElement | null>;
}

/** The rows near what is shown of a long list, between two rows as high as the rest. */
export function VirtualLines({ rows, pointedId, scrollRef, ...line }: VirtualLinesProps) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => rows[index]?.acreId ?? index,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      {before > 0 ? <tr style={{ height: before }} /> : null}
      {items.map(({ index }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <MarketLine key={row.acreId} row={row} isPointed={row.acreId === pointedId} {...line} />
        );
      })}
      {after > 0 ? <tr style={{ height: after }} /> : null}
    </>
  );
}
