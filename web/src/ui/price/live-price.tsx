import { useState } from "react";
import type { PriceE8 } from "@/domain/amounts";
import { direction } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import css from "./live-price.module.css";

interface LivePriceProps {
  readonly value: PriceE8 | null | undefined;
  readonly className?: string | undefined;
}

/** A price in dollars that is tinted for 300 ms after it has changed: green up, red down. */
export function LivePrice({ value = null, className }: LivePriceProps) {
  const [last, setLast] = useState({ value, way: "flat", changes: 0 });
  if (value !== last.value) {
    const isKnown = value !== null && last.value !== null;
    const way = isKnown ? direction((value ?? 0n) - (last.value ?? 0n)) : "flat";
    setLast({ value, way, changes: last.changes + 1 });
  }
  return (
    // A new key for each change: the animation starts again.
    <span key={last.changes} className={css["tint"]} data-way={last.way}>
      <Amount value={value} kind="PriceE8" unit="USD" className={className} />
    </span>
  );
}
