// Drives a running node with the web client's own library, unmodified.
// Usage: node web3js.mjs <file URL of a module inside web/> <rpc url> <ws url or ->
//   <url for faults> <signature of a v1 transaction>
import { createRequire } from 'node:module';

import { ASSOCIATED_TOKEN_PROGRAM, CREATE_IDEMPOTENT, MEMO_PROGRAM, MINT_BYTES, SOL, TOKEN_PROGRAM,
  check, fault, initializeMint, mintTo, transferChecked } from './bytes.mjs';

const [base, url, wsUrl, faultUrl, versionOne] = process.argv.slice(2);
const { AddressLookupTableProgram, Connection, Keypair, NONCE_ACCOUNT_LENGTH, PublicKey,
  SendTransactionError, SystemProgram, Transaction, TransactionExpiredNonceInvalidError,
  TransactionInstruction, TransactionMessage,
  VersionedTransaction } = createRequire(base)('@solana/web3.js');

const TOKEN = new PublicKey(TOKEN_PROGRAM);
const ASSOCIATED = new PublicKey(ASSOCIATED_TOKEN_PROGRAM);
const MEMO = new PublicKey(MEMO_PROGRAM);
const options = { commitment: 'confirmed' };
// Without an endpoint of its own the library derives the websocket from port + 1.
if (wsUrl !== '-') options.wsEndpoint = wsUrl;
const connection = new Connection(url, options);
const payer = Keypair.generate();

const writable = (pubkey) => ({ pubkey, isSigner: false, isWritable: true });
const readonly = (pubkey) => ({ pubkey, isSigner: false, isWritable: false });
const signer = (pubkey) => ({ pubkey, isSigner: true, isWritable: false });
const pay = (to, lamports) => SystemProgram.transfer(
  { fromPubkey: payer.publicKey, toPubkey: to, lamports });
const instruction = (programId, keys, data) =>
  new TransactionInstruction({ programId, keys, data: Buffer.from(data) });
const memo = (text) => instruction(MEMO, [signer(payer.publicKey)], Buffer.from(text));

async function sign(instructions, signers = []) {
  const latest = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: payer.publicKey, ...latest });
  transaction.add(...instructions);
  transaction.sign(payer, ...signers);
  return { transaction, latest };
}

async function confirm(signature, strategy) {
  const result = await connection.confirmTransaction({ signature, ...strategy });
  check(result.value.err === null, `confirm ${signature}`);
  return signature;
}

async function send(instructions, signers = []) {
  const { transaction, latest } = await sign(instructions, signers);
  return confirm(await connection.sendRawTransaction(transaction.serialize()), latest);
}

async function refusal(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('failed: what had to be refused was accepted');
}

const associated = (owner, mint) => PublicKey.findProgramAddressSync(
  [owner.toBuffer(), TOKEN.toBuffer(), mint.toBuffer()], ASSOCIATED)[0];
const createAssociated = (owner, mint) => instruction(ASSOCIATED,
  [{ pubkey: payer.publicKey, isSigner: true, isWritable: true }, writable(associated(owner, mint)),
    readonly(owner), readonly(mint), readonly(SystemProgram.programId), readonly(TOKEN)],
  CREATE_IDEMPOTENT);

async function fundsPayer() {
  const signature = await connection.requestAirdrop(payer.publicKey, 20_000_000_000);
  await confirm(signature, await connection.getLatestBlockhash());
  check(await connection.getBalance(payer.publicKey) === 20_000_000_000, 'airdrop');
}

async function tokensWithMemo() {
  const mint = Keypair.generate();
  const receiver = Keypair.generate().publicKey;
  const lamports = await connection.getMinimumBalanceForRentExemption(MINT_BYTES);
  const [from, to] = [payer.publicKey, receiver].map((owner) => associated(owner, mint.publicKey));
  await send([
    SystemProgram.createAccount({ fromPubkey: payer.publicKey, newAccountPubkey: mint.publicKey,
      lamports, space: MINT_BYTES, programId: TOKEN }),
    instruction(TOKEN, [writable(mint.publicKey)], initializeMint(6, payer.publicKey.toBytes())),
  ], [mint]);
  await send([
    createAssociated(payer.publicKey, mint.publicKey),
    createAssociated(receiver, mint.publicKey),
    instruction(TOKEN, [writable(mint.publicKey), writable(from), signer(payer.publicKey)],
      mintTo(5_000_000)),
  ]);
  const signature = await send([
    instruction(TOKEN, [writable(from), readonly(mint.publicKey), writable(to),
      signer(payer.publicKey)], transferChecked(1_250_000, 6)),
    memo('Acre says hello'),
  ]);
  check((await connection.getTokenAccountBalance(to)).value.uiAmountString === '1.25', 'balance');
  check((await connection.getTokenSupply(mint.publicKey)).value.amount === '5000000', 'supply');
  const [largest] = (await connection.getTokenLargestAccounts(mint.publicKey)).value;
  check(largest.address.equals(from) && largest.amount === '3750000', 'getTokenLargestAccounts');
  const parsed = await connection.getParsedTransaction(signature);
  const [transfer, text] = parsed.transaction.message.instructions;
  check(transfer.parsed.info.tokenAmount.amount === '1250000', 'parsed transfer');
  check(text.parsed === 'Acre says hello', 'parsed memo');
  check(parsed.meta.postTokenBalances.some((item) => item.owner === receiver.toBase58()
    && item.uiTokenAmount.amount === '1250000'), 'token balances');
  const owned = await connection.getParsedTokenAccountsByOwner(receiver, { mint: mint.publicKey });
  check(owned.value[0].account.data.parsed.info.tokenAmount.amount === '1250000', 'owned');
  const [row] = await connection.getSignaturesForAddress(to, { limit: 1 });
  check(row.signature === signature && row.memo === '[15] Acre says hello', 'history');
  const found = await connection.getProgramAccounts(TOKEN,
    { filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: mint.publicKey.toBase58() } }] });
  check(found.length === 2, 'getProgramAccounts');
  const [mintAccount, nothing] = await connection.getMultipleAccountsInfo(
    [mint.publicKey, Keypair.generate().publicKey]);
  check(mintAccount.data.length === MINT_BYTES && nothing === null, 'getMultipleAccountsInfo');
}

async function replayed() {
  const receiver = Keypair.generate().publicKey;
  const { transaction, latest } = await sign([pay(receiver, SOL)]);
  const wire = transaction.serialize();
  const signature = await confirm(await connection.sendRawTransaction(wire), latest);
  check(await connection.sendRawTransaction(wire) === signature, 'replay with preflight');
  check(await connection.sendRawTransaction(wire, { skipPreflight: true }) === signature, 'replay');
  check(await connection.getBalance(receiver) === 1_000_000_000, 'executed once');
  check((await connection.getTransaction(signature)).meta.fee === 5000, 'getTransaction');
}

async function refused() {
  const poor = await refusal(() => send([pay(payer.publicKey, 10n ** 15n)]));
  check(poor instanceof SendTransactionError, 'error class');
  check(poor.logs.some((line) => line.includes('insufficient lamports')), 'error logs');
  const { transaction } = await sign([pay(payer.publicKey, 1)]);
  const wire = transaction.serialize();
  wire[1] ^= 1;
  const forged = await refusal(() => connection.sendRawTransaction(wire));
  check(forged.message.includes('signature verification failure'), 'forged signature');
}

async function expired({ blockhash, lastValidBlockHeight }) {
  while (await connection.getBlockHeight() <= lastValidBlockHeight + 1) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  check(!(await connection.isBlockhashValid(blockhash)).value, 'isBlockhashValid');
  const transaction = new Transaction(
    { feePayer: payer.publicKey, blockhash, lastValidBlockHeight }).add(pay(payer.publicKey, 1));
  transaction.sign(payer);
  const error = await refusal(() => connection.sendRawTransaction(transaction.serialize()));
  check(error.message.includes('Blockhash not found'), 'expired');
}

async function durableNonce() {
  const nonce = Keypair.generate();
  const receiver = Keypair.generate().publicKey;
  const lamports = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
  await send([SystemProgram.createNonceAccount({ fromPubkey: payer.publicKey,
    noncePubkey: nonce.publicKey, authorizedPubkey: payer.publicKey, lamports })], [nonce]);
  const { context, value } = await connection.getNonceAndContext(nonce.publicKey);
  const nonceInstruction = SystemProgram.nonceAdvance(
    { noncePubkey: nonce.publicKey, authorizedPubkey: payer.publicKey });
  const transaction = new Transaction({ feePayer: payer.publicKey, minContextSlot: context.slot,
    nonceInfo: { nonce: value.nonce, nonceInstruction } }).add(pay(receiver, SOL));
  transaction.sign(payer);
  const strategy = { minContextSlot: context.slot, nonceAccountPubkey: nonce.publicKey,
    nonceValue: value.nonce };
  await confirm(await connection.sendRawTransaction(transaction.serialize()), strategy);
  const used = await connection.getNonce(nonce.publicKey);
  check(used.nonce !== value.nonce, 'the nonce moved on');
  check(used.authorizedPubkey.equals(payer.publicKey), 'its authority');
  check(await connection.getBalance(receiver) === 1_000_000_000, 'paid with a nonce');
  // What waits for a value that is gone learns of it instead of waiting for ever. The last
  // character of the signature may change without changing its length in bytes.
  const error = await refusal(() => connection.confirmTransaction(
    { ...strategy, signature: versionOne.replace(/.$/, (last) => (last === '2' ? '3' : '2')) }));
  check(error instanceof TransactionExpiredNonceInvalidError, `stale nonce: ${error}`);
}

async function versionZeroWithTable() {
  const receiver = Keypair.generate().publicKey;
  const recentSlot = await connection.getSlot('confirmed');
  const [create, table] = AddressLookupTableProgram.createLookupTable(
    { authority: payer.publicKey, payer: payer.publicKey, recentSlot });
  await send([create, AddressLookupTableProgram.extendLookupTable({ lookupTable: table,
    authority: payer.publicKey, payer: payer.publicKey, addresses: [receiver] })]);
  const { value: lookup } = await connection.getAddressLookupTable(table);
  check(lookup.state.addresses[0].equals(receiver), 'getAddressLookupTable');
  const after = await connection.getSlot('processed');
  while (await connection.getSlot('processed') === after) {} // entries count from the next slot on
  const latest = await connection.getLatestBlockhash();
  const message = new TransactionMessage({ payerKey: payer.publicKey,
    recentBlockhash: latest.blockhash, instructions: [pay(receiver, SOL)],
  }).compileToV0Message([lookup]);
  check(message.addressTableLookups.length === 1, 'the table is used');
  const transaction = new VersionedTransaction(message);
  const simulated = await connection.simulateTransaction(transaction,
    { replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [receiver.toBase58()] } });
  check(simulated.value.err === null && simulated.value.unitsConsumed > 0, 'simulateTransaction');
  check(simulated.value.accounts[0].lamports === 1_000_000_000, 'simulated account');
  check(await connection.getBalance(receiver) === 0, 'a simulation changes nothing');
  check((await connection.getFeeForMessage(message)).value === 5000, 'getFeeForMessage');
  transaction.sign([payer]);
  const signature = await confirm(await connection.sendTransaction(transaction), latest);
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  check(found.version === 0, 'version');
  check(found.meta.loadedAddresses.writable[0].equals(receiver), 'loaded addresses');
  const error = await refusal(() => connection.getTransaction(signature));
  check(error.message.includes('Transaction version (0) is not supported'), 'version refused');
}

async function versionOneIsRead() {
  const reader = { maxSupportedTransactionVersion: 1 };
  const found = await connection.getTransaction(versionOne, reader);
  check(found.version === 1, 'version 1');
  check(found.transaction.message.transactionConfig.computeUnitLimit === 1000, 'its limit');
  const block = await connection.getBlock(found.slot, reader);
  check(block.transactions.some((item) => item.transaction.signatures[0] === versionOne), 'block');
  const parsed = await connection.getParsedTransaction(versionOne, reader);
  check(parsed.transaction.message.instructions[0].parsed.type === 'transfer', 'parsed version 1');
  for (const few of [{}, { maxSupportedTransactionVersion: 0 }]) {
    const error = await refusal(() => connection.getBlock(found.slot, few));
    check(error.message.includes('Transaction version (1) is not supported'), 'block refused');
  }
}

async function listens() {
  const receiver = Keypair.generate().publicKey;
  const heard = Promise.all([
    new Promise((resolve) => { connection.onAccountChange(receiver,
      (account) => resolve(account.lamports)); }),
    new Promise((resolve) => { connection.onLogs(receiver, (logs) => resolve(logs.signature)); }),
    new Promise((resolve) => { connection.onSlotChange((slot) => resolve(slot.slot)); }),
  ]);
  // The root notice proves that the socket is open; the others were asked for on the same one.
  await new Promise((resolve) => { connection.onRootChange(resolve); });
  const { transaction } = await sign([pay(receiver, SOL)]);
  const signature = await connection.sendRawTransaction(transaction.serialize());
  const notice = await new Promise((resolve) => {
    connection.onSignature(signature, (result, context) => resolve({ result, context }), 'finalized');
  });
  check(notice.result.err === null && notice.context.slot > 0, 'onSignature');
  const [lamports, mentioned, slot] = await heard;
  check(lamports === 1_000_000_000 && mentioned === signature && slot > 0, 'subscriptions');
}

async function listensToProgramsAndSlots() {
  const receiver = Keypair.generate().publicKey;
  const paid = new Promise((resolve) => {
    connection.onProgramAccountChange(SystemProgram.programId, ({ accountId, accountInfo }) => {
      if (accountId.equals(receiver)) resolve(accountInfo.lamports);
    }, { commitment: 'confirmed', filters: [{ dataSize: 0 }] });
  });
  const kinds = new Set();
  const updates = new Promise((resolve) => {
    connection.onSlotUpdate((update) => { kinds.add(update.type); if (kinds.size === 4) resolve(); });
  });
  await updates; // and the other subscription, on the same socket, was asked for before
  await send([pay(receiver, 1_000_000_000)]);
  check(await paid === 1_000_000_000, 'onProgramAccountChange');
}

async function socketLost() {
  const receiver = Keypair.generate().publicKey;
  const changed = new Promise((resolve) => { connection.onAccountChange(receiver,
    (account) => resolve(account.lamports)); });
  await new Promise((resolve) => { connection.onRootChange(resolve); });
  await fault(faultUrl, { closeSockets: 1 });
  // The library opens a new socket by itself and asks for everything again.
  let opened = 0;
  await new Promise((resolve) => { connection.onSlotChange(() => { opened += 1;
    if (opened === 3) resolve(); }); });
  await send([pay(receiver, SOL)]);
  check(await changed === 1_000_000_000, 'heard after the socket was lost');
}

async function walksBlocks() {
  const last = await connection.getSlot('confirmed');
  const first = Math.max(0, last - 40);
  const slots = await connection.getBlocks(first, last);
  check(slots.length === last - first + 1, 'getBlocks');
  let parent = null;
  for (const slot of slots) {
    const block = await connection.getBlock(slot, { maxSupportedTransactionVersion: 1 });
    check(parent === null || (block.previousBlockhash === parent.blockhash
      && block.blockHeight === parent.blockHeight + 1), `block ${slot} follows its parent`);
    parent = block;
  }
}

async function describesItsValidator() {
  const leader = await connection.getSlotLeader();
  check((await connection.getSlotLeaders(0, 2)).every((one) => one.toBase58() === leader), 'leaders');
  check(Object.keys(await connection.getLeaderSchedule())[0] === leader, 'getLeaderSchedule');
  check((await connection.getClusterNodes())[0].pubkey === leader, 'getClusterNodes');
  check((await connection.getBlockProduction()).value.byIdentity[leader][0] > 0, 'getBlockProduction');
  check((await connection.getVoteAccounts()).current.length === 0, 'getVoteAccounts');
  check((await connection.getInflationGovernor()).initial === 0, 'getInflationGovernor');
  check((await connection.getInflationRate()).total === 0, 'getInflationRate');
  check((await connection.getInflationReward([payer.publicKey]))[0] === null, 'getInflationReward');
  check((await connection.getStakeMinimumDelegation()).value === 10 ** 9, 'least stake');
  const { total, circulating, nonCirculating } = (await connection.getSupply()).value;
  check(total === circulating + nonCirculating && circulating > 0, 'getSupply');
  check((await connection.getLargestAccounts()).value[0].lamports === nonCirculating, 'largest');
  check((await connection.getRecentPerformanceSamples(5)).length === 0, 'samples of a young node');
}

async function describesItself() {
  check((await connection.getEpochInfo()).absoluteSlot > 0, 'getEpochInfo');
  check((await connection.getVersion())['solana-core'].length > 0, 'getVersion');
  check((await connection.getGenesisHash()).length > 30, 'getGenesisHash');
  check((await connection.getRecentPrioritizationFees())[0].prioritizationFee === 0, 'fees');
  check(await connection.getMinimumBalanceForRentExemption(165) === 2_039_280, 'rent');
}

const early = await connection.getLatestBlockhash();
for (const step of [fundsPayer, tokensWithMemo, replayed, refused, durableNonce,
  versionZeroWithTable, versionOneIsRead, listens, listensToProgramsAndSlots, socketLost, walksBlocks, describesItself,
  describesItsValidator,
  () => expired(early)]) {
  await step();
  console.log(`${step.name || 'expired'}: fine`);
}
console.log('all calls work');
process.exit(0);
