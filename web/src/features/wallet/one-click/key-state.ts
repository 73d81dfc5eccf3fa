import { create } from "zustand";
import { loadKey } from "./browser-key";

interface KeyState {
  /** The wallet that the key was looked up for. */
  readonly owner: string | null;
  /** Address of this browser's key; null: none. */
  readonly address: string | null;
  /** It ends with this tab. */
  readonly isOfTab: boolean;
}

export const useKeyState = create<KeyState>()(() => ({
  owner: null,
  address: null,
  isOfTab: false,
}));

/** Looks the key of a wallet up again. */
export async function refreshKey(owner: string): Promise<void> {
  const key = await loadKey(owner);
  useKeyState.setState({ owner, address: key?.address ?? null, isOfTab: key?.isOfTab ?? false });
}
