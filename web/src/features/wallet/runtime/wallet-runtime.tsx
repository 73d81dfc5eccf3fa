import "../polyfill";
import { ConnectionProvider, WalletProvider } from "@solana/wallet-adapter-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { statusQuery } from "@/api/queries";
import { createAdapters } from "../adapters/adapters";
import { BurnerWallet } from "../adapters/burner-wallet";
import { IS_METAMASK_OFFERED, offerMetaMask } from "../adapters/metamask";
import { registerOnce } from "../adapters/register-once";
import { useMobileWallet } from "../mobile/use-mobile-wallet";
import { COMMITMENT, rpcEndpoints } from "./connection";
import { reportConnectionError } from "./connection-errors";
import { useConnectTimeout } from "./use-connect-timeout";
import { useWalletSync } from "./use-wallet-sync";
import { WalletDialog } from "./wallet-dialog";

const burner = new BurnerWallet();

/** The chain libraries around the dialog; what they know goes to the light half's state. */
export function WalletRuntime() {
  const isSettled = useBurnerWallet();
  const { http, ws } = rpcEndpoints(window.location);
  const ownAdapters = useMemo(createAdapters, []);
  const { adapters, Companion } = useMobileWallet(ownAdapters);
  // Looking for a wallet that is not there must not break anything.
  useEffect(() => void (IS_METAMASK_OFFERED && offerMetaMask().catch(() => undefined)), []);
  const config = useMemo(() => ({ commitment: COMMITMENT, wsEndpoint: ws }), [ws]);
  return (
    <ConnectionProvider endpoint={http} config={config}>
      <WalletProvider wallets={adapters} autoConnect onError={reportConnectionError}>
        <ConnectedRuntime isSettled={isSettled} />
        <Companion />
      </WalletProvider>
    </ConnectionProvider>
  );
}

function ConnectedRuntime({ isSettled }: { readonly isSettled: boolean }) {
  useWalletSync(isSettled);
  useConnectTimeout();
  return <WalletDialog />;
}

/**
 * Offers the burner wallet when the server says that it is a local one; true once that is known.
 * It stands above the provider, whose own effect must listen before a wallet is registered.
 */
function useBurnerWallet(): boolean {
  const { data, isError } = useQuery({
    ...statusQuery,
    select: (status) => status.env,
  });
  useEffect(() => {
    if (data === "local") registerOnce(burner);
  }, [data]);
  return data !== undefined || isError;
}
