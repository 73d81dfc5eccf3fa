/** Every kind of failure of a wallet, its device or its network, each with what to do about it. */
export const WALLET_ERROR_WORDS = {
  cancelled: "You declined the request in the wallet.",
  notReady: "This wallet is not installed in this browser. Install it, then reload this page.",
  notConnected: "The wallet is not connected. Connect it and try again.",
  notSelected: "Choose a wallet first.",
  connection: "The wallet did not connect. Unlock it and try again.",
  disconnected: "The wallet has disconnected before it answered. Connect it again and try again.",
  disconnection:
    "The wallet did not disconnect cleanly. Reload this page if it still looks connected.",
  account: "The wallet offered no account for this network. Choose another account in it.",
  publicKey: "The wallet gave an unreadable address. Update the wallet or choose another one.",
  signTransaction: "The wallet did not sign the transaction. Open the wallet and try again.",
  signMessage: "The wallet did not sign the message. Open the wallet and try again.",
  sendTransaction: "The wallet could not send the transaction. Nothing was done; try again.",
  signIn: "The wallet did not sign in. Open the wallet and try again.",
  unsupported: "This wallet lacks a feature that Acre needs. Update it or choose another wallet.",
  wrongChain:
    "This wallet does not offer the network that this exchange runs on. Switch the network in " +
    "the wallet, or choose another wallet.",
  load: "The wallet's software could not be loaded. Check the connection and try again.",
  timeout: "The wallet did not answer in time. Open it and try again.",
  windowBlocked: "The browser blocked the wallet's window. Allow pop-ups and try again.",
  locked: "The device or wallet is locked. Unlock it and try again.",
  wrongApp: "Open the Solana app on the device and try again.",
  blindSigning: "Turn on blind signing in the settings of the device's Solana app and try again.",
  noDevice: "No device was chosen. Plug it in, unlock it and choose it in the browser's list.",
  deviceBusy:
    "The device is busy. Answer what it shows, close other programs that use it, and try again.",
  unplugged: "The device was unplugged before it answered. Plug it in, connect it and try again.",
  noMoney: "This wallet has too little SOL to pay for the transaction and its fee. Add some SOL.",
  stale: "The transaction waited too long before it was sent, so nothing happened. Try again.",
  network: "The network did not answer. Check the connection and try again.",
} as const;

export type WalletErrorKind = keyof typeof WALLET_ERROR_WORDS;
