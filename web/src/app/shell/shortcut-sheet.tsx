import { Sheet } from "@/ui/sheet";
import css from "../dialogs.module.css";
import { SHORTCUT_GROUPS } from "./shortcuts";

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet
      title="Keyboard shortcuts"
      from="center"
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <div className={css["keysList"]}>
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
      </div>
    </Sheet>
  );
}
