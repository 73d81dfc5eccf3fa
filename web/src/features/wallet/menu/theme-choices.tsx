import { Monitor, Moon, Sun } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ThemeChoice, useTheme } from "@/state/theme";
import css from "./wallet-menu.module.css";

const CHOICES = [
  { value: "system", label: "System", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;

export function ThemeChoices() {
  const choice = useTheme((state) => state.choice);
  const choose = useTheme((state) => state.choose);
  return (
    <DropdownMenu.RadioGroup
      className={css["themes"]}
      aria-label="Theme"
      value={choice}
      onValueChange={(value) => choose(value as ThemeChoice)}
    >
      {CHOICES.map(({ value, label, Icon }) => (
        <DropdownMenu.RadioItem
          key={value}
          className={css["theme"]}
          value={value}
          onSelect={(event) => event.preventDefault()}
        >
          <Icon size={14} aria-hidden="true" /> {label}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
