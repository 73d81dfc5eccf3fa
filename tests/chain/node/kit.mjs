// Drives a running node with @solana/kit, unmodified (version 8 under the name solana-kit, because a
// wallet adapter brings version 7).
// Usage: node kit.mjs <file URL of a module inside web/> <rpc url> <ws url> <url for faults>
//   <signature of a v1 transaction>
import { createRequire } from 'node:module';

import { ASSOCIATED_TOKEN_PROGRAM, CREATE_IDEMPOTENT, MEMO_PROGRAM, MINT_BYTES, SOL, TOKEN_PROGRAM,
  check, fault, initializeMint, join, mintTo, transferChecked, u32, u64 } from './bytes.mjs';

const [base, url, wsUrl, faultUrl, versionOne] = process.argv.slice(2);
const kit = createRequire(base)('solana-kit');

const SYSTEM = kit.address('11111111111111111111111111111111');
const TOKEN = kit.address(TOKEN_PROGRAM);
const ASSOCIATED = kit.address(ASSOCIATED_TOKEN_PROGRAM);
const MEMO = kit.address(MEMO_PROGRAM);
const LOOKUP = kit.address('AddressLookupTab1e1111111111111111111111111');
const RECENT_BLOCKHASHES = kit.address('SysvarRecentB1ockHashes11111111111111111111');
const RENT = kit.address('SysvarRent111111111111111111111111111111111');
const NONCE_BYTES = 80n;
const confirmed = { commitment: 'confirmed' };

const rpc = kit.createSolanaRpc(url);
const rpcSubscriptions = kit.createSolanaRpcSubscriptions(wsUrl);
const sendAndConfirm = kit.sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
const payer = await kit.generateKeyPairSigner();
const bytesOf = (address) => kit.getAddressEncoder().encode(address);

const writable = (address) => ({ address, role: kit.AccountRole.WRITABLE });
const readonly = (address) => ({ address, role: kit.AccountRole.READONLY });
const signing = (signer) => (
  { address: signer.address, role: kit.AccountRole.READONLY_SIGNER, signer });
const paying = (signer) => (
  { address: signer.address, role: kit.AccountRole.WRITABLE_SIGNER, signer });
const instruction = (programAddress, accounts, data) => ({ programAddress, accounts, data });
const pay = (to, lamports) =>
  instruction(SYSTEM, [paying(payer), writable(to)], join(u32(2), u64(lamports)));
const createAccount = (account, lamports, space, owner) => instruction(SYSTEM,
  [paying(payer), paying(account)], join(u32(0), u64(lamports), u64(space), bytesOf(owner)));
const memo = (text) => instruction(MEMO, [signing(payer)], new TextEncoder().encode(text));
const newAddress = async () => (await kit.generateKeyPairSigner()).address;
const balance = async (address) => (await rpc.getBalance(address, confirmed).send()).value;

async function compose(instructions, { version = 0, latest, change = (message) => message } = {}) {
  const lifetime = latest ?? (await rpc.getLatestBlockhash(confirmed).send()).value;
  return kit.pipe(
    kit.createTransactionMessage({ version }),
    (draft) => kit.setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => kit.appendTransactionMessageInstructions(instructions, draft),
    change,
  );
}

async function send(instructions, options) {
  const transaction = await kit.signTransactionMessageWithSigners(
    await compose(instructions, options));
  await sendAndConfirm(transaction, confirmed);
  return kit.getSignatureFromTransaction(transaction);
}

async function refusal(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('failed: what had to be refused was accepted');
}

async function associated(owner, mint) {
  const [address] = await kit.getProgramDerivedAddress({ programAddress: ASSOCIATED,
    seeds: [bytesOf(owner), bytesOf(TOKEN), bytesOf(mint)] });
  return address;
}

async function createAssociated(owner, mint) {
  return instruction(ASSOCIATED, [paying(payer), writable(await associated(owner, mint)),
    readonly(owner), readonly(mint), readonly(SYSTEM), readonly(TOKEN)], CREATE_IDEMPOTENT);
}

async function fundsPayer() {
  const airdrop = kit.airdropFactory({ rpc, rpcSubscriptions });
  await airdrop({ ...confirmed, recipientAddress: payer.address,
    lamports: kit.lamports(20n * SOL) });
  check(await balance(payer.address) === 20n * SOL, 'airdrop');
}

async function tokensWithMemo() {
  const mint = await kit.generateKeyPairSigner();
  const receiver = await newAddress();
  const [from, to] = await Promise.all(
    [payer.address, receiver].map((owner) => associated(owner, mint.address)));
  const lamports = await rpc.getMinimumBalanceForRentExemption(BigInt(MINT_BYTES)).send();
  await send([
    createAccount(mint, lamports, MINT_BYTES, TOKEN),
    instruction(TOKEN, [writable(mint.address)], initializeMint(6, bytesOf(payer.address))),
  ]);
  await send([
    await createAssociated(payer.address, mint.address),
    await createAssociated(receiver, mint.address),
    instruction(TOKEN, [writable(mint.address), writable(from), signing(payer)],
      mintTo(5_000_000)),
  ]);
  const signature = await send([
    instruction(TOKEN, [writable(from), readonly(mint.address), writable(to), signing(payer)],
      transferChecked(1_250_000, 6)),
    memo('Acre says hello'),
  ]);
  const held = await rpc.getTokenAccountBalance(to, confirmed).send();
  check(held.value.amount === '1250000', 'getTokenAccountBalance');
  const supply = await rpc.getTokenSupply(mint.address, confirmed).send();
  check(supply.value.amount === '5000000', 'getTokenSupply');
  const [largest] = (await rpc.getTokenLargestAccounts(mint.address, confirmed).send()).value;
  check(largest.address === from && largest.amount === '3750000', 'getTokenLargestAccounts');
  const found = await rpc.getTransaction(signature,
    { ...confirmed, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }).send();
  const [transfer, text] = found.transaction.message.instructions;
  check(transfer.parsed.info.tokenAmount.amount === '1250000', 'parsed transfer');
  check(text.parsed === 'Acre says hello', 'parsed memo');
  const owned = await rpc.getTokenAccountsByOwner(receiver, { mint: mint.address },
    { ...confirmed, encoding: 'jsonParsed' }).send();
  check(owned.value[0].account.data.parsed.info.tokenAmount.amount === '1250000', 'owned');
  const [row] = await rpc.getSignaturesForAddress(to, { ...confirmed, limit: 1 }).send();
  check(row.signature === signature && row.memo === '[15] Acre says hello', 'history');
  const accounts = await rpc.getProgramAccounts(TOKEN, { ...confirmed, encoding: 'base64',
    filters: [{ dataSize: 165n }, { memcmp: { offset: 0n, bytes: mint.address,
      encoding: 'base58' } }] }).send();
  check(accounts.length === 2, 'getProgramAccounts');
  const some = await rpc.getMultipleAccounts([mint.address, await newAddress()],
    { ...confirmed, encoding: 'base64' }).send();
  check(some.value[0].space === BigInt(MINT_BYTES) && some.value[1] === null,
    'getMultipleAccounts');
}

async function replayed() {
  const receiver = await newAddress();
  const transaction = await kit.signTransactionMessageWithSigners(
    await compose([pay(receiver, SOL)]));
  await sendAndConfirm(transaction, confirmed);
  const signature = kit.getSignatureFromTransaction(transaction);
  const wire = kit.getBase64EncodedWireTransaction(transaction);
  for (const skipPreflight of [false, true]) {
    const again = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight }).send();
    check(again === signature, 'a replay returns the signature');
  }
  check(await balance(receiver) === SOL, 'executed once');
  const statuses = await rpc.getSignatureStatuses([signature]).send();
  check(statuses.value[0].err === null, 'getSignatureStatuses');
}

async function refused() {
  const poor = await refusal(() => send([pay(payer.address, 10n ** 15n)]));
  check(kit.isSolanaError(poor,
    kit.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE), `${poor}`);
  const transaction = await kit.signTransactionMessageWithSigners(
    await compose([pay(payer.address, 1n)]));
  const wire = Buffer.from(kit.getBase64EncodedWireTransaction(transaction), 'base64');
  wire[1] ^= 1;
  const forged = await refusal(() => rpc.sendTransaction(wire.toString('base64'),
    { encoding: 'base64' }).send());
  check(kit.isSolanaError(forged,
    kit.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE),
  `${forged}`);
}

async function expired(latest) {
  while (await rpc.getBlockHeight(confirmed).send() <= latest.lastValidBlockHeight + 1n) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  check(!(await rpc.isBlockhashValid(latest.blockhash, confirmed).send()).value, 'not valid');
  const transaction = await kit.signTransactionMessageWithSigners(
    await compose([pay(payer.address, 1n)], { latest }));
  const wire = kit.getBase64EncodedWireTransaction(transaction);
  const error = await refusal(() => rpc.sendTransaction(wire, { encoding: 'base64' }).send());
  check(kit.isSolanaError(error.cause, kit.SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND),
    `expired: ${error}`);
}

async function durableNonce() {
  const nonce = await kit.generateKeyPairSigner();
  const receiver = await newAddress();
  const lamports = await rpc.getMinimumBalanceForRentExemption(NONCE_BYTES).send();
  await send([
    createAccount(nonce, lamports, NONCE_BYTES, SYSTEM),
    instruction(SYSTEM, [writable(nonce.address), readonly(RECENT_BLOCKHASHES), readonly(RENT)],
      join(u32(6), bytesOf(payer.address))),
  ]);
  const valueOf = async () => (await rpc.getAccountInfo(nonce.address,
    { ...confirmed, encoding: 'jsonParsed' }).send()).value.data.parsed.info.blockhash;
  const value = await valueOf();
  const transaction = await kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (draft) => kit.setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => kit.setTransactionMessageLifetimeUsingDurableNonce({ nonce: value,
      nonceAccountAddress: nonce.address, nonceAuthorityAddress: payer.address }, draft),
    (draft) => kit.appendTransactionMessageInstructions([pay(receiver, SOL)], draft),
    (draft) => kit.signTransactionMessageWithSigners(draft),
  );
  const sendWithNonce = kit.sendAndConfirmDurableNonceTransactionFactory({ rpc, rpcSubscriptions });
  await sendWithNonce(transaction, confirmed);
  check(await valueOf() !== value, 'the nonce moved on');
  check(await balance(receiver) === SOL, 'paid with a nonce');
}

async function versionZeroWithTable() {
  const receiver = await newAddress();
  const slot = await rpc.getSlot({ commitment: 'confirmed' }).send();
  const [table, bump] = await kit.getProgramDerivedAddress({ programAddress: LOOKUP,
    seeds: [bytesOf(payer.address), u64(slot)] });
  await send([
    instruction(LOOKUP, [writable(table), signing(payer), paying(payer), readonly(SYSTEM)],
      join(u32(0), u64(slot), [bump])),
    instruction(LOOKUP, [writable(table), signing(payer), paying(payer), readonly(SYSTEM)],
      join(u32(2), u64(1), bytesOf(receiver))),
  ]);
  const after = await rpc.getSlot({ commitment: 'processed' }).send();
  const read = await kit.fetchAddressesForLookupTables([table], rpc);
  check(read[table][0] === receiver, 'fetchAddressesForLookupTables');
  // Entries count from the next slot on.
  while (await rpc.getSlot({ commitment: 'processed' }).send() === after) {}
  const change = (message) => kit.compressTransactionMessageUsingAddressLookupTables(
    message, { [table]: [receiver] });
  const message = await compose([pay(receiver, SOL)], { change });
  const transaction = await kit.signTransactionMessageWithSigners(message);
  const wire = kit.getBase64EncodedWireTransaction(transaction);
  const simulated = await rpc.simulateTransaction(wire, { ...confirmed, encoding: 'base64',
    sigVerify: true, accounts: { encoding: 'base64', addresses: [receiver] } }).send();
  check(simulated.value.err === null && simulated.value.unitsConsumed > 0n, 'simulate');
  check(simulated.value.accounts[0].lamports === SOL, 'simulated account');
  check(await balance(receiver) === 0n, 'a simulation changes nothing');
  const text = Buffer.from(transaction.messageBytes).toString('base64');
  check((await rpc.getFeeForMessage(text, confirmed).send()).value === 5000n, 'getFeeForMessage');
  await sendAndConfirm(transaction, confirmed);
  const signature = kit.getSignatureFromTransaction(transaction);
  const found = await rpc.getTransaction(signature,
    { ...confirmed, encoding: 'json', maxSupportedTransactionVersion: 0 }).send();
  check(found.version === 0 && found.meta.loadedAddresses.writable[0] === receiver, 'table used');
  await versionRefused(signature, 0);
}

async function versionRefused(signature, version) {
  const error = await refusal(() => rpc.getTransaction(signature,
    { ...confirmed, encoding: 'json' }).send());
  check(`${error}`.includes(`Transaction version (${version}) is not supported`)
    || kit.isSolanaError(error,
      kit.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION), `${error}`);
}

async function versionOneIsBuiltAndRead() {
  const receiver = await newAddress();
  const change = (message) => kit.setTransactionMessageComputeUnitLimit(1000, message);
  const own = await send([pay(receiver, SOL)], { version: 1, change });
  check(await balance(receiver) === SOL, 'paid by version 1');
  for (const signature of [own, versionOne]) {
    const found = await rpc.getTransaction(signature,
      { ...confirmed, encoding: 'json', maxSupportedTransactionVersion: 1 }).send();
    check(Number(found.version) === 1, 'version 1');
    check(Number(found.transaction.message.transactionConfig.computeUnitLimit) === 1000, 'limit');
    await versionRefused(signature, 1);
  }
}

async function first(notifications) {
  for await (const notice of notifications) return notice;
  throw new Error('failed: the subscription ended without a notice');
}

async function listens(commitment = 'confirmed') {
  const receiver = await newAddress();
  const transaction = await kit.signTransactionMessageWithSigners(
    await compose([pay(receiver, SOL)]));
  const signature = kit.getSignatureFromTransaction(transaction);
  const abortSignal = AbortSignal.timeout(30_000);
  // All are asked for before anything is sent: subscribe returns once the node has answered.
  const [slots, roots, accounts, logs, signatures] = await Promise.all([
    rpcSubscriptions.slotNotifications(),
    rpcSubscriptions.rootNotifications(),
    rpcSubscriptions.accountNotifications(receiver, { commitment, encoding: 'base64' }),
    rpcSubscriptions.logsNotifications({ mentions: [receiver] }, { commitment }),
    rpcSubscriptions.signatureNotifications(signature, { commitment: 'finalized' }),
  ].map((pending) => pending.subscribe({ abortSignal })));
  const heard = Promise.all([slots, roots, accounts, logs, signatures].map(first));
  await rpc.sendTransaction(kit.getBase64EncodedWireTransaction(transaction),
    { encoding: 'base64' }).send();
  const [slot, root, account, log, notice] = await heard;
  check(slot.slot > 0n && slot.parent < slot.slot && root >= 0n, 'slotNotifications');
  check(account.value.lamports === SOL, 'accountNotifications');
  check(log.value.signature === signature && log.value.err === null, 'logsNotifications');
  check(notice.value.err === null, 'signatureNotifications');
}

async function listensToProgramsAndSlots(commitment = 'confirmed') {
  const receiver = await newAddress();
  const transaction = await kit.signTransactionMessageWithSigners(
    await compose([pay(receiver, SOL)]));
  const abortSignal = AbortSignal.timeout(30_000);
  const unstable = kit.createSolanaRpcSubscriptions_UNSTABLE(wsUrl);
  const [programs, packed, updates] = await Promise.all([
    rpcSubscriptions.programNotifications(SYSTEM,
      { commitment, encoding: 'base64', filters: [{ dataSize: 0n }] }),
    rpcSubscriptions.accountNotifications(receiver, { commitment, encoding: 'base64+zstd' }),
    unstable.slotsUpdatesNotifications(),
  ].map((pending) => pending.subscribe({ abortSignal })));
  const kinds = new Set();
  const allKinds = (async () => {
    for await (const update of updates) {
      kinds.add(update.type);
      if (kinds.size === 4) return;
    }
  })();
  const paid = (async () => {
    for await (const notice of programs) {
      const { account, pubkey } = notice.value;
      check(account.owner === SYSTEM && account.space === 0n, 'filtered');
      if (pubkey === receiver) return account.lamports;
    }
  })();
  const account = first(packed);
  const signature = kit.getSignatureFromTransaction(transaction);
  await sendAndConfirm(transaction, confirmed);
  check(await paid === SOL, 'programNotifications');
  check((await account).value.data[1] === 'base64+zstd', 'base64+zstd');
  await allKinds;
  check(['createdBank', 'frozen', 'optimisticConfirmation', 'root'].every((kind) => kinds.has(kind)),
    `slotsUpdatesNotifications: ${[...kinds]}`);
  const late = await rpcSubscriptions.signatureNotifications(signature, confirmed)
    .subscribe({ abortSignal });
  check((await first(late)).value.err === null, 'a signature that is confirmed already');
}

async function socketLost() {
  const abortSignal = AbortSignal.timeout(30_000);
  const notices = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal });
  await fault(faultUrl, { closeSockets: 1 });
  // The library reports the lost socket; the caller must subscribe again.
  const error = await refusal(async () => {
    for await (const notice of notices) check(notice.slot > 0n, 'slot');
    throw new Error('ended');
  });
  check(!`${error}`.includes('failed'), `${error}`);
  await listens();
}

async function walksBlocks() {
  const last = await rpc.getSlot(confirmed).send();
  const from = last > 40n ? last - 40n : 0n;
  const slots = await rpc.getBlocks(from, last, confirmed).send();
  check(BigInt(slots.length) === last - from + 1n, 'getBlocks');
  let parent = null;
  for (const slot of slots) {
    const block = await rpc.getBlock(slot,
      { ...confirmed, encoding: 'base64', maxSupportedTransactionVersion: 1 }).send();
    check(parent === null || (block.previousBlockhash === parent.blockhash
      && block.blockHeight === parent.blockHeight + 1n), `block ${slot} follows its parent`);
    parent = block;
  }
}

async function describesItsValidator() {
  const { identity } = await rpc.getIdentity().send();
  check(await rpc.getSlotLeader().send() === identity, 'getSlotLeader');
  check((await rpc.getSlotLeaders(0n, 2).send()).every((one) => one === identity), 'getSlotLeaders');
  check((await rpc.getLeaderSchedule().send())[identity].length === 432_000, 'getLeaderSchedule');
  check((await rpc.getClusterNodes().send())[0].pubkey === identity, 'getClusterNodes');
  check((await rpc.getBlockProduction().send()).value.byIdentity[identity][0] > 0n, 'getBlockProduction');
  const slot = await rpc.getSlot({ commitment: 'processed' }).send();
  check((await rpc.getBlockCommitment(slot).send()).totalStake === 0n, 'getBlockCommitment');
  check((await rpc.getVoteAccounts().send()).current.length === 0, 'getVoteAccounts');
  check((await rpc.getInflationRate().send()).total === 0, 'getInflationRate');
  check((await rpc.getInflationGovernor().send()).initial === 0, 'getInflationGovernor');
  check((await rpc.getStakeMinimumDelegation().send()).value === 10n ** 9n, 'least stake');
  check(await rpc.getMaxShredInsertSlot().send() >= slot, 'getMaxShredInsertSlot');
  const { total, circulating, nonCirculating } =
    (await rpc.getSupply({ ...confirmed, excludeNonCirculatingAccountsList: true }).send()).value;
  check(total === circulating + nonCirculating && circulating > 0n, 'getSupply');
  check((await rpc.getLargestAccounts(confirmed).send()).value[0].lamports === nonCirculating, 'largest');
  check((await rpc.getRecentPerformanceSamples(5).send()).length === 0, 'samples of a young node');
}

async function describesItself() {
  check((await rpc.getEpochInfo().send()).absoluteSlot > 0n, 'getEpochInfo');
  check((await rpc.getVersion().send())['solana-core'].length > 0, 'getVersion');
  check((await rpc.getGenesisHash().send()).length > 30, 'getGenesisHash');
  check(await rpc.getHealth().send() === 'ok', 'getHealth');
  check((await rpc.getRecentPrioritizationFees().send())[0].prioritizationFee === 0n, 'fees');
}

const { value: early } = await rpc.getLatestBlockhash(confirmed).send();
for (const step of [fundsPayer, tokensWithMemo, replayed, refused, durableNonce,
  versionZeroWithTable, versionOneIsBuiltAndRead, listens, listensToProgramsAndSlots, socketLost, walksBlocks,
  describesItself, describesItsValidator, () => expired(early)]) {
  await step();
  console.log(`${step.name || 'expired'}: fine`);
}
console.log('all calls work');
process.exit(0);
