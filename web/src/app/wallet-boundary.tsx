import { Component, type ReactNode } from "react";

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
      <p role="alert" style={{ position: "fixed", left: 12, bottom: 12, color: "var(--warn)" }}>
        The wallet could not be loaded. Reload the page to trade.
      </p>
    );
  }
}
