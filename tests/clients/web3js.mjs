// @solana/web3.js 1 with @solana/spl-token.
import * as spl from '@solana/spl-token';
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL as SOL,
  NONCE_ACCOUNT_LENGTH,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  PublicKey,
  sendAndConfirmTransaction,
} from '@solana/web3.js';

import { LAMPORTS, check, confirmsAll, ends, refusal, row, rows, url, wsUrl } from './report.mjs';

const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
// Where a URL names a port, the library looks for websockets on the next one.
const connection = new Connection(url, { commitment: 'confirmed', wsEndpoint: wsUrl });
const payer = Keypair.generate();
const receiver = Keypair.generate().publicKey;
const newAddress = () => Keypair.generate().publicKey;
const pay = (to, lamports) =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports });
const send = (instructions, signers = [], options = {}) =>
  sendAndConfirmTransaction(
    connection,
    new Transaction().add(...instructions),
    [payer, ...signers],
    { commitment: 'confirmed', ...options },
  );
const world = {};

async function confirmed(signature) {
  const latest = await connection.getLatestBlockhash();
  const { value } = await connection.confirmTransaction({ signature, ...latest });
  check(value.err === null, 'confirmTransaction');
}

async function versioned(instructions, tables = []) {
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions,
    }).compileToV0Message(tables),
  );
  transaction.sign([payer]);
  return transaction;
}

await rows({
  airdrop: async () => {
    await confirmed(await connection.requestAirdrop(payer.publicKey, 20 * SOL));
    check((await connection.getBalance(payer.publicKey)) === 20 * SOL, 'balance');
  },
  'transfer, legacy': async () => {
    world.paid = await send([pay(receiver, LAMPORTS)]);
    check((await connection.getBalance(receiver)) === LAMPORTS, 'balance');
  },
  'transfer, version 0': async () => {
    await confirmed(await connection.sendTransaction(await versioned([pay(receiver, LAMPORTS)])));
    check((await connection.getBalance(receiver)) === 2 * LAMPORTS, 'balance');
  },
  tokens: async () => {
    const mint = await spl.createMint(connection, payer, payer.publicKey, null, 6);
    const [from, to] = [
      await spl.getOrCreateAssociatedTokenAccount(connection, payer, mint, payer.publicKey),
      await spl.getOrCreateAssociatedTokenAccount(connection, payer, mint, receiver),
    ].map((account) => account.address);
    await spl.mintTo(connection, payer, mint, from, payer, 5_000);
    await spl.transferChecked(connection, payer, from, mint, to, payer, 1_250, 6);
    const spender = newAddress();
    await spl.approve(connection, payer, from, spender, payer, 10);
    check((await spl.getAccount(connection, to)).amount === 1_250n, 'getAccount');
    check((await spl.getMint(connection, mint)).supply === 5_000n, 'getMint');
    Object.assign(world, { mint, from, to, spender });
  },
  memo: async () => {
    const signature = await send([
      new TransactionInstruction({
        programId: MEMO,
        data: Buffer.from('Acre'),
        keys: [{ pubkey: payer.publicKey, isSigner: true, isWritable: false }],
      }),
    ]);
    const [found] = await connection.getSignaturesForAddress(payer.publicKey, { limit: 1 });
    check(found.signature === signature && found.memo === '[4] Acre', 'memo of the history');
  },
  'priority fee': async () => {
    const before = await connection.getBalance(payer.publicKey);
    await send([
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
      pay(receiver, 1),
    ]);
    check(before - (await connection.getBalance(payer.publicKey)) === 6_001, 'fee');
  },
  'lookup table': async () => {
    const entry = newAddress();
    const [create, address] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: await connection.getSlot(),
    });
    await send([
      create,
      AddressLookupTableProgram.extendLookupTable({
        lookupTable: address,
        authority: payer.publicKey,
        payer: payer.publicKey,
        addresses: [entry],
      }),
    ]);
    const last = await connection.getSlot('processed');
    const { value } = await connection.getAddressLookupTable(address);
    check(value.state.addresses[0].equals(entry), 'getAddressLookupTable');
    // Its entries count from the next slot on.
    while ((await connection.getSlot('processed')) === last) {
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    const signature = await connection.sendTransaction(await versioned([pay(entry, SOL)], [value]));
    await confirmed(signature);
    const { meta } = await connection.getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    });
    check(meta.loadedAddresses.writable[0].equals(entry), 'the table was used');
  },
  'durable nonce': async () => {
    const nonce = Keypair.generate();
    await send(
      [
        SystemProgram.createNonceAccount({
          fromPubkey: payer.publicKey,
          noncePubkey: nonce.publicKey,
          authorizedPubkey: payer.publicKey,
          lamports: await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH),
        }),
      ],
      [nonce],
    );
    const { context, value } = await connection.getNonceAndContext(nonce.publicKey);
    const nonceInstruction = SystemProgram.nonceAdvance({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
    });
    const target = newAddress();
    await sendAndConfirmTransaction(
      connection,
      new Transaction({
        feePayer: payer.publicKey,
        minContextSlot: context.slot,
        nonceInfo: { nonce: value.nonce, nonceInstruction },
      }).add(pay(target, SOL)),
      [payer],
    );
    check((await connection.getNonce(nonce.publicKey)).nonce !== value.nonce, 'the nonce advanced');
    check((await connection.getBalance(target)) === SOL, 'the transfer with a nonce');
  },
  'failing transaction': async () => {
    const error = await refusal(() => send([pay(receiver, 10n ** 15n)]));
    check(error instanceof SendTransactionError, `${error}`);
    check(
      error.logs.some((line) => line.includes('insufficient lamports')),
      'logs',
    );
  },
});

const { mint, from, to, spender, paid } = world;
const slot = await connection.getSlot();
const landed = await connection.getTransaction(paid, { maxSupportedTransactionVersion: 0 });
const leader = await connection.getSlotLeader();
const newest = { maxSupportedTransactionVersion: 1 };
const unknown = newAddress();

await rows({
  getAccountInfo: async () => {
    const { value } = await connection.getParsedAccountInfo(from);
    check(value.data.parsed.info.tokenAmount.amount === '3750', 'parsed');
    const part = await connection.getAccountInfo(from, { dataSlice: { offset: 0, length: 32 } });
    check(part.data.equals(mint.toBuffer()), 'slice');
    check((await connection.getAccountInfo(unknown)) === null, 'no account');
  },
  getBalance: async () => check((await connection.getBalance(unknown)) === 0, 'balance'),
  getBlock: async () => {
    check((await connection.getBlock(landed.slot, newest)).transactions.length > 0, 'block');
    check((await connection.getParsedBlock(landed.slot, newest)).transactions.length > 0, 'parsed');
    check(
      (await connection.getBlockSignatures(landed.slot)).signatures.includes(paid),
      'signatures',
    );
    for (const transactionDetails of ['accounts', 'none']) {
      const block = await connection.getBlock(landed.slot, { ...newest, transactionDetails });
      check(block.blockHeight > 0 || block.parentSlot > 0, transactionDetails);
    }
  },
  getBlockHeight: async () => check((await connection.getBlockHeight()) > 0, 'height'),
  getBlockProduction: async () =>
    check((await connection.getBlockProduction()).value.byIdentity[leader][0] > 0, 'blocks'),
  getBlockTime: async () =>
    check((await connection.getBlockTime(landed.slot)) === landed.blockTime, 'time'),
  getBlocks: async () => check((await connection.getBlocks(slot - 5, slot)).length === 6, 'blocks'),
  getClusterNodes: async () =>
    check((await connection.getClusterNodes())[0].pubkey === leader, 'node'),
  getEpochInfo: async () => check((await connection.getEpochInfo()).absoluteSlot >= slot, 'slot'),
  getEpochSchedule: async () =>
    check((await connection.getEpochSchedule()).slotsPerEpoch === 432_000, 'slots'),
  getFeeForMessage: async () => {
    const { message } = await versioned([pay(receiver, 1)]);
    check((await connection.getFeeForMessage(message)).value === 5_000, 'fee');
  },
  getFirstAvailableBlock: async () =>
    check((await connection.getFirstAvailableBlock()) === 0, 'block'),
  getGenesisHash: async () => check((await connection.getGenesisHash()).length > 40, 'hash'),
  getInflationGovernor: async () =>
    check((await connection.getInflationGovernor()).initial === 0, 'rate'),
  getInflationRate: async () => check((await connection.getInflationRate()).total === 0, 'rate'),
  getInflationReward: async () =>
    check((await connection.getInflationReward([payer.publicKey]))[0] === null, 'reward'),
  getLargestAccounts: async () =>
    check((await connection.getLargestAccounts()).value[0].lamports > SOL, 'largest'),
  getLatestBlockhash: async () =>
    check((await connection.getLatestBlockhash()).lastValidBlockHeight > 150, 'hash'),
  getLeaderSchedule: async () =>
    check((await connection.getLeaderSchedule())[leader].length === 432_000, 'slots'),
  getMinimumBalanceForRentExemption: async () =>
    check((await connection.getMinimumBalanceForRentExemption(165)) === 2_039_280, 'rent'),
  getMultipleAccounts: async () => {
    const [account, nothing] = await connection.getMultipleAccountsInfo([mint, unknown]);
    check(account.data.length === 82 && nothing === null, 'accounts');
  },
  getProgramAccounts: async () => {
    const memcmp = { offset: 0, bytes: mint.toBase58() };
    const filters = [{ dataSize: 165 }, { memcmp }];
    check(
      (await connection.getProgramAccounts(spl.TOKEN_PROGRAM_ID, { filters })).length === 2,
      'raw',
    );
    const coded = { ...memcmp, bytes: mint.toBuffer().toString('base64'), encoding: 'base64' };
    const found = await connection.getParsedProgramAccounts(spl.TOKEN_PROGRAM_ID, {
      filters: [{ memcmp: coded }],
    });
    check(found.length === 2 && found[0].account.data.program === 'spl-token', 'parsed');
  },
  getRecentPerformanceSamples: async () =>
    check(Array.isArray(await connection.getRecentPerformanceSamples(5)), 'samples'),
  getRecentPrioritizationFees: async () =>
    check((await connection.getRecentPrioritizationFees())[0].prioritizationFee === 0, 'fee'),
  getSignatureStatuses: async () =>
    check((await connection.getSignatureStatus(paid)).value.err === null, 'status'),
  getSignaturesForAddress: async () => {
    const all = await connection.getSignaturesForAddress(receiver);
    const first = await connection.getSignaturesForAddress(receiver, { limit: 1 });
    const rest = await connection.getSignaturesForAddress(receiver, { before: first[0].signature });
    const ids = (list) => list.map((one) => one.signature).join();
    check(all.at(-1).signature === paid && ids(all) === ids([...first, ...rest]), 'pages');
  },
  getSlot: async () => check((await connection.getSlot()) >= slot, 'slot'),
  getSlotLeader: async () => check((await connection.getSlotLeader()) === leader, 'leader'),
  getSlotLeaders: async () =>
    check((await connection.getSlotLeaders(slot, 2)).join() === [leader, leader].join(), 'leaders'),
  getStakeMinimumDelegation: async () =>
    check((await connection.getStakeMinimumDelegation()).value === SOL, 'stake'),
  getSupply: async () => {
    const { total, circulating, nonCirculating } = (await connection.getSupply()).value;
    // Its numbers are doubles, and these are beyond 2 ** 53.
    check(circulating > 0 && Math.abs(total - circulating - nonCirculating) < 1_000, 'sums');
  },
  getTokenAccountBalance: async () =>
    check((await connection.getTokenAccountBalance(from)).value.amount === '3750', 'amount'),
  getTokenAccountsByOwner: async () => {
    const { value } = await connection.getParsedTokenAccountsByOwner(receiver, { mint });
    check(value[0].pubkey.equals(to), 'account');
    check(
      (await connection.getTokenAccountsByOwner(receiver, { programId: spl.TOKEN_PROGRAM_ID }))
        .value.length === 1,
      'by program',
    );
  },
  getTokenLargestAccounts: async () => {
    const { value } = await connection.getTokenLargestAccounts(mint);
    check(value[0].address.equals(from) && value[1].address.equals(to), 'order');
  },
  getTokenSupply: async () =>
    check((await connection.getTokenSupply(mint)).value.amount === '5000', 'amount'),
  getTransaction: async () => {
    check((await connection.getTransaction(paid)).meta.fee === 5_000, 'fee');
    const parsed = await connection.getParsedTransaction(paid);
    check(parsed.transaction.message.instructions[0].parsed.info.lamports === LAMPORTS, 'parsed');
    check((await connection.getTransactions([paid, paid], newest)).length === 2, 'batch');
  },
  getTransactionCount: async () =>
    check((await connection.getTransactionCount()) > 5, 'transactions'),
  getVersion: async () =>
    check((await connection.getVersion())['solana-core'].length > 0, 'version'),
  getVoteAccounts: async () =>
    check((await connection.getVoteAccounts()).current.length === 0, 'validators'),
  isBlockhashValid: async () => {
    const { blockhash } = await connection.getLatestBlockhash();
    check((await connection.isBlockhashValid(blockhash)).value, 'valid');
  },
  minimumLedgerSlot: async () => check((await connection.getMinimumLedgerSlot()) === 0, 'slot'),
  requestAirdrop: async () => confirmed(await connection.requestAirdrop(newAddress(), SOL)),
  sendTransaction: async () => {
    const wire = (await versioned([pay(receiver, 1)])).serialize();
    const signature = await connection.sendRawTransaction(wire);
    await confirmed(signature);
    check(
      (await connection.sendRawTransaction(wire, { skipPreflight: true })) === signature,
      'again',
    );
  },
  simulateTransaction: async () => {
    const { value } = await connection.simulateTransaction(await versioned([pay(unknown, SOL)]), {
      replaceRecentBlockhash: true,
      innerInstructions: true,
      accounts: { encoding: 'base64', addresses: [unknown.toBase58()] },
    });
    check(value.err === null && value.accounts[0].lamports === SOL, 'account');
    check((await connection.getBalance(unknown)) === 0, 'a simulation changes nothing');
  },
});

/** What a listener hears when its address is paid; the root tells that the socket is open. */
async function heard(listen) {
  const target = newAddress();
  let id;
  const notification = new Promise((resolve) => {
    id = listen(target, resolve);
  });
  await new Promise((resolve) => {
    connection.onRootChange(resolve);
  });
  await send([pay(target, SOL)]);
  return { target, id, notification: await notification };
}

await rows({
  accountSubscribe: async () => {
    const { notification, id } = await heard((target, done) =>
      connection.onAccountChange(target, done),
    );
    check(notification.lamports === SOL, 'lamports');
    await connection.removeAccountChangeListener(id);
  },
  logsSubscribe: async () => {
    const { notification, id } = await heard((target, done) => connection.onLogs(target, done));
    check(notification.err === null && notification.logs.length > 0, 'logs');
    await connection.removeOnLogsListener(id);
  },
  programSubscribe: async () => {
    const { id } = await heard((target, done) =>
      connection.onProgramAccountChange(
        SystemProgram.programId,
        ({ accountId }) => {
          if (accountId.equals(target)) done();
        },
        { commitment: 'confirmed', filters: [{ dataSize: 0 }] },
      ),
    );
    await connection.removeProgramAccountChangeListener(id);
  },
  rootSubscribe: async () =>
    check(
      (await new Promise((resolve) => {
        connection.onRootChange(resolve);
      })) >= 0,
      'root',
    ),
  signatureSubscribe: async () => {
    const signature = await connection.sendTransaction(await versioned([pay(receiver, 1)]));
    // The library ends a subscription with its first notification, also when it says "received".
    const [kind, status] = await Promise.all([
      new Promise((resolve) => {
        connection.onSignatureWithOptions(signature, ({ type }) => resolve(type), {
          commitment: 'finalized',
          enableReceivedNotification: true,
        });
      }),
      new Promise((resolve) => {
        connection.onSignature(signature, resolve, 'finalized');
      }),
    ]);
    check(kind === 'received' && status.err === null, `${kind}`);
  },
  'signatureSubscribe, confirmed before': async () => {
    for (let count = 0; count < 4; count += 1) {
      const result = await new Promise((resolve) => {
        connection.onSignature(paid, resolve, 'confirmed');
      });
      check(result.err === null, 'signature');
    }
  },
  slotSubscribe: async () =>
    check(
      (
        await new Promise((resolve) => {
          connection.onSlotChange(resolve);
        })
      ).slot > 0,
      'slot',
    ),
  slotsUpdatesSubscribe: async () =>
    check(
      (
        await new Promise((resolve) => {
          connection.onSlotUpdate(resolve);
        })
      ).slot > 0,
      'slot',
    ),
});
await row('expired transaction', async () => {
  const height = await connection.getBlockHeight();
  const error = await refusal(() =>
    connection.confirmTransaction({
      signature: paid.replace(/.$/, (last) => (last === '2' ? '3' : '2')),
      blockhash: landed.transaction.message.recentBlockhash,
      lastValidBlockHeight: height,
    }),
  );
  check(`${error}`.includes('block height exceeded'), `${error}`);
});
await confirmsAll((count) => send([pay(receiver, count + 1)]));
ends();
