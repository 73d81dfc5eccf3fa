import type { ButtonHTMLAttributes } from "react";
import css from "./button.module.css";

type Look = "plain" | "accent" | "up" | "down" | "ghost";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly size?: "small" | "medium" | "large";
}

export function Button({ look = "plain", size = "medium", className, ...rest }: ButtonProps) {
  const classes = [css["button"], css[look], css[size], className].filter(Boolean).join(" ");
  return <button type="button" {...rest} className={classes} />;
}
