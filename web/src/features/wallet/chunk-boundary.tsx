import { Component, type ReactNode } from "react";
import { toast } from "@/state/toast";
import { useWalletState } from "./wallet-state";

interface State {
  readonly hasFailed: boolean;
}

/** Keeps the app alive when the wallet runtime cannot load or breaks, and says so. */
export class ChunkBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    useWalletState.getState().closeDialog();
    useWalletState.getState().setDisconnected();
    toast.error("The wallet part of the page did not load. Reload the page to try again.");
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
