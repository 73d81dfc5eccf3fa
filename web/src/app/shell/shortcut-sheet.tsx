import { Sheet } from "@/ui/page/sheet";
import css from "../dialogs.module.css";
import { SHORTCUT_GROUPS } from "./shortcuts";

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title="Keyboard shortcuts" from="top" open onOpenChange={(open) => !open && onClose()}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list may scroll, and has no control */}
      <section className={css["keysList"]} aria-label="Shortcuts" tabIndex={0}>
        {SHORTCUT_GROUPS.map(({ label, shortcuts }) => (
          <section key={label} aria-label={label}>
            <h3 className={css["keysLabel"]}>{label}</h3>
            <dl>
              {shortcuts.map(({ keys, text }) => (
                <div key={keys.join(" ")} className={css["keysRow"]}>
                  <dt>{text}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key} className={css["keysKey"]}>
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Sheet>
  );
}
