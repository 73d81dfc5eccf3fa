import { randomUUID } from "node:crypto";
import { rpc } from "../chain.mjs";
import { requireFromWeb } from "../paths.mjs";
import { assertEqual } from "../steps.mjs";
import { Account, signInText } from "./account.mjs";
import { Cipher, POINT_BYTES, readHello } from "./cipher.mjs";

const { WebSocketServer } = requireFromWeb("ws");

const SUBPROTOCOL = "com.solana.mobilewalletadapter.v1";
const SOCKET_PATH = "/solana-wallet";
export const SIGN_TRANSACTIONS = "solana:signTransactions";
export const SIGN_IN = "solana:signInWithSolana";

/** The protocol's numbers for refusals. */
const UNAUTHORIZED = -1;
const NOT_SIGNED = -3;

class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * A wallet app that follows a script: `version` of the protocol ("legacy", "v1" or anything),
 * `features`, whether it `sends` transactions itself, its `uriBase`, and `faults`: by method the
 * act that spoils the answer ("decline", "drop", "close" or "skip" a sequence number).
 */
export class ScriptedWallet {
  account = new Account();
  version = "v1";
  features = [SIGN_TRANSACTIONS];
  sends = true;
  uriBase = null;
  faults = {};
  /** Every request of the page, and every state of its sessions. */
  requests = [];
  states = [];
  problems = [];
  #nodeUrl;
  #tokens = new Set();
  #servers = new Set();

  constructor(nodeUrl, script = {}) {
    this.#nodeUrl = nodeUrl;
    Object.assign(this, script);
  }

  get methods() {
    return this.requests.map(({ method }) => method);
  }

  forget() {
    this.#tokens.clear();
  }

  /** Listens on the port of a link for the one session that it announces. */
  listen({ port, associationPoint }) {
    const server = new WebSocketServer({ host: "127.0.0.1", port, path: SOCKET_PATH });
    this.#servers.add(server);
    server.on("error", (error) => this.problems.push(error.message));
    server.on("connection", (socket) => {
      this.states.push("connecting");
      assertEqual(socket.protocol, SUBPROTOCOL, "subprotocol");
      const session = { socket, associationPoint, cipher: null, isAuthorized: false };
      socket.on("message", (message) => {
        this.#onMessage(session, message).catch((error) => {
          this.problems.push(error.message);
          socket.terminate();
        });
      });
      socket.on("close", () => {
        this.states.push("closed");
        server.close();
      });
    });
  }

  end() {
    for (const server of this.#servers) {
      for (const socket of server.clients) socket.terminate();
      server.close();
    }
  }

  async #onMessage(session, message) {
    if (session.cipher === null) return this.#greet(session, message);
    const { id, method, params } = JSON.parse(session.cipher.open(message));
    this.requests.push({ method, params });
    const fault = this.faults[method];
    if (fault === "drop") return session.socket.terminate();
    if (fault === "close") return session.socket.close(1000);
    const answer = await this.#answer(session, method, params, fault).then(
      (result) => ({ result }),
      ({ code = -32603, message: text }) => ({ error: { code, message: text } }),
    );
    const text = JSON.stringify({ jsonrpc: "2.0", id, ...answer });
    session.socket.send(session.cipher.seal(text, fault === "skip" ? 1 : 0));
  }

  #greet(session, hello) {
    this.states.push("helloSent");
    const point = readHello(hello, session.associationPoint);
    assertEqual(point.length, POINT_BYTES, "bytes of the page's point");
    session.cipher = new Cipher(point, session.associationPoint);
    const properties =
      this.version === "legacy"
        ? Buffer.alloc(0)
        : session.cipher.seal(
            JSON.stringify({ v: this.version }),
            this.faults.hello === "skip" ? 1 : 0,
          );
    session.socket.send(Buffer.concat([session.cipher.point, properties]));
    this.states.push("connected");
  }

  async #answer(session, method, params, fault) {
    if (fault === "decline") {
      throw new Refusal(method === "authorize" ? UNAUTHORIZED : NOT_SIGNED, "no");
    }
    if (method === "get_capabilities") return this.#capabilities();
    if (method === "authorize" || method === "reauthorize") {
      return this.#authorize(session, params);
    }
    if (!session.isAuthorized) throw new Refusal(UNAUTHORIZED, "not authorized");
    const payloads = params.payloads.map((payload) => Buffer.from(payload, "base64"));
    if (method === "sign_messages") return { signed_payloads: payloads.map((m) => this.#sign(m)) };
    const signed = payloads.map((payload) => this.account.signTransaction(payload));
    if (method === "sign_transactions") {
      return { signed_payloads: signed.map((one) => one.signed.toString("base64")) };
    }
    assertEqual(method, "sign_and_send_transactions", "method");
    for (const one of signed) {
      await rpc(this.#nodeUrl, "sendTransaction", [
        one.signed.toString("base64"),
        { encoding: "base64", preflightCommitment: params.options.commitment },
      ]);
    }
    return { signatures: signed.map((one) => one.signature.toString("base64")) };
  }

  #capabilities() {
    const limits = { max_transactions_per_request: 5, max_messages_per_request: 5 };
    const versions = { supported_transaction_versions: ["legacy", 0] };
    return this.version === "legacy"
      ? { ...limits, ...versions, supports_sign_and_send_transactions: this.sends }
      : { ...limits, ...versions, features: this.features };
  }

  #sign(message) {
    return Buffer.concat([message, this.account.sign(message)]).toString("base64");
  }

  #authorize(session, { auth_token: shown, sign_in_payload: payload }) {
    if (shown !== undefined && !this.#tokens.has(shown)) {
      throw new Refusal(UNAUTHORIZED, "unknown token");
    }
    session.isAuthorized = true;
    const token = randomUUID();
    this.#tokens.add(token);
    const address = this.account.publicKey.toString("base64");
    return {
      auth_token: token,
      accounts: [{ address, label: "Scripted" }],
      wallet_uri_base: this.uriBase,
      ...(payload && { sign_in_result: this.#signIn(payload, address) }),
    };
  }

  #signIn(payload, address) {
    const message = Buffer.from(signInText({ address: this.account.address, ...payload }));
    return {
      address,
      signed_message: message.toString("base64"),
      signature: this.account.sign(message).toString("base64"),
    };
  }
}
