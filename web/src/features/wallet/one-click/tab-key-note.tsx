import form from "@/ui/form/form.module.css";

/** What a key means that this browser cannot store. */
export function TabKeyNote() {
  return (
    <p className={form["hint"]}>
      This browser cannot store the key. It ends when you close or reload this tab, and its unused
      SOL is lost. Turn one-click trading off before you close the tab.
    </p>
  );
}
