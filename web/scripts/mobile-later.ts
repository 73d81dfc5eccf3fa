/**
 * The adapter library builds its own mobile wallet into every page: 25 KB for Android alone. Its
 * import is answered with `mobile-placeholder.ts`; the mobile wallet itself loads where it is needed.
 */
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const MOBILE = "@solana-mobile/wallet-adapter-mobile";
const ASKED_BY = "/@solana/wallet-adapter-react/";
const PLACEHOLDER = fileURLToPath(
  new URL("../src/features/wallet/adapters/mobile-placeholder.ts", import.meta.url),
);

export function mobileLater(): Plugin {
  return {
    name: "mobile-later",
    enforce: "pre",
    resolveId(id, importer) {
      return id === MOBILE && importer?.includes(ASKED_BY) ? PLACEHOLDER : null;
    },
  };
}
