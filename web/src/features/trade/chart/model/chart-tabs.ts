const TABS = ["chart", "past", "housing", "funding", "depth", "info"] as const;
export type TabId = (typeof TABS)[number];

export function isTab(value: unknown): value is TabId {
  return TABS.some((tab) => tab === value);
}
