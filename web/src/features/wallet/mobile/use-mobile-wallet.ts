import type { Adapter } from "@solana/wallet-adapter-base";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useMemo } from "react";
import { rpcCall } from "@/api/http";
import { canReachMobileWallets } from "./mobile-browser";
import { guardUnload } from "./unload-guard";

interface MobileWallet {
  readonly adapter: Adapter;
  readonly Companion: ComponentType;
}

async function loadMobileWallet(): Promise<MobileWallet> {
  const [{ createMobileWallet }, genesisHash] = await Promise.all([
    import("./mobile-wallet"),
    rpcCall("getGenesisHash", []),
  ]);
  return createMobileWallet(genesisHash);
}

// Here, and not in the lazy part: the adapter library must not have listened before.
if (canReachMobileWallets()) guardUnload();

const NOTHING = () => null;

/** The adapters with the mobile wallet before them, in a browser that can reach wallet apps. */
export function useMobileWallet(others: readonly Adapter[]): {
  readonly adapters: Adapter[];
  readonly Companion: ComponentType;
} {
  const { data = null } = useQuery({
    queryKey: ["mobile-wallet"],
    queryFn: loadMobileWallet,
    enabled: canReachMobileWallets(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return useMemo(
    () => ({
      adapters: data === null ? [...others] : [data.adapter, ...others],
      Companion: data?.Companion ?? NOTHING,
    }),
    [data, others],
  );
}
