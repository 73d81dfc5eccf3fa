import {
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import type { TermId } from "@/words/glossary";
import css from "./term.module.css";

const TermCard = lazy(async () => ({ default: (await import("./term-card")).TermCard }));

const OPEN_DELAY_MS = 250;
const CLOSE_DELAY_MS = 200;

interface TermProps {
  readonly id: TermId;
  readonly children: ReactNode;
  /** Punctuation that stays on its line: after a button a line may break. */
  readonly after?: string;
}

/**
 * A word with its explanation: one line and a link to /learn. It opens under the mouse, by a tap, or by
 * Enter. It is a button: do not put it inside another one, a link or a label.
 */
export function Term({ id, children, after }: TermProps) {
  const [how, setHow] = useState<"closed" | "hovered" | "pinned">("closed");
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => setHow("closed");
  const later = (next: () => void, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(next, delayMs);
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    later(() => setHow((now) => (now === "closed" ? "hovered" : now)), OPEN_DELAY_MS);
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    later(() => setHow((now) => (now === "hovered" ? "closed" : now)), CLOSE_DELAY_MS);
  };
  const word = (
    <button
      ref={button}
      type="button"
      className={css["term"]}
      aria-haspopup="dialog"
      aria-expanded={how !== "closed"}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onClick={() => {
        clearTimeout(timer.current);
        setHow((now) => (now === "pinned" ? "closed" : "pinned"));
      }}
    >
      {children}
    </button>
  );
  return (
    <>
      {after === undefined ? (
        word
      ) : (
        <span className={css["kept"]}>
          {word}
          {after}
        </span>
      )}
      {how === "closed" ? null : (
        <Suspense fallback={null}>
          <TermCard
            id={id}
            anchor={button}
            takesFocus={how === "pinned"}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={leave}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
