import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { atlasMap } from "./scripts/atlas-map.ts";
import { mobileLater } from "./scripts/mobile-later.ts";
import { pagePreload } from "./scripts/page-preload.ts";
import { precompress } from "./scripts/precompress.ts";

const server = process.env["ACRE_URL"] ?? "http://127.0.0.1:8080";

const COMMON =
  /src\/(ui\/(amount|countdown|page|panel|table)|lib\/(account|amount-field|builders|outcome-text|stage-text|use-debounced|use-media))\b/;

export default defineConfig({
  plugins: [react(), atlasMap(), mobileLater(), pagePreload(), precompress()],
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
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
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: {
      "/api": { target: server },
      "/express": { target: server, ws: true },
      "/rpc": { target: server, ws: true },
    },
  },
  test: {
    restoreMocks: true,
    // A busy machine takes its time; none of the tests measures any.
    testTimeout: 60_000,
    server: { deps: { inline: [/@ledgerhq/, /@solana\/wallet-adapter/] } },
    // View logic knows no page: a document made for each of its files took longer than the tests.
    projects: [
      {
        extends: true,
        test: { name: "model", environment: "node", include: ["src/**/model/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "page",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
          exclude: ["src/**/model/*.test.ts"],
          setupFiles: ["./src/test/setup.ts"],
        },
      },
    ],
  },
});
