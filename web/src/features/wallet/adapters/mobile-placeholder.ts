/**
 * What the adapter library gets for its import of the mobile wallet (scripts/mobile-later.ts): the
 * name, and on Android, until the mobile wallet has registered itself, one that is never shown.
 */
import {
  BaseSignerWalletAdapter,
  type WalletName,
  WalletNotReadyError,
  WalletReadyState,
} from "@solana/wallet-adapter-base";

export const SolanaMobileWalletAdapterWalletName = "Mobile Wallet Adapter" as WalletName;

export class SolanaMobileWalletAdapter extends BaseSignerWalletAdapter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly url = "";
  readonly icon = "";
  /** The library leaves unsupported wallets out of its list. */
  readonly readyState = WalletReadyState.Unsupported;
  readonly publicKey = null;
  readonly connecting = false;
  readonly supportedTransactionVersions = null;

  connect(): Promise<void> {
    return Promise.reject(new WalletNotReadyError());
  }

  /** The library disconnects what it leaves; there is nothing to leave here. */
  disconnect(): Promise<void> {
    return Promise.resolve();
  }

  signTransaction(): Promise<never> {
    return Promise.reject(new WalletNotReadyError());
  }
}

/** The library passes what these give to the constructor above, which needs none of it. */
export const createDefaultAddressSelector = () => null;
export const createDefaultAuthorizationResultCache = () => null;
export const createDefaultWalletNotFoundHandler = () => null;
