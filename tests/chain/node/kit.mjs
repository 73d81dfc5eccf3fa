// Drives a running node with @solana/kit, unmodified.
// Usage: node kit.mjs <file URL of a module inside web/> <rpc url> <token owner> <ws url>
import { createRequire } from 'node:module';

const [base, url, tokenOwner, wsUrl] = process.argv.slice(2);
const kit = createRequire(base)('@solana/kit');

const SYSTEM_PROGRAM = kit.address('11111111111111111111111111111111');
const TOKEN_PROGRAM = kit.address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const rpc = kit.createSolanaRpc(url);
const rpcSubscriptions = kit.createSolanaRpcSubscriptions(wsUrl);

function check(condition, what) {
  if (!condition) throw new Error(`failed: ${what}`);
}

function transfer(from, to, lamports) {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, lamports, true);
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from.address, role: kit.AccountRole.WRITABLE_SIGNER, signer: from },
      { address: to, role: kit.AccountRole.WRITABLE },
    ],
    data,
  };
}

async function build(payer, receiver, lamports) {
  const { value: latest } = await rpc.getLatestBlockhash().send();
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (draft) => kit.setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => kit.setTransactionMessageLifetimeUsingBlockhash(latest, draft),
    (draft) => kit.appendTransactionMessageInstructions(
      [transfer(payer, receiver, lamports)], draft),
  );
  return kit.signTransactionMessageWithSigners(message);
}

const payer = await kit.generateKeyPairSigner();
const receiver = (await kit.generateKeyPairSigner()).address;
const airdrop = kit.airdropFactory({ rpc, rpcSubscriptions });
await airdrop({ commitment: 'confirmed', recipientAddress: payer.address,
  lamports: kit.lamports(10_000_000_000n) });

const sendAndConfirm = kit.sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
const transaction = await build(payer, receiver, 1_000_000_000n);
await sendAndConfirm(transaction, { commitment: 'confirmed' });
const signature = kit.getSignatureFromTransaction(transaction);
check((await rpc.getBalance(receiver).send()).value === 1_000_000_000n, 'getBalance');
const found = await rpc.getTransaction(signature,
  { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }).send();
check(found.transaction.message.instructions[0].parsed.type === 'transfer', 'getTransaction');
const block = await rpc.getBlock(found.slot,
  { maxSupportedTransactionVersion: 0, commitment: 'confirmed' }).send();
check(block.blockHeight > 0n, 'getBlock');

try {
  await sendAndConfirm(await build(payer, receiver, 10n ** 15n), { commitment: 'confirmed' });
  throw new Error('failed: a transfer without money was accepted');
} catch (error) {
  check(kit.isSolanaError(error,
    kit.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE), `${error}`);
}

const owned = await rpc.getTokenAccountsByOwner(kit.address(tokenOwner),
  { programId: TOKEN_PROGRAM }, { encoding: 'jsonParsed' }).send();
check(owned.value[0].account.data.parsed.info.tokenAmount.amount === '77', 'token accounts');
check((await rpc.getEpochInfo().send()).absoluteSlot > 0n, 'getEpochInfo');
console.log('all calls work');
process.exit(0);
