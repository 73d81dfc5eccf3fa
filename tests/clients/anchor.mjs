// Anchor: its provider, and a program of an IDL (the System program's, which comes with it).
import anchor from '@coral-xyz/anchor';
import {
  Keypair,
  LAMPORTS_PER_SOL as SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

import { LAMPORTS, check, confirmsAll, ends, refusal, rows, url, wsUrl } from './report.mjs';

const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const NONCE_BYTES = 80;
const connection = new anchor.web3.Connection(url, { commitment: 'confirmed', wsEndpoint: wsUrl });
const wallet = new anchor.Wallet(Keypair.generate());
const provider = new anchor.AnchorProvider(connection, wallet, {
  commitment: 'confirmed',
  preflightCommitment: 'confirmed',
});
const system = anchor.Native.system(provider);
const { publicKey } = wallet;
const receiver = Keypair.generate().publicKey;
const transfer = (to, lamports) =>
  system.methods.transfer(new anchor.BN(lamports)).accounts({ from: publicKey, to });
const nonce = Keypair.generate();
let paid;

await rows({
  airdrop: async () => {
    const signature = await connection.requestAirdrop(publicKey, 20 * SOL);
    await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
    check((await connection.getBalance(publicKey)) === 20 * SOL, 'balance');
  },
  'transfer, legacy': async () => {
    paid = await transfer(receiver, LAMPORTS).rpc();
    check((await connection.getBalance(receiver)) === LAMPORTS, 'balance');
  },
  'transfer, version 0': async () => {
    const { blockhash } = await connection.getLatestBlockhash();
    await provider.sendAndConfirm(
      new VersionedTransaction(
        new TransactionMessage({
          payerKey: publicKey,
          recentBlockhash: blockhash,
          instructions: [await transfer(receiver, LAMPORTS).instruction()],
        }).compileToV0Message(),
      ),
    );
    check((await connection.getBalance(receiver)) === 2 * LAMPORTS, 'balance');
  },
  memo: async () => {
    await provider.sendAndConfirm(
      new Transaction().add({
        programId: MEMO,
        data: Buffer.from('Acre'),
        keys: [{ pubkey: publicKey, isSigner: true, isWritable: false }],
      }),
    );
  },
  'durable nonce': async () => {
    await system.methods
      .createAccount(
        new anchor.BN(await connection.getMinimumBalanceForRentExemption(NONCE_BYTES)),
        new anchor.BN(NONCE_BYTES),
        SystemProgram.programId,
      )
      .accounts({ from: publicKey, to: nonce.publicKey })
      .postInstructions([
        SystemProgram.nonceInitialize({
          noncePubkey: nonce.publicKey,
          authorizedPubkey: publicKey,
        }),
      ])
      .signers([nonce])
      .rpc();
    const account = await system.account.nonce.fetch(nonce.publicKey);
    check(account.authorizedPubkey.equals(publicKey), 'the account of an IDL');
  },
  'failing transaction': async () => {
    const error = await refusal(() => transfer(receiver, '1000000000000000').rpc());
    check(
      error.logs.some((line) => line.includes('insufficient lamports')),
      'logs',
    );
  },
  getAccountInfo: async () => {
    const { data } = await system.account.nonce.fetchAndContext(nonce.publicKey);
    check(data.authorizedPubkey.equals(publicKey), 'fetchAndContext');
    const missing = await system.account.nonce.fetchNullable(Keypair.generate().publicKey);
    check(missing === null, 'fetchNullable');
  },
  getMultipleAccounts: async () => {
    const [found, nothing] = await system.account.nonce.fetchMultiple([
      nonce.publicKey,
      Keypair.generate().publicKey,
    ]);
    check(found.authorizedPubkey.equals(publicKey) && nothing === null, 'fetchMultiple');
    const [raw] = await anchor.utils.rpc.getMultipleAccounts(connection, [nonce.publicKey]);
    check(raw.account.data.length === NONCE_BYTES, 'getMultipleAccounts');
  },
  getTransaction: async () =>
    check((await connection.getTransaction(paid)).meta.fee === 5_000, 'fee'),
  sendTransaction: async () => {
    const signatures = await provider.sendAll(
      [1, 2, 3].map((lamports) => ({
        tx: new Transaction().add(
          SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: receiver, lamports }),
        ),
      })),
    );
    check(new Set(signatures).size === 3, 'sendAll');
  },
  simulateTransaction: async () => {
    const { unitsConsumed } = await provider.simulate(
      new Transaction().add(await transfer(receiver, 1).instruction()),
    );
    check(unitsConsumed > 0, 'simulate');
    await transfer(receiver, 1).simulate();
  },
  accountSubscribe: async () => {
    const heard = new Promise((resolve) => {
      system.account.nonce.subscribe(nonce.publicKey, 'confirmed').on('change', resolve);
    });
    await new Promise((resolve) => {
      connection.onRootChange(resolve);
    }); // the socket is open
    await system.methods
      .advanceNonceAccount(publicKey)
      .accounts({
        nonce: nonce.publicKey,
        recentBlockhashes: new PublicKey('SysvarRecentB1ockHashes11111111111111111111'),
      })
      .rpc();
    check((await heard).authorizedPubkey.equals(publicKey), 'account.subscribe');
    await system.account.nonce.unsubscribe(nonce.publicKey);
  },
  logsSubscribe: async () => {
    const id = system.addEventListener('none', () => {});
    await new Promise((resolve) => {
      connection.onRootChange(resolve);
    });
    await transfer(receiver, 1).rpc();
    await system.removeEventListener(id);
  },
});
await confirmsAll((count) => transfer(receiver, count + 1).rpc());
ends();
