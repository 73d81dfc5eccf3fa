import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useDebounced } from "@/state/use-debounced";
import { Button } from "@/ui/button";
import { Sheet } from "@/ui/sheet";
import css from "../dialogs.module.css";
import { findEntries } from "./fuzzy";
import { type PaletteEntry, useEntries } from "./use-entries";

const PER_GROUP = 6;
/** While nothing is typed there is room for every page. */
const PER_GROUP_AT_FIRST = 16;
const SEARCH_DELAY_MS = 150;
const TEXT_MAX = 64;

/** Everything by name: one field, one list, four keys. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet
      title="Search and commands"
      from="center"
      open
      onOpenChange={(open) => !open && onClose()}
    >
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
  const perGroup = text.trim() === "" ? PER_GROUP_AT_FIRST : PER_GROUP;
  const groups = useMemo(() => findEntries(text, entries, perGroup), [text, entries, perGroup]);
  const flat = groups.flatMap((group) => group.entries);
  const at = Math.min(chosen, flat.length - 1);
  const id = useId();
  const optionId = (entry: PaletteEntry) => `${id}-${entry.id.replaceAll(/[^A-Za-z0-9-]/g, "_")}`;
  const active = flat[at];
  const activeId = active === undefined ? undefined : optionId(active);

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
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element
          <div key={group.group} role="group" aria-labelledby={`${id}-${group.group}`}>
            <div id={`${id}-${group.group}`} className={css["findGroup"]} role="presentation">
              {group.group}
            </div>
            {group.entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here
              <div
                key={entry.id}
                id={optionId(entry)}
                role="option"
                aria-selected={entry === active}
                className={css["findOption"]}
                onClick={() => take(entry)}
                onPointerMove={() => setChosen(flat.indexOf(entry))}
              >
                <span>{entry.label}</span>
                <small>{entry.hint}</small>
              </div>
            ))}
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

function resultText(count: number, text: string, isLoading: boolean): string {
  if (count > 0) return "↑ ↓ to choose, Enter to take";
  return isLoading ? "Searching…" : `Nothing is called “${text.trim()}”`;
}
