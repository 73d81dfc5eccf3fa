/** Who signs a command: the browser key, for orders that were built for it, else the wallet. */
import type { QueryClient } from "@tanstack/react-query";
import type { DelegatedOrder } from "@/api/one-click";
import { UNCHECKED } from "@/copy/one-click";
import { toast } from "@/state/toast";
import type { BuiltTransaction } from "@/state/wallet-api.types";
import type { WalletBridge } from "../wallet-state";
import { loadKey } from "./browser-key";
import { delegatedOrder } from "./delegated-order";

type Build = () => Promise<BuiltTransaction>;

export interface OrderSigner {
  /** Builds and decides who signs. */
  readonly build: (build: Build) => Promise<BuiltTransaction>;
  readonly signAndSend: WalletBridge["signAndSend"];
  /** The address that signs and pays. */
  readonly sender: () => string;
}

const FALLBACK = { id: "one-click-fallback", duration: 6_000 };

export async function orderSigner(
  bridge: WalletBridge,
  owner: string,
  client: QueryClient,
): Promise<OrderSigner> {
  const key = await loadKey(owner);
  let order: DelegatedOrder | null = null;
  return {
    build: async (build) => {
      const built = await build();
      const { delegation, fallback } = built;
      if (fallback !== undefined) toast.info(fallback, FALLBACK);
      if (delegation === undefined) return built;
      if (key?.address === delegation.key) order = delegatedOrder(delegation, client);
      if (order !== null) return built;
      toast.info(UNCHECKED, FALLBACK);
      return await delegation.byWallet();
    },
    signAndSend: (txBase64, onSigned) =>
      order === null || key === null
        ? bridge.signAndSend(txBase64, onSigned)
        : bridge.signOrder(key, { txBase64, order }, onSigned),
    sender: () => order?.key ?? owner,
  };
}
