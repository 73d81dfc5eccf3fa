import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";

interface CopyButtonProps {
  readonly text: string;
  /** What it copies, for its name: "address". */
  readonly what: string;
}

/** Copies a text and says whether the browser let it. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("copied");
    } catch {
      setSaid("not allowed by the browser");
    }
  };
  return (
    <>
      <Button size="small" look="ghost" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        <Copy size={14} aria-hidden="true" />
      </Button>
      <span className="quiet" role="status">
        {said}
      </span>
    </>
  );
}
