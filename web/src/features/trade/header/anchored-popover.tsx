import { Popover } from "radix-ui";
import type { ReactNode, RefObject } from "react";

export interface AnchoredPopoverProps {
  /** The button that opened it; it toggles, so a press on it is not one outside. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly align: "start" | "end";
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A popover at a button that is on the page before this software is loaded. */
export function AnchoredPopover(props: AnchoredPopoverProps) {
  const { anchor, label, align, className, onClose, children } = props;
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className={className}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
