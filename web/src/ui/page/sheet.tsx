import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useRef } from "react";
import css from "./sheet.module.css";

interface SheetProps {
  readonly title: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
  /** A bottom sheet on phones, a drawer or a centred dialog elsewhere. */
  readonly from?: "bottom" | "left" | "right" | "center" | "top";
  /** The content scrolls inside itself and keeps its own foot in view. */
  readonly fits?: boolean;
}

export function Sheet(props: SheetProps) {
  const { title, open, onOpenChange, children, from = "bottom", fits = false } = props;
  // It has no trigger of its own, to which the library would give the focus back.
  const opener = useRef<Element | null>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={css["overlay"]} />
        <Dialog.Content
          className={`${css["sheet"]} ${css[from]}`}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          <div className={css["head"]}>
            <Dialog.Title className={css["title"]}>{title}</Dialog.Title>
            <Dialog.Close className={css["close"]} aria-label="Close">
              <X size={18} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div className={css["body"]} data-fits={fits}>
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
