import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "@/ui/button";
import { BasketDialog } from "../positions/lazy-dialogs";
import { BESIDE } from "./layout";

/** Opens the form for an order of several markets. */
export function BasketButton() {
  const { symbol } = useParams({ strict: false });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div style={BESIDE}>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Pair or basket order
      </Button>
      {isOpen ? <BasketDialog symbol={symbol} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}
