import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { isTyping, type ShortcutAction, shortcutStep } from "./shortcuts";

const ShortcutSheet = lazy(async () => {
  const module = await import("./shortcut-sheet");
  return { default: module.ShortcutSheet };
});

/** Listens for the shortcuts; the sheet that lists them loads when first asked for. */
export function ShortcutKeys() {
  const navigate = useNavigate();
  const isGoing = useRef(false);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const act = (action: ShortcutAction) => {
      if (action === "help") setIsOpen(true);
      if (action === "search") document.querySelector<HTMLElement>('input[type="search"]')?.focus();
      if (action === "markets") void navigate({ to: "/" });
      if (action === "portfolio") void navigate({ to: "/portfolio" });
    };
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector('[role="dialog"]')) return;
      const step = shortcutStep(event.key, isGoing.current);
      isGoing.current = step.isGoing;
      if (step.action === null) return;
      event.preventDefault();
      act(step.action);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate]);

  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutSheet onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
