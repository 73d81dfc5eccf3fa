import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";
import css from "./tabs.module.css";

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly extra?: ReactNode;
  readonly className?: string | undefined;
}

export function Tabs({ label, tabs, value, onChange, extra, className }: TabsProps) {
  return (
    <RadixTabs.Root
      className={`${css["tabs"]} ${className ?? ""}`}
      value={value}
      onValueChange={onChange}
    >
      <div className={css["bar"]}>
        <RadixTabs.List className={`scroll-x ${css["list"]}`} aria-label={label}>
          {tabs.map((tab) => (
            <RadixTabs.Trigger key={tab.id} value={tab.id} className={css["tab"]}>
              {tab.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {extra}
      </div>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.id} value={tab.id} className={css["content"]}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
