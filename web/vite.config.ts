import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { atlasMap } from "./scripts/atlas-map.ts";
import { mobileLater } from "./scripts/mobile-later.ts";
import { pagePreload } from "./scripts/page-preload.ts";
import { precompress } from "./scripts/precompress.ts";

const server = process.env["ACRE_TEST_URL"] ?? "http://127.0.0.1:8080";

/** The TypeScript package, whose first user this app is: built from its sources. */
const SDK = fileURLToPath(new URL("../sdk/typescript/src", import.meta.url));

const COMMON =
  /src\/(ui\/(figures\/(amount|countdown|stat)|page\/(empty|page|panel)|price\/live-price|tables\/table)|domain\/(account|amount-field)|api\/builders|copy\/(outcomes|stages)|state\/(close-request|shown-accounts|use-(debounced|media)))\b/;
/** What the trade page shows at first; parts of it serve its late chunks, too. */
const DESK =
  /features\/trade\/((lazy-pa|own-tabs|trade-|use-trade-keys)|account\/(account-s|account\.module|health|on-its|use-needs)|ticket\/(?!ticket-preview)|model\/(bracket|market-notes|preset|price-limit|quote-words|ticket|trade-keys|withdrawals)|header\/(market-header|open-interest)|markets\/market-switcher|chart\/(chart[.-]|market-tabs|use-|model\/(chart-tabs|curves|derive|legend|scale)))/;

export default defineConfig({
  plugins: [react(), atlasMap(), mobileLater(), pagePreload(), precompress()],
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("./src", import.meta.url)),
      "@acre/sdk": SDK,
    },
  },
  build: {
    target: "es2022",
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    // Read by scripts/bundle-budget.mjs to know what the first load needs.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Browsers ask one host for six files at a time: what every page needs is one file, what
          // most pages show is another.
          groups: [
            { name: "app", tags: ["$initial"] },
            { name: "common", test: COMMON, includeDependenciesRecursively: false },
            { name: "desk", test: DESK, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    fs: { allow: [".", SDK] },
    proxy: {
      "/api": { target: server },
      "/express": { target: server, ws: true },
      "/rpc": { target: server, ws: true },
    },
  },
});
