// @solana/kit with the clients of the programs.
import * as lookup from '@solana-program/address-lookup-table';
import * as budget from '@solana-program/compute-budget';
import * as memo from '@solana-program/memo';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import * as kit from '@solana/kit';

import { Actor, acts, methods } from './kit_rows.mjs';
import { confirmsAll, ends, url, wsUrl } from './report.mjs';

const rpc = kit.createSolanaRpc(url);
const rpcSubscriptions = kit.createSolanaRpcSubscriptions(wsUrl);
const actor = new Actor({
  kit,
  rpc,
  rpcSubscriptions,
  programs: {
    system,
    token,
    memo,
    lookup,
    budget,
    tokenProgram: token.TOKEN_PROGRAM_ADDRESS,
    tokenBytes: 165n,
  },
  sendAndConfirm: kit.sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions }),
});
await actor.open();
const airdrop = kit.airdropFactory({ rpc, rpcSubscriptions });
await acts(actor, (recipientAddress, lamports) =>
  airdrop({ recipientAddress, lamports: kit.lamports(lamports), commitment: 'confirmed' }),
);
await methods(actor);
await confirmsAll((count) => actor.send([actor.pay(actor.receiver, BigInt(count + 1))]));
ends();
