import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import css from "./tools.module.css";

interface MenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Marks a tool that is in use. */
  readonly isOn: boolean;
  /** The content; `close` closes the panel. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button of the chart's toolbar with a panel below it; inside the chart, so also in full screen. */
export function Menu({ label, icon, isOn, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className={css["trigger"]} data-on={isOn} aria-label={label} title={label}>
        {icon}
      </Popover.Trigger>
      <Popover.Content
        className={css["menu"]}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label={label}
      >
        {children(() => setIsOpen(false))}
      </Popover.Content>
    </Popover.Root>
  );
}
