import { Link } from "@tanstack/react-router";
import { Popover } from "radix-ui";
import { type PointerEvent, type RefObject, useId } from "react";
import { GLOSSARY, type TermId } from "@/words/glossary";
import css from "./term.module.css";

interface TermCardProps {
  readonly id: TermId;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** Opened by click, tap or key: it gets the focus, which returns to the term at the end. */
  readonly takesFocus: boolean;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: (event: PointerEvent) => void;
  readonly onClose: () => void;
}

/** The explanation of a term; a chunk with the glossary, loaded when the first one opens. */
export function TermCard({ id, anchor, takesFocus, onClose, ...hover }: TermCardProps) {
  const { term, line } = GLOSSARY[id];
  const lineId = useId();
  return (
    <Popover.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          key={takesFocus ? "pinned" : "hovered"}
          className={css["card"]}
          aria-label={term}
          aria-describedby={lineId}
          side="top"
          sideOffset={6}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            if (!takesFocus) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (takesFocus) anchor.current?.focus({ preventScroll: true });
          }}
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          {...hover}
        >
          <p id={lineId}>{line}</p>
          <Link to="/learn" hash={id} onClick={onClose}>
            Learn more
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
