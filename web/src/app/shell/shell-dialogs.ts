import { create } from "zustand";

export type ShellDialog = "palette" | "keys" | "activity" | "menu";

interface ShellDialogs {
  readonly open: ShellDialog | null;
}

/** Which of the shell's dialogs is open; at most one is. */
export const useShellDialog = create<ShellDialogs>()(() => ({ open: null }));

export function showDialog(open: ShellDialog | null): void {
  useShellDialog.setState({ open });
}
