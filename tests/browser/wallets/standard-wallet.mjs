import { newKey } from "./keys.mjs";

/**
 * A wallet extension as the Wallet Standard knows it, with a key of its own, for `addInitScript`.
 * Its next act is set by `scripted[name]` in the page: `mode` is "approve", "refuse", "hang"
 * (no answer until `release()`), "drop" (it goes while it is asked), "unwilling" (it connects, but
 * refuses to sign), "foreign" (what it sends goes to another network) or "stale" (it signs for a
 * block that is long forgotten); `asked` lists what it was asked for.
 */
export function scriptedWallet(name, features, options = {}) {
  const { chains = ["solana:localnet"], mode = "approve" } = options;
  const key = options.key ?? newKey();
  return { content: `(${install})(${JSON.stringify({ name, features, chains, mode, key })})`, key };
}

/** Runs in the page. */
function install({ name, features, chains, mode, key }) {
  const ICON = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=";
  const CONNECTED = `scripted ${name} is connected`;
  const SIGNATURE_BYTES = 64;
  const listeners = new Set();
  const script = { mode, asked: [], release: () => undefined };
  globalThis.scripted = { ...globalThis.scripted, [name]: script };
  const account = {
    address: key.address,
    publicKey: Uint8Array.from(key.publicKey),
    chains,
    features: features.filter((feature) => feature !== "solana:signIn"),
  };
  let accounts = [];

  const tell = () => {
    for (const listener of listeners) listener({ accounts });
  };
  const go = () => {
    sessionStorage.removeItem(CONNECTED);
    accounts = [];
    tell();
  };
  script.drop = go;

  async function asked(what) {
    script.asked.push(what);
    const isUnwilling = script.mode === "unwilling" && what !== "connect";
    if (script.mode === "refuse" || isUnwilling) throw new Error("User rejected the request.");
    if (script.mode === "drop") {
      go();
      await new Promise(() => undefined);
    }
    if (script.mode === "hang") {
      await new Promise((resolve) => {
        script.release = resolve;
      });
    }
  }

  async function sign(bytes) {
    const secret = await crypto.subtle.importKey(
      "pkcs8",
      Uint8Array.from(key.pkcs8),
      "Ed25519",
      false,
      ["sign"],
    );
    return new Uint8Array(await crypto.subtle.sign("Ed25519", secret, bytes));
  }

  /** Where the blockhash stands: after the header and the keys (of which there are few). */
  function blockhashOf(bytes, messageAt) {
    const isVersioned = bytes[messageAt] >= 0x80;
    const countAt = messageAt + (isVersioned ? 4 : 3);
    const start = countAt + 1 + bytes[countAt] * 32;
    return [start, start + 32];
  }

  async function signed(transaction) {
    const bytes = Uint8Array.from(transaction);
    const count = bytes[0];
    if (script.mode === "stale") bytes.fill(1, ...blockhashOf(bytes, 1 + count * SIGNATURE_BYTES));
    bytes.set(await sign(bytes.slice(1 + count * SIGNATURE_BYTES)), 1);
    return bytes;
  }

  /** By a node of its own, which here is the page's. */
  async function send(bytes) {
    const encoded = btoa(String.fromCharCode(...bytes));
    const params = [encoded, { encoding: "base64", preflightCommitment: "confirmed" }];
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "sendTransaction", params });
    const headers = { "Content-Type": "application/json" };
    const { error } = await (await fetch("/rpc", { method: "POST", headers, body })).json();
    if (error) throw new Error(error.message);
  }

  /** The text of EIP-4361 as this chain's wallets write it. */
  function signInText(input) {
    const lines = [
      `${input.domain} wants you to sign in with your Solana account:`,
      input.address,
      "",
      input.statement,
      "",
      `URI: ${input.uri}`,
      `Version: ${input.version}`,
      `Chain ID: ${input.chainId}`,
      `Nonce: ${input.nonce}`,
      `Issued At: ${input.issuedAt}`,
      `Expiration Time: ${input.expirationTime}`,
    ];
    if (input.notBefore) lines.push(`Not Before: ${input.notBefore}`);
    lines.push(`Request ID: ${input.requestId}`, "Resources:");
    return [...lines, ...input.resources.map((resource) => `- ${resource}`)].join("\n");
  }

  const all = {
    "solana:signMessage": {
      version: "1.0.0",
      signMessage: async ({ message }) => {
        await asked("signMessage");
        return [{ signedMessage: message, signature: await sign(Uint8Array.from(message)) }];
      },
    },
    "solana:signIn": {
      version: "1.0.0",
      signIn: async (input) => {
        await asked("signIn");
        const signedMessage = new TextEncoder().encode(signInText(input));
        return [{ account, signedMessage, signature: await sign(signedMessage) }];
      },
    },
    "solana:signTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: ["legacy", 0],
      signTransaction: async ({ transaction }) => {
        await asked("signTransaction");
        return [{ signedTransaction: await signed(transaction) }];
      },
    },
    "solana:signAndSendTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: ["legacy", 0],
      signAndSendTransaction: async ({ transaction }) => {
        await asked("signAndSendTransaction");
        const bytes = await signed(transaction);
        if (script.mode !== "foreign") await send(bytes);
        return [{ signature: bytes.slice(1, 1 + SIGNATURE_BYTES) }];
      },
    },
  };

  const wallet = {
    version: "1.0.0",
    name,
    icon: ICON,
    chains,
    get accounts() {
      return accounts;
    },
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: async ({ silent } = {}) => {
          const wasAllowed = sessionStorage.getItem(CONNECTED) !== null;
          if (silent && !wasAllowed) return { accounts: [] };
          if (!silent) await asked("connect");
          else script.asked.push("connect silently");
          sessionStorage.setItem(CONNECTED, "yes");
          accounts = [account];
          tell();
          return { accounts };
        },
      },
      "standard:disconnect": {
        version: "1.0.0",
        disconnect: async () => {
          script.asked.push("disconnect");
          go();
        },
      },
      "standard:events": {
        version: "1.0.0",
        on: (_event, listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      ...Object.fromEntries(features.map((feature) => [feature, all[feature]])),
    },
  };
  globalThis.addEventListener("wallet-standard:app-ready", ({ detail }) => detail.register(wallet));
}
