"""An embedded Solana node: a real SVM behind JSON-RPC, for one machine without a cluster."""
