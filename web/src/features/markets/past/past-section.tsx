import { lazy, Suspense, useRef } from "react";
import { Loading, Panel } from "@/ui/page/panel";
import { useSeen } from "../use-seen";

const Panels = lazy(async () => ({ default: (await import("./past-panel")).PastPanels }));

/** What can happen, by the past of the index; loaded when it is near the screen. */
export function PastSection({ symbol }: { readonly symbol: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(ref);
  const waiting = (
    <Panel title="What can happen">
      <Loading label="the past" lines={10} />
    </Panel>
  );
  return (
    <div ref={ref} style={{ minHeight: 420, display: "grid" }}>
      {isSeen ? (
        <Suspense fallback={waiting}>
          <Panels symbol={symbol} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
