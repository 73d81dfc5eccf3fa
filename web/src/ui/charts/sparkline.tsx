interface SparklineProps {
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
  /** The sign that colors the line, where a figure beside it says it; else that of the values. */
  readonly rise?: number;
}

function sparkPath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return "";
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = width / (values.length - 1);
  return values
    .map((value, index) => {
      const y = height - 2 - ((value - low) / span) * (height - 4);
      return `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

/** A line without axes; decorative, the figures beside it say the same. */
export function Sparkline(props: SparklineProps) {
  const { values, width = 72, height = 22 } = props;
  const rise = props.rise ?? (values.at(-1) ?? 0) - (values[0] ?? 0);
  return (
    <svg width={width} height={height} aria-hidden="true" style={{ display: "block" }}>
      <path
        d={sparkPath(values, width, height)}
        fill="none"
        stroke={rise > 0 ? "var(--up)" : rise < 0 ? "var(--down)" : "var(--text-3)"}
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
