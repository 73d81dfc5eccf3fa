/** Layout of the basket's form: few declarations, and the stylesheets of the page are full. */
import type { CSSProperties } from "react";

export const STACK: CSSProperties = { display: "grid", gap: "var(--space-8)" };
export const FORM: CSSProperties = { ...STACK, padding: "0 var(--space-16) var(--space-16)" };
export const ROW: CSSProperties = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "var(--space-8)",
};
export const BESIDE: CSSProperties = { padding: "var(--space-8) var(--space-16)" };
export const FIELD: CSSProperties = {
  flex: 1,
  minWidth: "8rem",
  padding: "6px 8px",
  border: "1px solid var(--control-border)",
  borderRadius: "var(--radius-control)",
  background: "var(--bg)",
};
