import { create } from "zustand";

export interface CurrentSession {
  address: string;
  accessToken: string;
  expirationTime: number;
}

interface TokenState {
  session: CurrentSession | null;
  /** The address whose session the server has ended, until it signs in again. */
  endedFor: string | null;
  setSession: (session: CurrentSession | null) => void;
}

/** The access token of the connected address, for components; storage stays the truth. */
export const useTokenState = create<TokenState>()((set) => ({
  session: null,
  endedFor: null,
  setSession: (session) => set(session === null ? { session } : { session, endedFor: null }),
}));
