import { Component, type ReactNode } from "react";
import { Button } from "@/ui/button";
import css from "./shell/shell.module.css";

interface BoundaryState {
  readonly hasFailed: boolean;
}

/** Keeps the pages readable when the wallet chunk fails to load or throws. */
export class WalletBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override readonly state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className={css["lost"]}>
        The wallet could not be loaded. Reload the page to trade.
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    );
  }
}

/** For parts that the page does well without: nothing is shown when they fail. */
export class Optional extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override readonly state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
