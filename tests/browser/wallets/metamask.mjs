import { newKey } from "./keys.mjs";

const WIDGET = "https://widget.solflare.com/";

/**
 * MetaMask with Solflare's Solana module, scripted: the extension's content script, for
 * `addInitScript`, and the module's window, which `serve` answers in place of its host. The
 * extension answers at once, or when `metamask.answer()` is called if it is slow.
 */
export function scriptedMetaMask({ isSlow = false } = {}) {
  const key = newKey();
  const page = `<!doctype html><title>Widget</title><script>(${widget})(${JSON.stringify(key)})</script>`;
  return {
    key,
    content: `(${install})(${isSlow})`,
    /** Answers for the host of the window in a browser context. */
    serve: (context) =>
      context.route(`${WIDGET}**`, (route) =>
        route.fulfill({ contentType: "text/html", body: page }),
      ),
  };
}

/** Runs in the page: what the extension says to a page that asks for its snaps. */
function install(isSlow) {
  globalThis.metamask = { answer: () => undefined, asked: 0 };
  globalThis.addEventListener("message", ({ data }) => {
    const request = data?.target === "metamask-contentscript" ? data.data?.data : null;
    if (request?.method !== "wallet_getSnaps") return;
    globalThis.metamask.asked += 1;
    const answer = { id: request.id, jsonrpc: "2.0", result: {} };
    const message = { name: "metamask-provider", data: answer };
    globalThis.metamask.answer = () =>
      globalThis.postMessage({ target: "metamask-inpage", data: message }, location.origin);
    if (!isSlow) globalThis.metamask.answer();
  });
}

/** Runs in the module's window: connects at once and signs what it is given. */
function widget(key) {
  const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const CHANNEL = "solflareIframeToWalletAdapter";
  const tell = (data) => parent.postMessage({ channel: CHANNEL, data }, "*");
  const toBytes = (text) => {
    let number = 0n;
    for (const letter of text) number = number * 58n + BigInt(ALPHABET.indexOf(letter));
    const hex = number.toString(16);
    const even = hex.length % 2 === 0 ? hex : `0${hex}`;
    return Uint8Array.from(even.match(/../g), (pair) => Number.parseInt(pair, 16));
  };
  const toText = (bytes) => {
    let number = 0n;
    for (const byte of bytes) number = number * 256n + BigInt(byte);
    let text = "";
    for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text;
    for (const byte of bytes) {
      if (byte !== 0) break;
      text = `1${text}`;
    }
    return text;
  };
  async function sign(bytes) {
    const secret = Uint8Array.from(key.pkcs8);
    const held = await crypto.subtle.importKey("pkcs8", secret, "Ed25519", false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("Ed25519", held, bytes));
  }
  addEventListener("message", async ({ data }) => {
    if (data?.channel !== "solflareWalletAdapterToIframe") return;
    const { id, method, params } = data.data;
    const result =
      method === "signMessage" ? { signature: toText(await sign(toBytes(params.data))) } : {};
    tell({ type: "response", id, result });
  });
  tell({ type: "event", event: { type: "connect", data: { publicKey: key.address } } });
}
