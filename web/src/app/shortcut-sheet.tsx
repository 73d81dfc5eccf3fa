import { Sheet } from "@/ui/sheet";
import css from "./shortcut-sheet.module.css";
import { SHORTCUTS } from "./shortcuts";

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title="Keyboard" from="center" open onOpenChange={(open) => !open && onClose()}>
      <dl className={css["list"]}>
        {SHORTCUTS.map(({ keys, text }) => (
          <div key={text} className={css["row"]}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={css["key"]}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
