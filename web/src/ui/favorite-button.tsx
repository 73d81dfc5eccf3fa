import { Star } from "lucide-react";
import { useFavorites } from "@/state/favorites";
import css from "./markets-page.module.css";

interface FavouriteButtonProps {
  readonly symbol: string;
  readonly name: string;
}

/** Marks a market in this browser. */
export function FavouriteButton({ symbol, name }: FavouriteButtonProps) {
  const isMarked = useFavorites((state) => state.symbols.includes(symbol));
  const toggle = useFavorites((state) => state.toggle);
  return (
    <button
      type="button"
      className={css["star"]}
      aria-pressed={isMarked}
      aria-label={`Favorite ${name}`}
      onClick={() => toggle(symbol)}
    >
      <Star size={14} fill={isMarked ? "currentColor" : "none"} aria-hidden="true" />
    </button>
  );
}
