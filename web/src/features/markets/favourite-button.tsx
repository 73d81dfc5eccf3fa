import { Star } from "lucide-react";
import css from "./markets-page.module.css";
import { useFavourites } from "./model/favourites";

interface FavouriteButtonProps {
  readonly symbol: string;
  readonly name: string;
}

/** Marks a market in this browser. */
export function FavouriteButton({ symbol, name }: FavouriteButtonProps) {
  const isMarked = useFavourites((state) => state.symbols.includes(symbol));
  const toggle = useFavourites((state) => state.toggle);
  return (
    <button
      type="button"
      className={css["star"]}
      aria-pressed={isMarked}
      aria-label={`Favourite ${name}`}
      onClick={() => toggle(symbol)}
    >
      <Star size={14} fill={isMarked ? "currentColor" : "none"} aria-hidden="true" />
    </button>
  );
}
