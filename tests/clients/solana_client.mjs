// @solana/client: its actions, watchers and helpers; methods by the rpc that it opens.
import { createRequire } from 'node:module';

import { createClient } from '@solana/client';

import { Actor, acts, methods } from './kit_rows.mjs';
import { check, confirmsAll, ends, row, url, wsUrl } from './report.mjs';

// Its own copies: their errors and signers are those that it knows.
const own = createRequire(createRequire(import.meta.url).resolve('@solana/client/server'));
const kit = own('@solana/kit');
const token = own('@solana-program/token');
const client = createClient({ endpoint: url, websocketEndpoint: wsUrl, commitment: 'confirmed' });
const { rpc, rpcSubscriptions } = client.runtime;
const actor = new Actor({
  kit,
  rpc,
  rpcSubscriptions,
  programs: {
    system: own('@solana-program/system'),
    token,
    lookup: own('@solana-program/address-lookup-table'),
    budget: own('@solana-program/compute-budget'),
    tokenProgram: token.TOKEN_PROGRAM_ADDRESS,
    tokenBytes: 165n,
  },
  sendAndConfirm: (transaction, { commitment }) =>
    client.actions.sendTransaction(transaction, commitment),
});
await actor.open();
const { payer, receiver } = actor;
const isConfirmed = (signature) =>
  new Promise((resolve) => {
    client.watchers.watchSignature({ signature, commitment: 'confirmed' }, resolve);
  });
await acts(actor, async (address, lamports) =>
  isConfirmed(await client.actions.requestAirdrop(address, kit.lamports(lamports))),
);
await methods(actor);

await row('own helpers', async () => {
  const table = await client.actions.fetchLookupTable(actor.table.address, 'confirmed');
  check(table.addresses[0] === actor.table.entry, 'fetchLookupTable');
  const nonce = await client.actions.fetchNonceAccount(actor.nonce.address, 'confirmed');
  check(nonce.authority === actor.nonce.authority, 'fetchNonceAccount');
  const helper = client.splToken({ mint: actor.mint });
  await isConfirmed(
    await helper.sendTransfer({
      amount: 50n,
      amountInBaseUnits: true,
      authority: payer,
      destinationOwner: receiver,
    }),
  );
  check((await helper.fetchBalance(receiver)).amount === 1_300n, 'fetchBalance');
  const heard = new Promise((resolve) => {
    const watch = client.watchers.watchBalance({ address: actor.spender }, (lamports) => {
      if (lamports > 0n) {
        watch.abort();
        resolve(lamports);
      }
    });
  });
  await client.solTransfer.sendTransfer({
    amount: 1_000_000n,
    authority: payer,
    destination: actor.spender,
  });
  check((await heard) === 1_000_000n, 'watchBalance');
});
await confirmsAll(async (count) =>
  isConfirmed(
    await client.solTransfer.sendTransfer({
      amount: BigInt(count + 1),
      authority: payer,
      destination: receiver,
    }),
  ),
);
ends();
