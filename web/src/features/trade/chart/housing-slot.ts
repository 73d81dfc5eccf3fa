import { type ComponentType, createContext } from "react";

export interface HousingProps {
  readonly symbol: string;
  readonly metric: string;
}

/** The Housing tab's content. It belongs to the markets' pages: the app puts it in. */
export const HousingSlot = createContext<ComponentType<HousingProps> | null>(null);
