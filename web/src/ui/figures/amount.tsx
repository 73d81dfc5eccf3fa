import type { Kind, RateE12, Raw } from "@/domain/amounts";
import {
  DASH,
  direction,
  type FormatOptions,
  formatAmount,
  formatPercent,
  formatUsd,
} from "@/domain/format";
import css from "./amount.module.css";

interface AmountProps<K extends Kind> extends FormatOptions {
  readonly value: Raw<K> | null | undefined;
  readonly kind: K;
  readonly unit?: "USD" | "SOL" | string;
  /** Colours by sign and adds ▲ or ▼, so that colour is never the only sign. */
  readonly trend?: boolean;
  readonly className?: string | undefined;
}

/** The one component that shows amounts. */
export function Amount<K extends Kind>(props: AmountProps<K>) {
  const { value, kind, unit, trend = false, className, ...options } = props;
  if (value === null || value === undefined) return <Unknown className={className} />;
  const write = unit === "USD" ? formatUsd : formatAmount;
  const text = write(value, kind, { ...options, signed: options.signed ?? trend });
  const suffix = unit !== undefined && unit !== "USD" ? unit : null;
  return (
    <Figure value={value} text={text} trend={trend} className={className}>
      {text}
      {suffix ? <span className={css["unit"]}> {suffix}</span> : null}
    </Figure>
  );
}

interface RateProps extends FormatOptions {
  readonly value: RateE12 | null | undefined;
  readonly trend?: boolean;
  readonly className?: string | undefined;
}

/** A rate as a percentage. */
export function Rate({ value, trend = false, className, ...options }: RateProps) {
  if (value === null || value === undefined) return <Unknown className={className} />;
  const text = formatPercent(value, { ...options, signed: options.signed ?? trend });
  return (
    <Figure value={value} text={text} trend={trend} className={className}>
      {text}
    </Figure>
  );
}

/** A ratio as a multiple, "3.00×". */
export function Multiple({ value, className }: Pick<RateProps, "value" | "className">) {
  if (value === null || value === undefined) return <Unknown className={className} />;
  const text = formatAmount(value, "RateE12", { digits: 2 });
  return <span className={join("figures", className)}>{text}×</span>;
}

function Unknown({ className }: { readonly className?: string | undefined }) {
  return <span className={join("figures quiet", className)}>{DASH}</span>;
}

interface FigureProps {
  readonly value: bigint;
  /** As it is written: what rounds to nothing has no direction. */
  readonly text: string;
  readonly trend: boolean;
  readonly className?: string | undefined;
  readonly children: React.ReactNode;
}

function Figure({ value, text, trend, className, children }: FigureProps) {
  const way = /[1-9]/.test(text) ? direction(value) : "flat";
  if (!trend || way === "flat") {
    return <span className={join("figures", className)}>{children}</span>;
  }
  return (
    <span className={join(`figures ${way}`, className)}>
      <span aria-hidden="true" className={css["arrow"]}>
        {way === "up" ? "▲" : "▼"}
      </span>
      {children}
    </span>
  );
}

function join(base: string, extra: string | undefined): string {
  return extra ? `${base} ${extra}` : base;
}
