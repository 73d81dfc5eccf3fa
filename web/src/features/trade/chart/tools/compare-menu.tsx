import { useQuery } from "@tanstack/react-query";
import { Layers2 } from "lucide-react";
import { useState } from "react";
import { summariesQuery } from "@/api/queries";
import type { MarketSummary } from "@/domain/model";
import { Menu } from "./menu";
import css from "./tools.module.css";
import { COMPARED_MAX, comparedOf } from "./use-added";

const SHOWN_MAX = 8;

interface CompareMenuProps {
  /** The market of the chart. */
  readonly symbol: string;
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}

/** Adds up to three other indexes to the chart, as percentages of the left edge. */
export function CompareMenu({ symbol, chosen, onChosen }: CompareMenuProps) {
  const [text, setText] = useState("");
  const { data = [] } = useQuery(summariesQuery);
  const compared = comparedOf(chosen);
  const isFull = compared.length >= COMPARED_MAX;
  const found = matching(data, text).filter(
    (one) => one.symbol !== symbol && !compared.includes(one.symbol),
  );
  return (
    <Menu
      label="Compare with other markets"
      icon={<Layers2 size={15} aria-hidden="true" />}
      isOn={compared.length > 0}
    >
      {(close) => (
        <>
          <p className={css["title"]}>Compare with</p>
          <input
            type="search"
            className={css["search"]}
            aria-label="Search markets to compare"
            placeholder="Search markets"
            value={text}
            disabled={isFull}
            onChange={(event) => setText(event.target.value)}
          />
          {isFull ? (
            <p className={css["hint"]}>
              Up to {COMPARED_MAX} markets. Remove one in the legend first.
            </p>
          ) : (
            <ul className={css["list"]}>
              {found.slice(0, SHOWN_MAX).map((one) => (
                <li key={one.symbol}>
                  <button
                    type="button"
                    className={css["item"]}
                    onClick={() => {
                      onChosen([...chosen, `compare:${one.symbol}`]);
                      setText("");
                      close();
                    }}
                  >
                    {one.name} <span className="quiet">{one.symbol}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {!isFull && found.length === 0 ? (
            <p className={css["hint"]}>No market matches “{text}”.</p>
          ) : null}
        </>
      )}
    </Menu>
  );
}

/** By name or symbol; indexes of a whole country come first. */
function matching(markets: readonly MarketSummary[], text: string): readonly MarketSummary[] {
  const wanted = text.trim().toLowerCase();
  const rank = ({ category }: MarketSummary) => (category === "country" ? 0 : 1);
  return markets
    .filter(({ name, symbol }) => `${name} ${symbol}`.toLowerCase().includes(wanted))
    .sort((one, other) => rank(one) - rank(other));
}
