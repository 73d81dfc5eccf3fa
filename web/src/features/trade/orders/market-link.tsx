import { Link } from "@tanstack/react-router";
import positions from "../positions/positions.module.css";

interface MarketLinkProps {
  readonly name: string;
  /** Null while the markets are not known. */
  readonly symbol: string | null;
}

export function MarketLink({ name, symbol }: MarketLinkProps) {
  if (symbol === null) return name;
  return (
    <Link to="/trade/$symbol" params={{ symbol }} className={positions["plainLink"]}>
      {name}
    </Link>
  );
}
