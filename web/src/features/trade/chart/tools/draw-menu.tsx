import { Eraser, Minus, Pencil, Trash2, TrendingUp } from "lucide-react";
import { formatDay } from "@/domain/format";
import type { Drawing } from "../model/drawings";
import { Menu } from "./menu";
import css from "./tools.module.css";
import type { DrawMode } from "./use-drawings";

interface DrawMenuProps {
  readonly drawings: readonly Drawing[];
  readonly mode: DrawMode | null;
  readonly onMode: (mode: DrawMode | null) => void;
  readonly onRemove: (place: number) => void;
  readonly onClear: () => void;
}

const MODES = [
  { id: "trend", label: "Trend line", Icon: TrendingUp, hint: "Click two points on the chart." },
  { id: "level", label: "Horizontal line", Icon: Minus, hint: "Click a price on the chart." },
  { id: "erase", label: "Erase", Icon: Eraser, hint: "Click the line to erase." },
] as const satisfies readonly { id: DrawMode; label: string; Icon: unknown; hint: string }[];

/** Lines of the reader's own; each can be removed here too, without a pointer. */
export function DrawMenu({ drawings, mode, onMode, onRemove, onClear }: DrawMenuProps) {
  const active = MODES.find(({ id }) => id === mode);
  return (
    <>
      {active ? (
        <span className={css["active"]} role="status">
          {active.hint} <span className="quiet">Esc to stop</span>
        </span>
      ) : null}
      <Menu
        label="Draw"
        icon={<Pencil size={15} aria-hidden="true" />}
        isOn={mode !== null || drawings.length > 0}
      >
        {(close) => (
          <>
            <p className={css["title"]}>Draw</p>
            {MODES.map(({ id, label, Icon }) => (
              <button
                key={id}
                type="button"
                className={css["item"]}
                aria-pressed={mode === id}
                onClick={() => {
                  onMode(mode === id ? null : id);
                  close();
                }}
              >
                <Icon size={14} aria-hidden="true" /> {label}
              </button>
            ))}
            {drawings.length > 0 ? (
              <>
                <p className={css["title"]}>On this market, in this browser</p>
                <ul className={css["list"]}>
                  {drawings.map((drawing, place) => (
                    <li key={describe(drawing)} className={css["drawn"]}>
                      {describe(drawing)}
                      <button
                        type="button"
                        aria-label={`Remove ${describe(drawing)}`}
                        onClick={() => onRemove(place)}
                      >
                        <Trash2 size={13} aria-hidden="true" />
                      </button>
                    </li>
                  ))}
                </ul>
                <button type="button" className={css["item"]} onClick={onClear}>
                  Remove all
                </button>
              </>
            ) : null}
          </>
        )}
      </Menu>
    </>
  );
}

function describe(drawing: Drawing): string {
  if (drawing.kind === "level") return `Line at $${drawing.price.toFixed(2)}`;
  return `Trend ${formatDay(drawing.from.time)} – ${formatDay(drawing.to.time)}`;
}
