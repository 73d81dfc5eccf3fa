import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useFavorites } from "@/state/favorites";
import { useDebounced } from "@/state/use-debounced";
import { Button } from "@/ui/button";
import { Sheet } from "@/ui/page/sheet";
import css from "../dialogs.module.css";
import { type Found, findEntries, startGroups } from "./fuzzy";
import { readRecent, rememberRecent } from "./recent";
import { type PaletteEntry, useEntries } from "./use-entries";

const PER_GROUP = 6;
/** While nothing is typed there is room for every page. */
const PER_GROUP_AT_FIRST = 16;
const SEARCH_DELAY_MS = 150;
const TEXT_MAX = 64;

/** Everything by name: one field, one list, four keys. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title="Search and commands" from="top" open onOpenChange={(open) => !open && onClose()}>
      <Finder onClose={onClose} />
    </Sheet>
  );
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const { entries, isLoading, failed, retry } = useEntries(
    useDebounced(text.trim(), SEARCH_DELAY_MS),
  );
  const [recent] = useState(readRecent);
  const favorites = useFavorites((state) => state.symbols);
  const groups = useMemo(() => {
    if (text.trim() !== "") return findEntries(text, entries, PER_GROUP);
    const marked = favorites.map((symbol) => `market ${symbol}`);
    return startGroups(entries, recent, marked, PER_GROUP_AT_FIRST);
  }, [text, entries, recent, favorites]);
  const flat = groups.flatMap((group) => group.entries);
  const at = Math.min(chosen, flat.length - 1);
  const id = useId();
  // By place: a recent entry is listed in its group too.
  const optionId = (place: number) => `${id}-${place}`;
  const active = flat[at];
  const activeId = active === undefined ? undefined : optionId(at);

  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (activeId === undefined) return;
    document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const take = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    // First closed, so that what it opens keeps the focus.
    onClose();
    rememberRecent(entry.id);
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && flat.length > 0) {
      event.preventDefault();
      setChosen((at + step + flat.length) % flat.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      take(active);
    }
  };

  return (
    <div className={css["findPalette"]}>
      <input
        ref={field}
        className={css["findField"]}
        role="combobox"
        aria-label="Markets, pages, actions"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={TEXT_MAX}
        placeholder="Austin, portfolio, deposit, dark…"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} className={css["findList"]} role="listbox" aria-label="Found">
        {groups.map(({ group, entries: rows }, groupAt) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element
          <div key={group} role="group" aria-labelledby={`${id}-group-${groupAt}`}>
            <div id={`${id}-group-${groupAt}`} className={css["findGroup"]} role="presentation">
              {group}
            </div>
            {rows.map((entry, rowAt) => {
              const place = placeOf(groups, groupAt) + rowAt;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here
                <div
                  key={entry.id}
                  id={optionId(place)}
                  role="option"
                  aria-selected={place === at}
                  className={css["findOption"]}
                  onClick={() => take(entry)}
                  onPointerMove={() => setChosen(place)}
                >
                  <span>{entry.label}</span>
                  <small>{entry.hint}</small>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <div className={css["findFoot"]} role="status">
        {resultText(flat.length, text, isLoading)}
        {failed.length > 0 ? (
          <>
            <span className={css["findFailed"]}>{failed.join(", ")} could not be read.</span>
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** How many entries the groups above one have. */
function placeOf(groups: readonly Found<PaletteEntry>[], groupAt: number): number {
  return groups.slice(0, groupAt).reduce((sum, { entries }) => sum + entries.length, 0);
}

function resultText(count: number, text: string, isLoading: boolean): string {
  if (count > 0) return "↑ ↓ to move, Enter to select";
  return isLoading ? "Searching…" : `No results for “${text.trim()}”`;
}
