import { newKey } from "./keys.mjs";

/**
 * A Ledger with the Solana app behind a scripted WebHID, for `addInitScript`: it speaks the packets
 * and commands of the real device and signs with a throw-away key. `ledger` in the page sets what
 * happens next: `status` answers every command with that status word (null: does its work), `hang`
 * answers none, `unplug()` takes it away; `blocks` lists the data sizes it was sent.
 */
export function ledgerDevice() {
  const key = newKey();
  return { content: `(${install})(${JSON.stringify(key)})`, key };
}

/** Runs in the page. */
function install(key) {
  const PACKET = 64;
  const TAG = 5;
  const OK = 0x9000;
  const GET_PUBKEY = 5;
  const SIGN = 6;
  const MORE = 2;
  /** Number of signers (1 byte), then the path: its length and four indexes. */
  const PATH_BYTES = 1 + 1 + 4 * 4;
  const ALLOWED = "scripted ledger is allowed";
  const reports = new Set();
  const unplugged = new Set();
  const script = { status: null, hang: false, isRefused: false, blocks: [], instructions: [] };
  globalThis.ledger = script;
  let incoming = null;
  let signing = [];

  async function sign(bytes) {
    const secret = await crypto.subtle.importKey(
      "pkcs8",
      Uint8Array.from(key.pkcs8),
      "Ed25519",
      false,
      ["sign"],
    );
    return [...new Uint8Array(await crypto.subtle.sign("Ed25519", secret, bytes))];
  }

  const word = (status) => [status >> 8, status & 0xff];

  async function answer([, instruction, , p2, length, ...data]) {
    script.blocks.push(length);
    script.instructions.push(instruction);
    if (script.status !== null) return word(script.status);
    if (instruction === GET_PUBKEY) return [...key.publicKey, ...word(OK)];
    if (instruction !== SIGN) return word(0x6d00);
    signing.push(...data);
    if (p2 & MORE) return word(OK);
    const message = Uint8Array.from(signing.slice(PATH_BYTES));
    signing = [];
    return [...(await sign(message)), ...word(OK)];
  }

  function reply(channel, bytes) {
    const rest = [bytes.length >> 8, bytes.length & 0xff, ...bytes];
    for (let sequence = 0; rest.length > 0; sequence += 1) {
      const packet = new Uint8Array(PACKET);
      packet.set([...channel, TAG, sequence >> 8, sequence & 0xff, ...rest.splice(0, PACKET - 5)]);
      for (const listener of reports) listener({ data: new DataView(packet.buffer) });
    }
  }

  const device = {
    vendorId: 0x2c97,
    productId: 0x4011,
    productName: "Nano X",
    opened: false,
    open: async () => {
      device.opened = true;
    },
    close: async () => {
      device.opened = false;
    },
    addEventListener: (_type, listener) => reports.add(listener),
    removeEventListener: (_type, listener) => reports.delete(listener),
    sendReport: async (_id, packet) => {
      const [high, low, , sequenceHigh, sequenceLow, ...data] = new Uint8Array(packet);
      if (sequenceHigh === 0 && sequenceLow === 0) {
        incoming = { length: (data[0] << 8) | data[1], bytes: data.slice(2) };
      } else incoming.bytes.push(...data);
      if (incoming.bytes.length < incoming.length) return;
      const command = incoming.bytes.slice(0, incoming.length);
      const response = await answer(command);
      if (!script.hang) reply([high, low], response);
    },
  };
  script.unplug = () => {
    for (const listener of unplugged) listener({ device });
  };
  const hid = {
    getDevices: async () => (localStorage.getItem(ALLOWED) === null ? [] : [device]),
    requestDevice: async () => {
      if (script.isRefused) return [];
      localStorage.setItem(ALLOWED, "yes");
      return [device];
    },
    addEventListener: (_type, listener) => unplugged.add(listener),
    removeEventListener: (_type, listener) => unplugged.delete(listener),
  };
  Object.defineProperty(navigator, "hid", { configurable: true, value: hid });
}
