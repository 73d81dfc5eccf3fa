/** Plain JSON-RPC to the chain node, so that the test believes the chain and not the page. */
export async function rpc(url, method, params) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** The raw amount that an owner holds of a mint, over all of the owner's token accounts. */
export async function tokenBalance(url, owner, mint) {
  const { value } = await rpc(url, "getTokenAccountsByOwner", [
    owner,
    { mint },
    { encoding: "jsonParsed", commitment: "confirmed" },
  ]);
  return value.reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  );
}

/** True when the node knows every signature and none of the transactions failed. */
export async function areOnChain(url, signatures) {
  const { value } = await rpc(url, "getSignatureStatuses", [
    signatures,
    { searchTransactionHistory: true },
  ]);
  return value.every((status) => status !== null && status.err === null);
}
