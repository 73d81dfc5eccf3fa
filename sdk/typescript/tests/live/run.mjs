/** Runs one act of trade.ts against a platform: node run.mjs ACT URL SIGNER WEB_PACKAGE */
import { createRequire } from "node:module";
import { fromKeypair, fromKitSigner, fromWallet } from "@acre/sdk";
import { loadOrCreateKey } from "@acre/sdk/node";
import { delegate, hear, keep, listen, past, predict, refused, trade, wait } from "./trade.js";

const [act, url, signer, web] = process.argv.slice(2);
const need = createRequire(web);
const ACTS = { delegate, hear, keep, listen, past, predict, refused, trade, wait };
const MAKE = {
  file: () => loadOrCreateKey("./key.json"),
  web3: () => fromKeypair(need("@solana/web3.js").Keypair.generate()),
  kit: async () => fromKitSigner(await need("solana-kit").generateKeyPairSigner()),
  wallet: () => {
    const { Keypair, VersionedTransaction } = need("@solana/web3.js");
    const keypair = Keypair.generate();
    const signTransaction = async (transaction) => {
      transaction.sign([keypair]);
      return transaction;
    };
    return fromWallet({ publicKey: keypair.publicKey, signTransaction }, VersionedTransaction);
  },
};
const openSocket = (address) => new (need("ws").WebSocket)(address);
console.log(JSON.stringify(await ACTS[act](url, await MAKE[signer](), openSocket)));
