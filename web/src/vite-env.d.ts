/// <reference types="vite/client" />

declare module "virtual:us-states" {
  interface StateShape {
    readonly fips: string;
    readonly code: string;
    readonly name: string;
    readonly path: string;
    readonly box: readonly [number, number, number, number];
  }
  export const width: number;
  export const height: number;
  export const states: readonly StateShape[];
}

declare module "virtual:us-counties" {
  /** County border lines of one state, by its two-letter code; each its own lazy chunk. */
  export const counties: Readonly<Record<string, () => Promise<{ readonly path: string }>>>;
}

declare module "virtual:us-outlines" {
  interface Outline {
    readonly path: string;
    readonly box: readonly [number, number, number, number];
  }
  /** The outline of one state, by its two-letter code, and of the country as "US". */
  export const outlines: Readonly<
    Record<string, () => Promise<{ readonly outline: Outline | null }>>
  >;
}
