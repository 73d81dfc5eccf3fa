/** The position whose close dialog the trade page is asked to open, by the notice of its order. */
import { create } from "zustand";

export interface CloseRequest {
  /** The wallet: another one that is connected meanwhile closes nothing. */
  readonly owner: string;
  readonly marginAccountId: number;
  readonly marketId: number;
}

interface Asked {
  readonly request: CloseRequest | null;
}

export const useCloseRequest = create<Asked>()(() => ({ request: null }));

export function askToClose(request: CloseRequest | null): void {
  useCloseRequest.setState({ request });
}
