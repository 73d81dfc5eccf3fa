import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import app from "./vite.config.ts";

const PAGE = ["src/**/*.test.tsx", "{src,scripts}/**/*.dom.test.ts"];

export default mergeConfig(
  app,
  defineConfig({
    test: {
      restoreMocks: true,
      unstubGlobals: true,
      // A busy machine takes its time; none of the tests measures any.
      testTimeout: 60_000,
      server: { deps: { inline: [/@ledgerhq/, /@solana\/wallet-adapter/] } },
      // A document and a fresh set of modules take longer to make than most tests take: tests without
      // a page get no document and share their modules.
      projects: [
        {
          extends: true,
          test: {
            name: "plain",
            environment: "node",
            isolate: false,
            include: ["src/**/*.test.ts", "scripts/**/*.test.{ts,mjs}"],
            exclude: PAGE,
          },
        },
        {
          extends: true,
          test: {
            name: "page",
            environment: "jsdom",
            include: PAGE,
            setupFiles: ["./src/test/setup.ts"],
          },
        },
      ],
    },
  }),
);
