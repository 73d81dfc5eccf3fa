"""Watches a wallet that pays fees: tops it up on the local chain, raises an alert elsewhere."""

import logging
from typing import Final

from chain.client.addresses import to_base58
from chain.client.errors import ChainError
from chain.client.faucet import LAMPORTS_PER_SOL, airdrop_if_low
from chain.client.rpc import Rpc, RpcError
from chain.client.wallet import TransactionFailed
from chain.worker import Worker

log = logging.getLogger(__name__)

PERIOD_S: Final = 30.0
LOW_BALANCE_E9: Final = LAMPORTS_PER_SOL


class FeePayerWatch:
    """One loop over the wallets that must never run dry."""

    def __init__(self, rpc: Rpc, wallets: tuple[bytes, ...], *, can_airdrop: bool) -> None:
        self._rpc = rpc
        self._wallets = wallets
        self._can_airdrop = can_airdrop
        self.worker = Worker("fee_payers", self.check, PERIOD_S)

    async def check(self) -> None:
        """Look at each wallet once."""
        for wallet in self._wallets:
            try:
                if self._can_airdrop:
                    await airdrop_if_low(self._rpc, wallet, LOW_BALANCE_E9)
                elif await self._rpc.balance(wallet) < LOW_BALANCE_E9:
                    log.error("low_balance", extra={"wallet": to_base58(wallet)})
            except (ChainError, RpcError, TransactionFailed) as error:
                log.warning("fee_payer_waits", extra={"reason": str(error)})
