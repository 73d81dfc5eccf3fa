import "../polyfill";
import { LedgerWalletAdapter } from "@solana/wallet-adapter-ledger";
import { PhantomWalletAdapter } from "@solana/wallet-adapter-phantom";
import { ConnectionProvider, WalletProvider } from "@solana/wallet-adapter-react";
import { SolflareWalletAdapter } from "@solana/wallet-adapter-solflare";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { statusQuery } from "@/lib/queries";
import { BurnerWallet } from "./burner-wallet";
import { rpcEndpoints } from "./connection";
import { reportConnectionError } from "./connection-errors";
import { registerOnce } from "./register-once";
import { useWalletSync } from "./use-wallet-sync";
import { WalletDialog } from "./wallet-dialog";

const burner = new BurnerWallet();

/**
 * The adapters and the dialog. Wallets that speak the Wallet Standard come by themselves; the
 * adapters are for those that may not, and for the Ledger device.
 */
export function WalletRuntime() {
  const isSettled = useBurnerWallet();
  const { http, ws } = rpcEndpoints(window.location);
  const adapters = useMemo(
    () => [new PhantomWalletAdapter(), new SolflareWalletAdapter(), new LedgerWalletAdapter()],
    [],
  );
  const config = useMemo(() => ({ commitment: "confirmed" as const, wsEndpoint: ws }), [ws]);
  return (
    <ConnectionProvider endpoint={http} config={config}>
      <WalletProvider wallets={adapters} autoConnect onError={reportConnectionError}>
        <ConnectedRuntime isSettled={isSettled} />
      </WalletProvider>
    </ConnectionProvider>
  );
}

function ConnectedRuntime({ isSettled }: { readonly isSettled: boolean }) {
  useWalletSync(isSettled);
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
