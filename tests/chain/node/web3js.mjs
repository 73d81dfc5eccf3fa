// Drives a running node with the web client's own library, unmodified.
// Usage: node web3js.mjs <file URL of a module inside web/> <rpc url> <token owner> <ws url or ->
import { createRequire } from 'node:module';

const [base, url, tokenOwner, wsUrl] = process.argv.slice(2);
const { Connection, Keypair, PublicKey, SendTransactionError, SystemProgram, Transaction,
  TransactionMessage, VersionedTransaction } = createRequire(base)('@solana/web3.js');

const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const options = { commitment: 'confirmed' };
// Without an endpoint of its own the library derives the websocket from port + 1.
if (wsUrl !== '-') options.wsEndpoint = wsUrl;
const connection = new Connection(url, options);

function check(condition, what) {
  if (!condition) throw new Error(`failed: ${what}`);
}

async function airdrop(address, lamports) {
  const signature = await connection.requestAirdrop(address, lamports);
  const latest = await connection.getLatestBlockhash();
  const result = await connection.confirmTransaction({ signature, ...latest });
  check(result.value.err === null, 'airdrop');
}

async function sendRaw(payer, receiver) {
  const latest = await connection.getLatestBlockhash();
  const transfer = SystemProgram.transfer(
    { fromPubkey: payer.publicKey, toPubkey: receiver, lamports: 1_000_000_000 });
  const transaction = new Transaction({ feePayer: payer.publicKey, ...latest }).add(transfer);
  transaction.sign(payer);
  const signature = await connection.sendRawTransaction(transaction.serialize());
  const result = await connection.confirmTransaction({ signature, ...latest });
  check(result.value.err === null, 'confirmTransaction');
  check(await connection.getBalance(receiver) === 1_000_000_000, 'getBalance');
  return signature;
}

async function sendVersioned(payer, receiver) {
  const latest = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: latest.blockhash,
    instructions: [SystemProgram.transfer(
      { fromPubkey: payer.publicKey, toPubkey: receiver, lamports: 5_000_000 })],
  }).compileToV0Message();
  const transaction = new VersionedTransaction(message);
  const simulated = await connection.simulateTransaction(transaction,
    { replaceRecentBlockhash: true });
  check(simulated.value.err === null && simulated.value.unitsConsumed > 0, 'simulateTransaction');
  transaction.sign([payer]);
  const signature = await connection.sendTransaction(transaction);
  await connection.confirmTransaction({ signature, ...latest });
  return signature;
}

async function readBack(legacy, versioned) {
  const parsed = await connection.getParsedTransaction(versioned,
    { maxSupportedTransactionVersion: 0 });
  check(parsed.transaction.message.instructions[0].parsed.type === 'transfer', 'parsed');
  check(parsed.version === 0, 'version');
  const statuses = await connection.getSignatureStatuses([legacy, versioned]);
  check(statuses.value.every((status) => status.err === null), 'getSignatureStatuses');
  const block = await connection.getBlock(parsed.slot, { maxSupportedTransactionVersion: 0 });
  check(block.transactions.some((item) => item.transaction.signatures[0] === versioned), 'getBlock');
  check((await connection.getTransaction(legacy)).meta.fee === 5000, 'getTransaction');
}

async function refused(payer) {
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash })
    .add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey,
      lamports: 10n ** 15n }));
  transaction.sign(payer);
  try {
    await connection.sendRawTransaction(transaction.serialize());
  } catch (error) {
    check(error instanceof SendTransactionError, 'error class');
    check(error.logs.some((line) => line.includes('insufficient lamports')), 'error logs');
    return;
  }
  throw new Error('failed: a transfer without money was accepted');
}

async function listen(payer) {
  const receiver = Keypair.generate().publicKey;
  const heard = Promise.all([
    new Promise((resolve) => connection.onAccountChange(receiver,
      (account) => resolve(account.lamports))),
    new Promise((resolve) => connection.onLogs(receiver, (logs) => resolve(logs.signature))),
    new Promise((resolve) => connection.onSlotChange((slot) => resolve(slot.slot))),
  ]);
  // The slot notice proves that the socket is open; the others were asked for on the same one.
  const subscribed = new Promise((resolve) => connection.onRootChange(resolve));
  await subscribed;
  const signature = await sendRaw(payer, receiver);
  const [lamports, mentioned, slot] = await heard;
  check(lamports === 1_000_000_000 && mentioned === signature && slot > 0, 'subscriptions');
}

const payer = Keypair.generate();
await airdrop(payer.publicKey, 10_000_000_000);
const legacy = await sendRaw(payer, Keypair.generate().publicKey);
const versioned = await sendVersioned(payer, Keypair.generate().publicKey);
await readBack(legacy, versioned);
await refused(payer);
await listen(payer);
const owned = await connection.getParsedTokenAccountsByOwner(new PublicKey(tokenOwner),
  { programId: TOKEN_PROGRAM });
check(owned.value.length === 1, 'getParsedTokenAccountsByOwner');
check(owned.value[0].account.data.parsed.info.tokenAmount.amount === '77', 'token amount');
const info = await connection.getParsedAccountInfo(owned.value[0].pubkey);
check(info.value.data.program === 'spl-token', 'getParsedAccountInfo');
check((await connection.getEpochInfo()).absoluteSlot > 0, 'getEpochInfo');
check((await connection.getVersion())['solana-core'].length > 0, 'getVersion');
check(await connection.getMinimumBalanceForRentExemption(165) === 2_039_280, 'rent');
console.log('all calls work');
process.exit(0);
