// gill: its client, its builder of transactions, its programs; tokens of the newer program.
import * as gill from 'gill';
import * as programs from 'gill/programs';
import * as token from 'gill/programs/token';

import { Actor, acts, methods } from './kit_rows.mjs';
import { check, confirmsAll, ends, row, url } from './report.mjs';

// On a loopback address gill takes port 8900 for websockets unless it is given one.
const { rpc, rpcSubscriptions, sendAndConfirmTransaction, simulateTransaction } =
  gill.createSolanaClient({
    urlOrMoniker: url,
    rpcSubscriptionsConfig: { port: Number(new URL(url).port) },
  });
const actor = new Actor({
  kit: gill,
  rpc,
  rpcSubscriptions,
  programs: {
    system: programs,
    lookup: programs,
    budget: programs,
    memo: programs,
    token,
    tokenProgram: token.TOKEN_2022_PROGRAM_ADDRESS,
    tokenBytes: 170n,
  },
  sendAndConfirm: sendAndConfirmTransaction,
});
await actor.open();
const airdrop = gill.airdropFactory({ rpc, rpcSubscriptions });
await acts(actor, (recipientAddress, lamports) =>
  airdrop({ recipientAddress, lamports: gill.lamports(lamports), commitment: 'confirmed' }),
);
await methods(actor);

async function composed(instruction) {
  const { value: latestBlockhash } = await rpc.getLatestBlockhash().send();
  return gill.createTransaction({
    version: 'auto',
    feePayer: actor.payer,
    latestBlockhash,
    instructions: [instruction],
    computeUnitLimit: 1_000,
    computeUnitPrice: 1,
  });
}

await row('own builder of transactions', async () => {
  const transaction = await composed(actor.pay(actor.receiver, 7n));
  const { value } = await simulateTransaction(transaction);
  check(value.err === null, 'simulated');
  const before = await actor.balance(actor.receiver);
  const signature = await sendAndConfirmTransaction(transaction, { commitment: 'confirmed' });
  check((await actor.balance(actor.receiver)) - before === 7n, 'balance');
  const oldest = await gill.getOldestSignatureForAddress(rpc, actor.receiver);
  check(
    oldest.signature === actor.paid && signature !== actor.paid,
    'getOldestSignatureForAddress',
  );
});
await confirmsAll(async (count) =>
  sendAndConfirmTransaction(await composed(actor.pay(actor.receiver, BigInt(count + 1))), {
    commitment: 'confirmed',
  }),
);
ends();
