import { useEngineNow } from "@/api/live";
import { useTradingAccount } from "@/domain/account";
import { type OneClickStatus, oneClickStatus } from "../model/one-click";
import { useKeyState } from "./key-state";

export function useOneClickStatus(): OneClickStatus {
  const { address, accounts } = useTradingAccount();
  const key = useKeyState((state) => (state.owner === address ? state.address : null));
  return oneClickStatus(accounts, key, useEngineNow());
}
