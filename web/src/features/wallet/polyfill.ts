// The Solana libraries expect Node's Buffer. This must be the first import of the wallet chunk.
import { Buffer } from "buffer";

globalThis.Buffer ??= Buffer;
