// umi of Metaplex with the instructions of mpl-toolbox.
import * as toolbox from '@metaplex-foundation/mpl-toolbox';
import { generateSigner, signerIdentity, sol, transactionBuilder } from '@metaplex-foundation/umi';
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults';
import { Connection } from '@solana/web3.js';

import { check, confirmsAll, ends, refusal, rows, url, wsUrl } from './report.mjs';

const MINT_BYTES = 82;
const confirmed = { commitment: 'confirmed' };
// Its websockets are those of web3.js, which looks on the next port unless it is given an address.
const umi = createUmi(new Connection(url, { ...confirmed, wsEndpoint: wsUrl }), confirmed).use(
  toolbox.mplToolbox(),
);
const payer = generateSigner(umi);
umi.use(signerIdentity(payer));
const receiver = generateSigner(umi).publicKey;
const sent = { send: confirmed, confirm: confirmed };
const pay = (destination, amount) => toolbox.transferSol(umi, { destination, amount: sol(amount) });
const pays = (destination, amount) => pay(destination, amount).sendAndConfirm(umi, sent);
const lamportsOf = async (address) => (await umi.rpc.getBalance(address)).basisPoints;
const world = {};

await rows({
  airdrop: async () => {
    await umi.rpc.airdrop(payer.publicKey, sol(20), confirmed);
    check((await lamportsOf(payer.publicKey)) === sol(20).basisPoints, 'balance');
  },
  'transfer, legacy': async () => {
    const { signature } = await pay(receiver, 0.001).useLegacyVersion().sendAndConfirm(umi, sent);
    world.paid = signature;
    check((await lamportsOf(receiver)) === sol(0.001).basisPoints, 'balance');
  },
  'transfer, version 0': async () => {
    await pays(receiver, 0.001);
    check((await lamportsOf(receiver)) === sol(0.002).basisPoints, 'balance');
  },
  tokens: async () => {
    const mint = generateSigner(umi);
    const programId = toolbox.getSplTokenProgramId(umi);
    const [from, to] = [payer.publicKey, receiver].map((owner) =>
      toolbox.findAssociatedTokenPda(umi, { mint: mint.publicKey, owner }),
    );
    await transactionBuilder()
      .add(
        toolbox.createAccount(umi, {
          newAccount: mint,
          space: MINT_BYTES,
          programId,
          lamports: await umi.rpc.getRent(MINT_BYTES),
        }),
      )
      .add(
        toolbox.initializeMint2(umi, {
          mint: mint.publicKey,
          decimals: 6,
          mintAuthority: payer.publicKey,
          freezeAuthority: null,
        }),
      )
      .add(
        [
          [payer.publicKey, from],
          [receiver, to],
        ].map(([owner, ata]) =>
          toolbox.createIdempotentAssociatedToken(umi, { mint: mint.publicKey, owner, ata }),
        ),
      )
      .add(toolbox.mintTokensTo(umi, { mint: mint.publicKey, token: from, amount: 5_000n }))
      .sendAndConfirm(umi, sent);
    await toolbox
      .transferTokensChecked(umi, {
        source: from,
        mint: mint.publicKey,
        destination: to,
        amount: 1_250n,
        decimals: 6,
      })
      .sendAndConfirm(umi, sent);
    check((await toolbox.fetchToken(umi, to, confirmed)).amount === 1_250n, 'fetchToken');
    Object.assign(world, { mint: mint.publicKey, from: from[0], to: to[0], programId });
  },
  memo: async () => {
    await toolbox.addMemo(umi, { memo: 'Acre' }).sendAndConfirm(umi, sent);
  },
  'priority fee': async () => {
    const before = await lamportsOf(payer.publicKey);
    await transactionBuilder()
      .add(toolbox.setComputeUnitLimit(umi, { units: 1_000 }))
      .add(toolbox.setComputeUnitPrice(umi, { microLamports: 1_000_000 }))
      .add(pay(receiver, 0.001))
      .sendAndConfirm(umi, sent);
    check(before - (await lamportsOf(payer.publicKey)) === 1_006_000n, 'fee');
  },
  'lookup table': async () => {
    const entry = generateSigner(umi).publicKey;
    const recentSlot = await umi.rpc.getSlot(confirmed);
    const [create, table] = toolbox.createLut(umi, { recentSlot, addresses: [entry] });
    await create.sendAndConfirm(umi, sent);
    const { addresses } = await toolbox.fetchAddressLookupTable(umi, table.publicKey);
    check(addresses[0] === entry, 'fetchAddressLookupTable');
    const last = await umi.rpc.getSlot({ commitment: 'processed' });
    // Its entries count from the next slot on.
    while ((await umi.rpc.getSlot({ commitment: 'processed' })) === last) {
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    await pay(entry, 1).setAddressLookupTables([table]).sendAndConfirm(umi, sent);
    check((await lamportsOf(entry)) === sol(1).basisPoints, 'balance');
  },
  'failing transaction': async () => {
    const error = await refusal(() => pays(receiver, 1_000_000));
    check(`${error}`.includes('insufficient lamports'), `${error}`);
  },
});

const { mint, from, to, programId, paid } = world;
const unknown = generateSigner(umi).publicKey;
await rows({
  getAccountInfo: async () => {
    check((await umi.rpc.getAccount(mint)).data.length === MINT_BYTES, 'account');
    check(!(await umi.rpc.accountExists(unknown)), 'accountExists');
  },
  getBalance: async () => check((await lamportsOf(unknown)) === 0n, 'balance'),
  getBlockTime: async () => {
    const [{ slot }] = await umi.rpc.getSignatureStatuses([paid]);
    check((await umi.rpc.getBlockTime(slot)) > 0n, 'time');
  },
  getGenesisHash: async () => check((await umi.rpc.getGenesisHash()).length > 40, 'hash'),
  getLatestBlockhash: async () =>
    check((await umi.rpc.getLatestBlockhash()).lastValidBlockHeight > 150, 'hash'),
  getMinimumBalanceForRentExemption: async () =>
    check((await umi.rpc.getRent(37)).basisPoints === 1_148_400n, 'rent'),
  getMultipleAccounts: async () => {
    const [found, nothing] = await umi.rpc.getAccounts([mint, unknown]);
    check(found.exists && !nothing.exists, 'accounts');
  },
  getProgramAccounts: async () => {
    const memcmp = {
      offset: 0,
      bytes: new Uint8Array(Buffer.from((await umi.rpc.getAccount(from)).data.slice(0, 32))),
    };
    const found = await umi.rpc.getProgramAccounts(programId, {
      filters: [{ dataSize: 165 }, { memcmp }],
    });
    check(found.length === 2, 'accounts');
    check((await toolbox.fetchAllTokenByOwner(umi, receiver)).length === 1, 'fetchAllTokenByOwner');
  },
  getSignatureStatuses: async () =>
    check((await umi.rpc.getSignatureStatuses([paid]))[0].error === null, 'status'),
  getSlot: async () => check((await umi.rpc.getSlot()) > 0, 'slot'),
  getTokenLargestAccounts: async () => {
    const [first] = await toolbox.findLargestTokensByMint(umi, mint);
    check(first.publicKey === from, 'largest');
  },
  getTransaction: async () => {
    const { meta, message } = await umi.rpc.getTransaction(paid, confirmed);
    check(meta.fee.basisPoints === 5_000n && message.accounts.includes(receiver), 'transaction');
  },
  requestAirdrop: async () => umi.rpc.airdrop(unknown, sol(1), confirmed),
  sendTransaction: async () => {
    const transaction = await pay(receiver, 0.001).buildAndSign(umi);
    check((await umi.rpc.sendTransaction(transaction, confirmed)).length === 64, 'signature');
  },
  simulateTransaction: async () => {
    const transaction = await pay(receiver, 0.001).buildAndSign(umi);
    const { err, unitsConsumed } = await umi.rpc.simulateTransaction(transaction, confirmed);
    check(err === null && unitsConsumed > 0, 'simulated');
  },
});
await confirmsAll((count) => pays(receiver, (count + 1) / 1_000_000));
ends();
