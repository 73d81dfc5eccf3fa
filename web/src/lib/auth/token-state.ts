import { create } from "zustand";

export interface CurrentSession {
  address: string;
  accessToken: string;
  expirationTime: number;
}

interface TokenState {
  session: CurrentSession | null;
  setSession: (session: CurrentSession | null) => void;
}

/** The access token of the connected address, for components; storage stays the truth. */
export const useTokenState = create<TokenState>()((set) => ({
  session: null,
  setSession: (session) => set({ session }),
}));
