import { type ComponentType, lazy, Suspense } from "react";
import { type ShellDialog, showDialog, useShellDialog } from "./shell/shell-dialogs";

type Dialog = ComponentType<{ readonly onClose: () => void }>;

/** Each loads when it is first asked for. */
const DIALOGS: Readonly<Record<ShellDialog, Dialog>> = {
  palette: lazy(async () => ({ default: (await import("./palette/palette")).Palette })),
  keys: lazy(async () => ({ default: (await import("./shell/shortcut-sheet")).ShortcutSheet })),
  activity: lazy(async () => ({ default: (await import("./activity-panel")).ActivityPanel })),
  menu: lazy(async () => ({ default: (await import("./shell/menu-sheet")).MenuSheet })),
};

export function Dialogs() {
  const open = useShellDialog((state) => state.open);
  if (open === null) return null;
  const Open = DIALOGS[open];
  return (
    <Suspense fallback={null}>
      <Open onClose={() => showDialog(null)} />
    </Suspense>
  );
}
