/** Off in builds made with VITE_METAMASK=off. */
export const IS_METAMASK_OFFERED = import.meta.env["VITE_METAMASK"] !== "off";

/**
 * Looks for MetaMask and offers it for Solana when it is there. The module asks the extension, by
 * messages inside the page, for five seconds; nothing leaves the page before the user chooses it.
 */
export async function offerMetaMask(): Promise<void> {
  const { initializeWhenDetected } = await import("@solflare-wallet/metamask-wallet-standard");
  await initializeWhenDetected();
}
