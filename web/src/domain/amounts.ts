/** Raw integers of the contract, branded by kind: a price can not be passed where a size is due. */

declare const kind: unique symbol;

export type Kind =
  | "CollateralE6"
  | "TokenE6"
  | "SizeE6"
  | "PriceE8"
  | "SharePriceE8"
  | "LamportsE9"
  | "RateE12"
  | "PointsE6";

export type Raw<K extends Kind> = bigint & { readonly [kind]: K };

export type CollateralE6 = Raw<"CollateralE6">;
export type TokenE6 = Raw<"TokenE6">;
export type SizeE6 = Raw<"SizeE6">;
/** US dollars for a unit of area of the market. */
export type PriceE8 = Raw<"PriceE8">;
/** US dollars for a share of the pool. */
export type SharePriceE8 = Raw<"SharePriceE8">;
export type LamportsE9 = Raw<"LamportsE9">;
export type RateE12 = Raw<"RateE12">;
export type PointsE6 = Raw<"PointsE6">;

/** Fraction digits of each kind. */
export const DECIMALS: Readonly<Record<Kind, number>> = {
  CollateralE6: 6,
  TokenE6: 6,
  SizeE6: 6,
  PriceE8: 8,
  SharePriceE8: 8,
  LamportsE9: 9,
  RateE12: 12,
  PointsE6: 6,
};
