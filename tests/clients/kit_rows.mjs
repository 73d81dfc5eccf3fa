// The rows of clients that are made of @solana/kit: kit itself, gill, @solana/client.
import { LAMPORTS, check, refusal, row, rows, wsUrl } from './report.mjs';

const SOL = 1_000_000_000n;
const DECIMALS = 6;
const confirmed = { commitment: 'confirmed' };

/**
 * What a client of kit's kind does on a chain: `kit` is its own copy of the library, `programs` its
 * instructions, and `sendAndConfirm` sends a signed transaction.
 */
export class Actor {
  constructor({ kit, rpc, rpcSubscriptions, programs, sendAndConfirm }) {
    Object.assign(this, { kit, rpc, rpcSubscriptions, programs, sendAndConfirm });
  }

  async open() {
    this.payer = await this.kit.generateKeyPairSigner();
    this.receiver = await this.newAddress();
  }

  async newAddress() {
    return (await this.kit.generateKeyPairSigner()).address;
  }

  pay(to, lamports) {
    return this.programs.system.getTransferSolInstruction({
      source: this.payer,
      destination: to,
      amount: lamports,
    });
  }

  async compose(instructions, { version = 0, change = (message) => message } = {}) {
    const { kit } = this;
    const { value } = await this.rpc.getLatestBlockhash(confirmed).send();
    return kit.pipe(
      kit.createTransactionMessage({ version }),
      (draft) => kit.setTransactionMessageFeePayerSigner(this.payer, draft),
      (draft) => kit.setTransactionMessageLifetimeUsingBlockhash(value, draft),
      (draft) => kit.appendTransactionMessageInstructions(instructions, draft),
      change,
    );
  }

  async sign(instructions, options) {
    return this.kit.signTransactionMessageWithSigners(await this.compose(instructions, options));
  }

  async send(instructions, options) {
    const transaction = await this.sign(instructions, options);
    await this.sendAndConfirm(transaction, confirmed);
    return this.kit.getSignatureFromTransaction(transaction);
  }

  async balance(address) {
    return (await this.rpc.getBalance(address, confirmed).send()).value;
  }

  /** The next notification; `before` runs once the node has answered that it is subscribed. */
  async next(subscription, before = () => {}) {
    // Ended by hand: kit lets equal subscriptions share one that is still open.
    const end = new AbortController();
    const notifications = await subscription.subscribe({
      abortSignal: AbortSignal.any([end.signal, AbortSignal.timeout(30_000)]),
    });
    // Asked for before anything is sent: kit keeps nothing for later readers.
    const next = notifications[Symbol.asyncIterator]().next();
    try {
      const [{ done, value }] = await Promise.all([next, before()]);
      check(!done, 'the subscription ended without a notification');
      return value;
    } finally {
      end.abort();
    }
  }
}

/** Airdrop, transfers, tokens, lookup table, nonce: acts, and what the rows of methods read. */
export async function acts(actor, airdrop) {
  const { kit, rpc, payer, receiver, programs } = actor;
  await row('airdrop', async () => {
    await airdrop(payer.address, 20n * SOL);
    check((await actor.balance(payer.address)) === 20n * SOL, 'balance');
  });
  await row('transfer, legacy', async () => {
    actor.paid = await actor.send([actor.pay(receiver, BigInt(LAMPORTS))], { version: 'legacy' });
    check((await actor.balance(receiver)) === BigInt(LAMPORTS), 'balance');
  });
  await row('transfer, version 0', async () => {
    await actor.send([actor.pay(receiver, BigInt(LAMPORTS))]);
    check((await actor.balance(receiver)) === 2n * BigInt(LAMPORTS), 'balance');
  });
  await row('tokens', () => tokens(actor));
  if (programs.memo) {
    await row('memo', async () => {
      const memo = programs.memo.getAddMemoInstruction({ memo: 'Acre', signers: [payer] });
      const signature = await actor.send([memo]);
      const [found] = await rpc
        .getSignaturesForAddress(payer.address, { ...confirmed, limit: 1 })
        .send();
      check(found.signature === signature && found.memo === '[4] Acre', 'memo of the history');
    });
  }
  await row('priority fee', async () => {
    const before = await actor.balance(payer.address);
    await actor.send([
      programs.budget.getSetComputeUnitLimitInstruction({ units: 1_000 }),
      programs.budget.getSetComputeUnitPriceInstruction({ microLamports: 1_000_000n }),
      actor.pay(receiver, 1n),
    ]);
    check(before - (await actor.balance(payer.address)) === 5_000n + 1_000n + 1n, 'fee');
  });
  await row('lookup table', () => lookupTable(actor));
  await row('durable nonce', () => durableNonce(actor));
  await row('failing transaction', async () => {
    const error = await refusal(() => actor.send([actor.pay(receiver, 10n ** 15n)]));
    check(
      kit.isSolanaError(
        error,
        kit.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
      ),
      `${error}`,
    );
    check(
      error.context.logs.some((line) => line.includes('insufficient lamports')),
      'logs',
    );
  });
}

async function tokens(actor) {
  const {
    payer,
    receiver,
    rpc,
    programs: { token, system },
  } = actor;
  const mint = await actor.kit.generateKeyPairSigner();
  const space = token.getMintSize();
  const lamports = await rpc.getMinimumBalanceForRentExemption(BigInt(space)).send();
  const { tokenProgram } = actor.programs;
  const [[from], [to]] = await Promise.all(
    [payer.address, receiver].map((owner) =>
      token.findAssociatedTokenPda({ mint: mint.address, owner, tokenProgram }),
    ),
  );
  await actor.send([
    system.getCreateAccountInstruction({
      payer,
      newAccount: mint,
      lamports,
      space,
      programAddress: tokenProgram,
    }),
    token.getInitializeMintInstruction({
      mint: mint.address,
      decimals: DECIMALS,
      mintAuthority: payer.address,
    }),
    ...(await Promise.all(
      [payer.address, receiver].map((owner) =>
        token.getCreateAssociatedTokenIdempotentInstructionAsync({
          payer,
          owner,
          mint: mint.address,
          tokenProgram,
        }),
      ),
    )),
    token.getMintToInstruction({
      mint: mint.address,
      token: from,
      mintAuthority: payer,
      amount: 5_000n,
    }),
  ]);
  const spender = await actor.newAddress();
  await actor.send([
    token.getTransferCheckedInstruction({
      source: from,
      mint: mint.address,
      destination: to,
      authority: payer,
      amount: 1_250n,
      decimals: DECIMALS,
    }),
    token.getApproveInstruction({ source: from, delegate: spender, owner: payer, amount: 10n }),
  ]);
  Object.assign(actor, { mint: mint.address, from, to, spender });
  check((await rpc.getTokenAccountBalance(to, confirmed).send()).value.amount === '1250', 'tokens');
}

async function lookupTable(actor) {
  const {
    payer,
    rpc,
    programs: { lookup },
    kit,
  } = actor;
  const entry = await actor.newAddress();
  const recentSlot = await rpc.getSlot(confirmed).send();
  const [address] = await lookup.findAddressLookupTablePda({
    authority: payer.address,
    recentSlot,
  });
  await actor.send([
    await lookup.getCreateLookupTableInstructionAsync({ authority: payer, payer, recentSlot }),
    lookup.getExtendLookupTableInstruction({
      address,
      authority: payer,
      payer,
      addresses: [entry],
    }),
  ]);
  const last = await rpc.getSlot({ commitment: 'processed' }).send();
  const found = await kit.fetchAddressesForLookupTables([address], rpc);
  check(found[address][0] === entry, 'fetchAddressesForLookupTables');
  // Its entries count from the next slot on.
  while ((await rpc.getSlot({ commitment: 'processed' }).send()) === last) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  const change = (message) =>
    kit.compressTransactionMessageUsingAddressLookupTables(message, found);
  const signature = await actor.send([actor.pay(entry, SOL)], { change });
  const { meta } = await rpc
    .getTransaction(signature, {
      ...confirmed,
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
    .send();
  check(meta.loadedAddresses.writable[0] === entry, 'the table was used');
  actor.table = { address, entry };
}

async function durableNonce(actor) {
  const {
    payer,
    rpc,
    kit,
    programs: { system },
  } = actor;
  const nonce = await kit.generateKeyPairSigner();
  const lamports = await rpc.getMinimumBalanceForRentExemption(80n).send();
  await actor.send([
    system.getCreateAccountInstruction({
      payer,
      newAccount: nonce,
      lamports,
      space: 80n,
      programAddress: system.SYSTEM_PROGRAM_ADDRESS,
    }),
    system.getInitializeNonceAccountInstruction({
      nonceAccount: nonce.address,
      nonceAuthority: payer.address,
    }),
  ]);
  const valueOf = async () =>
    (await system.fetchNonce(rpc, nonce.address, confirmed)).data.blockhash;
  const value = await valueOf();
  const target = await actor.newAddress();
  const transaction = await kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (draft) => kit.setTransactionMessageFeePayerSigner(payer, draft),
    (draft) =>
      kit.setTransactionMessageLifetimeUsingDurableNonce(
        { nonce: value, nonceAccountAddress: nonce.address, nonceAuthorityAddress: payer.address },
        draft,
      ),
    (draft) => kit.appendTransactionMessageInstructions([actor.pay(target, SOL)], draft),
    (draft) => kit.signTransactionMessageWithSigners(draft),
  );
  const send = kit.sendAndConfirmDurableNonceTransactionFactory(actor);
  await send(transaction, confirmed);
  check((await valueOf()) !== value, 'the nonce advanced');
  check((await actor.balance(target)) === SOL, 'the transfer with a nonce');
  actor.nonce = { address: nonce.address, authority: payer.address };
}

/** One row for each method that kit types. */
export async function methods(actor) {
  const { rpc, kit, payer, receiver, mint, from, to, spender, paid } = actor;
  const slot = await rpc.getSlot(confirmed).send();
  const landed = await rpc
    .getTransaction(paid, { ...confirmed, encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send();
  const { identity } = await rpc.getIdentity().send();
  const options = { ...confirmed, encoding: 'base64' };
  const message = await actor.compose([actor.pay(receiver, 1n)]);
  const signed = await kit.signTransactionMessageWithSigners(message);
  const wire = kit.getBase64EncodedWireTransaction(signed);
  const unknown = await actor.newAddress();
  await rows({
    getAccountInfo: async () => {
      const forms = await Promise.all(
        ['base58', 'base64', 'base64+zstd'].map(async (encoding) => {
          const { value } = await rpc
            .getAccountInfo(from, { ...confirmed, encoding, dataSlice: { offset: 0, length: 32 } })
            .send();
          return value.data[1];
        }),
      );
      check(forms.join() === 'base58,base64,base64+zstd', `encodings ${forms}`);
      const { value } = await rpc
        .getAccountInfo(from, { ...confirmed, encoding: 'jsonParsed' })
        .send();
      check(value.data.parsed.info.tokenAmount.amount === '3750', 'parsed');
      check((await rpc.getAccountInfo(unknown, options).send()).value === null, 'no account');
    },
    getBalance: async () => check((await actor.balance(unknown)) === 0n, 'balance'),
    getBlock: async () => {
      for (const transactionDetails of ['full', 'accounts', 'signatures', 'none']) {
        const block = await rpc
          .getBlock(landed.slot, {
            ...confirmed,
            encoding: 'json',
            transactionDetails,
            maxSupportedTransactionVersion: 0,
            rewards: false,
          })
          .send();
        check(block.blockHeight > 0n, transactionDetails);
        if (transactionDetails === 'signatures')
          check(block.signatures.includes(paid), 'signature');
      }
    },
    getBlockCommitment: async () =>
      check((await rpc.getBlockCommitment(slot).send()).totalStake === 0n, 'stake'),
    getBlockHeight: async () => check((await rpc.getBlockHeight(confirmed).send()) > 0n, 'height'),
    getBlockProduction: async () =>
      check((await rpc.getBlockProduction().send()).value.byIdentity[identity][0] > 0n, 'blocks'),
    getBlockTime: async () =>
      check((await rpc.getBlockTime(landed.slot).send()) === landed.blockTime, 'time'),
    getBlocks: async () =>
      check((await rpc.getBlocks(slot - 5n, slot, confirmed).send()).length === 6, 'blocks'),
    getBlocksWithLimit: async () =>
      check((await rpc.getBlocksWithLimit(slot - 5n, 3, confirmed).send()).length === 3, 'blocks'),
    getClusterNodes: async () =>
      check((await rpc.getClusterNodes().send())[0].pubkey === identity, 'node'),
    getEpochInfo: async () =>
      check((await rpc.getEpochInfo(confirmed).send()).absoluteSlot >= slot, 'slot'),
    getEpochSchedule: async () =>
      check((await rpc.getEpochSchedule().send()).slotsPerEpoch === 432_000n, 'slots'),
    getFeeForMessage: async () => {
      const text = Buffer.from(signed.messageBytes).toString('base64');
      check((await rpc.getFeeForMessage(text, confirmed).send()).value === 5_000n, 'fee');
    },
    getFirstAvailableBlock: async () =>
      check((await rpc.getFirstAvailableBlock().send()) === 0n, 'block'),
    getGenesisHash: async () => check((await rpc.getGenesisHash().send()).length > 40, 'hash'),
    getHealth: async () => check((await rpc.getHealth().send()) === 'ok', 'health'),
    getHighestSnapshotSlot: async () => {
      const error = await refusal(() => rpc.getHighestSnapshotSlot().send());
      check(
        kit.isSolanaError(error, kit.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NO_SNAPSHOT),
        `${error}`,
      );
    },
    getIdentity: async () => check(kit.isAddress(identity), 'identity'),
    getInflationGovernor: async () =>
      check((await rpc.getInflationGovernor().send()).initial === 0, 'rate'),
    getInflationRate: async () => check((await rpc.getInflationRate().send()).total === 0, 'rate'),
    getInflationReward: async () =>
      check((await rpc.getInflationReward([payer.address]).send())[0] === null, 'reward'),
    getLargestAccounts: async () =>
      check((await rpc.getLargestAccounts(confirmed).send()).value[0].lamports > SOL, 'largest'),
    getLatestBlockhash: async () =>
      check(
        (await rpc.getLatestBlockhash(confirmed).send()).value.lastValidBlockHeight > 150n,
        'hash',
      ),
    getLeaderSchedule: async () =>
      check((await rpc.getLeaderSchedule().send())[identity].length === 432_000, 'slots'),
    getMaxRetransmitSlot: async () =>
      check((await rpc.getMaxRetransmitSlot().send()) >= slot, 'slot'),
    getMaxShredInsertSlot: async () =>
      check((await rpc.getMaxShredInsertSlot().send()) >= slot, 'slot'),
    getMinimumBalanceForRentExemption: async () =>
      check((await rpc.getMinimumBalanceForRentExemption(165n).send()) === 2_039_280n, 'rent'),
    getMultipleAccounts: async () => {
      const { value } = await rpc.getMultipleAccounts([mint, unknown], options).send();
      check(value[0].space === 82n && value[1] === null, 'accounts');
    },
    getProgramAccounts: async () => {
      const filters = [
        { dataSize: actor.programs.tokenBytes },
        { memcmp: { offset: 0n, bytes: mint, encoding: 'base58' } },
      ];
      const found = await rpc
        .getProgramAccounts(actor.programs.tokenProgram, { ...options, filters })
        .send();
      check(found.length === 2, 'accounts');
    },
    getRecentPerformanceSamples: async () =>
      check(Array.isArray(await rpc.getRecentPerformanceSamples(5).send()), 'samples'),
    getRecentPrioritizationFees: async () =>
      check((await rpc.getRecentPrioritizationFees().send())[0].prioritizationFee === 0n, 'fee'),
    getSignatureStatuses: async () =>
      check((await rpc.getSignatureStatuses([paid]).send()).value[0].err === null, 'status'),
    getSignaturesForAddress: async () => {
      const all = await rpc.getSignaturesForAddress(receiver, confirmed).send();
      const first = await rpc.getSignaturesForAddress(receiver, { ...confirmed, limit: 1 }).send();
      const rest = await rpc
        .getSignaturesForAddress(receiver, { ...confirmed, before: first[0].signature })
        .send();
      const ids = (list) => list.map((one) => one.signature).join();
      check(all.at(-1).signature === paid && ids(all) === ids([...first, ...rest]), 'pages');
    },
    getSlot: async () => check((await rpc.getSlot(confirmed).send()) >= slot, 'slot'),
    getSlotLeader: async () => check((await rpc.getSlotLeader().send()) === identity, 'leader'),
    getSlotLeaders: async () =>
      check(
        (await rpc.getSlotLeaders(slot, 2).send()).join() === [identity, identity].join(),
        'leaders',
      ),
    getStakeMinimumDelegation: async () =>
      check((await rpc.getStakeMinimumDelegation().send()).value === SOL, 'stake'),
    getSupply: async () => {
      const { total, circulating, nonCirculating } = (
        await rpc.getSupply({ ...confirmed, excludeNonCirculatingAccountsList: true }).send()
      ).value;
      check(circulating > 0n && total === circulating + nonCirculating, 'sums');
    },
    getTokenAccountBalance: async () =>
      check(
        (await rpc.getTokenAccountBalance(from, confirmed).send()).value.amount === '3750',
        'amount',
      ),
    getTokenAccountsByDelegate: async () => {
      const { value } = await rpc.getTokenAccountsByDelegate(spender, { mint }, options).send();
      check(value.length === 1 && value[0].pubkey === from, 'account');
    },
    getTokenAccountsByOwner: async () => {
      const { value } = await rpc
        .getTokenAccountsByOwner(receiver, { mint }, { ...confirmed, encoding: 'jsonParsed' })
        .send();
      check(value[0].pubkey === to, 'account');
      check(value[0].account.data.parsed.info.tokenAmount.amount === '1250', 'amount');
    },
    getTokenLargestAccounts: async () => {
      const { value } = await rpc.getTokenLargestAccounts(mint, confirmed).send();
      check(value.map((one) => one.address).join() === [from, to].join(), 'order');
    },
    getTokenSupply: async () =>
      check((await rpc.getTokenSupply(mint, confirmed).send()).value.amount === '5000', 'amount'),
    getTransaction: async () => {
      for (const encoding of ['json', 'jsonParsed', 'base64', 'base58']) {
        const found = await rpc
          .getTransaction(paid, { ...confirmed, encoding, maxSupportedTransactionVersion: 0 })
          .send();
        check(found.meta.err === null && found.meta.fee === 5_000n, encoding);
      }
    },
    getTransactionCount: async () =>
      check((await rpc.getTransactionCount(confirmed).send()) > 5n, 'transactions'),
    getVersion: async () =>
      check((await rpc.getVersion().send())['solana-core'].length > 0, 'version'),
    getVoteAccounts: async () =>
      check((await rpc.getVoteAccounts().send()).current.length === 0, 'validators'),
    isBlockhashValid: async () => {
      const { blockhash } = message.lifetimeConstraint;
      check((await rpc.isBlockhashValid(blockhash, confirmed).send()).value, 'valid');
    },
    minimumLedgerSlot: async () => check((await rpc.minimumLedgerSlot().send()) === 0n, 'slot'),
    requestAirdrop: async () => {
      const target = await actor.newAddress();
      await rpc.requestAirdrop(target, kit.lamports(SOL), confirmed).send();
    },
    sendTransaction: async () =>
      check(
        (await rpc.sendTransaction(wire, { encoding: 'base64' }).send()) ===
          kit.getSignatureFromTransaction(signed),
        'signature',
      ),
    simulateTransaction: async () => {
      const other = await actor.sign([actor.pay(unknown, SOL)]);
      const { value } = await rpc
        .simulateTransaction(kit.getBase64EncodedWireTransaction(other), {
          ...confirmed,
          encoding: 'base64',
          replaceRecentBlockhash: true,
          innerInstructions: true,
          accounts: { encoding: 'base64', addresses: [unknown] },
        })
        .send();
      check(value.err === null && value.accounts[0].lamports === SOL, 'account');
      check((await actor.balance(unknown)) === 0n, 'a simulation changes nothing');
    },
  });
  await subscriptions(actor);
}

async function subscriptions(actor) {
  const { rpcSubscriptions: listen, kit, rpc } = actor;
  const heard = (subscription, target) =>
    actor.next(subscription, () => actor.send([actor.pay(target, SOL)]));
  await rows({
    accountSubscribe: async () => {
      for (const encoding of ['base64', 'base64+zstd', 'jsonParsed']) {
        const target = await actor.newAddress();
        const { value } = await heard(
          listen.accountNotifications(target, { ...confirmed, encoding }),
          target,
        );
        check(value.lamports === SOL, encoding);
      }
    },
    logsSubscribe: async () => {
      const target = await actor.newAddress();
      const { value } = await heard(
        listen.logsNotifications({ mentions: [target] }, confirmed),
        target,
      );
      check(value.err === null && value.logs.length > 0, 'logs');
    },
    programSubscribe: async () => {
      const target = await actor.newAddress();
      const { value } = await heard(
        listen.programNotifications(actor.programs.system.SYSTEM_PROGRAM_ADDRESS, {
          ...confirmed,
          encoding: 'base64',
          filters: [{ dataSize: 0n }],
        }),
        target,
      );
      check(value.account.space === 0n, 'account');
    },
    rootSubscribe: async () => check((await actor.next(listen.rootNotifications())) >= 0n, 'root'),
    signatureSubscribe: async () => {
      const transaction = await actor.sign([actor.pay(actor.receiver, 1n)]);
      const wire = kit.getBase64EncodedWireTransaction(transaction);
      const { value } = await actor.next(
        listen.signatureNotifications(kit.getSignatureFromTransaction(transaction), confirmed),
        () => rpc.sendTransaction(wire, { encoding: 'base64' }).send(),
      );
      check(value.err === null, 'signature');
    },
    'signatureSubscribe, confirmed before': async () => {
      for (let count = 0; count < 4; count += 1) {
        const { value } = await actor.next(listen.signatureNotifications(actor.paid, confirmed));
        check(value.err === null, 'signature');
      }
    },
    slotSubscribe: async () =>
      check((await actor.next(listen.slotNotifications())).slot > 0n, 'slot'),
  });
  if (kit.createSolanaRpcSubscriptions_UNSTABLE) {
    await row('slotsUpdatesSubscribe', async () => {
      const unstable = kit.createSolanaRpcSubscriptions_UNSTABLE(wsUrl);
      check((await actor.next(unstable.slotsUpdatesNotifications())).slot > 0n, 'slot');
    });
  }
}
