import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { showDialog } from "./shell-dialogs";
import { isInField, isPaletteKey, isTyping, type ShortcutAction, shortcutStep } from "./shortcuts";

/** A dialog of any kind takes all keys. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

/** Listens for the shortcuts. */
export function ShortcutKeys() {
  const navigate = useNavigate();
  const isGoing = useRef(false);

  useEffect(() => {
    const act = (action: ShortcutAction) => {
      if (action.dialog !== undefined) showDialog(action.dialog);
      else void navigate({ to: action.to });
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isInField(event) || isDialogOpen()) return;
      if (isPaletteKey(event)) {
        event.preventDefault();
        showDialog("palette");
        return;
      }
      if (isTyping(event) || event.repeat) return;
      const step = shortcutStep(event.key, isGoing.current);
      isGoing.current = step.isGoing;
      if (step.action === null) return;
      event.preventDefault();
      act(step.action);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate]);

  return null;
}
