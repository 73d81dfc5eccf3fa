/** The burner wallet's name as shown and as stored; it says itself what it is good for. */
export const BURNER_WALLET_NAME = "Burner wallet (local only)";
