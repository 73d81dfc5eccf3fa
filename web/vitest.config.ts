import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import app from "./vite.config.ts";

export default mergeConfig(
  app,
  defineConfig({
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
  }),
);
