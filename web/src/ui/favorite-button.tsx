import { Star } from "lucide-react";
import { useFavorites } from "@/state/favorites";

interface FavoriteButtonProps {
  readonly symbol: string;
  readonly name: string;
  readonly className?: string | undefined;
}

/** Marks a market as a favorite in this browser. */
export function FavoriteButton({ symbol, name, className }: FavoriteButtonProps) {
  const isMarked = useFavorites((state) => state.symbols.includes(symbol));
  const toggle = useFavorites((state) => state.toggle);
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isMarked}
      aria-label={`Favorite ${name}`}
      onClick={() => toggle(symbol)}
    >
      <Star size={14} fill={isMarked ? "currentColor" : "none"} aria-hidden="true" />
    </button>
  );
}
