import type { CollateralE6 } from "@/domain/amounts";
import { formatAmount, formatExact } from "@/domain/format";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import css from "./transfer.module.css";

interface PresetsProps {
  readonly label: string;
  readonly max: CollateralE6 | null;
  /** Dollars; those above the maximum are disabled. */
  readonly amounts: readonly bigint[];
  readonly onChoose: (text: string) => void;
  readonly isDisabled: boolean;
}

const DOLLAR_E6 = 1_000_000n;
const CENT_E6 = 10_000n;

/** The available amount, and buttons for usual amounts and all of it. */
export function Presets({ label, max, amounts, onChoose, isDisabled }: PresetsProps) {
  // Rounded up to cents it would be more than there is.
  const shown = max === null ? null : ((max - (max % CENT_E6)) as CollateralE6);
  return (
    <>
      <p className={css["available"]}>
        {label} <Amount value={shown} kind="CollateralE6" unit="USD" />
      </p>
      <div className={css["presets"]}>
        {amounts.map((dollars) => (
          <Button
            key={String(dollars)}
            size="small"
            disabled={isDisabled || max === null || dollars * DOLLAR_E6 > max}
            onClick={() => onChoose(String(dollars))}
          >
            {formatAmount(dollars * DOLLAR_E6, "CollateralE6", { digits: 0 })}
          </Button>
        ))}
        <Button
          size="small"
          disabled={isDisabled || max === null || max === 0n}
          onClick={() => max !== null && onChoose(formatExact(max, "CollateralE6"))}
        >
          Max
        </Button>
      </div>
    </>
  );
}
