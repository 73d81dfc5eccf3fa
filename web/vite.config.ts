import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { atlasMap } from "./scripts/atlas-map.ts";

const server = process.env["ACRE_URL"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), atlasMap()],
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
  },
  build: {
    target: "es2022",
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    // Read by scripts/bundle-budget.mjs to know what the first load needs.
    manifest: true,
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
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/test/setup.ts"],
    restoreMocks: true,
    server: { deps: { inline: [/@ledgerhq/, /@solana\/wallet-adapter/] } },
  },
});
