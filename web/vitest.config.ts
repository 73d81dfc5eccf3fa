import { fileURLToPath } from "node:url";
import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import app from "./vite.config.ts";

const PAGE = ["src/**/*.test.tsx", "{src,scripts}/**/*.dom.test.ts"];
/** The list of installed wallets is the page's: no module can clear it. */
const WALLETS = ["src/features/wallet/**/*.test.tsx"];

/** A package for tests beside this folder. */
function ofWeb(name: string): string {
  return fileURLToPath(new URL(`./node_modules/${name}`, import.meta.url));
}

export default mergeConfig(
  app,
  defineConfig({
    test: {
      restoreMocks: true,
      unstubGlobals: true,
      // A busy machine takes its time; none of the tests measures any.
      testTimeout: 60_000,
      server: { deps: { inline: [/@ledgerhq/, /@solana\/wallet-adapter/] } },
      // A document and a fresh set of modules take longer to make than most tests take: the files of a
      // project share their modules, and only tests of pages get a document.
      isolate: false,
      projects: [
        {
          extends: true,
          test: {
            name: "plain",
            environment: "node",
            include: ["src/**/*.test.ts", "scripts/**/*.test.{ts,mjs}"],
            exclude: PAGE,
          },
        },
        {
          extends: true,
          resolve: {
            alias: {
              "@solana/web3.js": ofWeb("@solana/web3.js"),
              "solana-kit": ofWeb("solana-kit"),
            },
          },
          test: {
            name: "sdk",
            environment: "node",
            include: ["../sdk/typescript/tests/*.test.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "page",
            environment: "jsdom",
            include: PAGE,
            exclude: WALLETS,
            setupFiles: ["./src/app/test-setup.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "wallets",
            environment: "jsdom",
            isolate: true,
            include: WALLETS,
            setupFiles: ["./src/app/test-setup.ts"],
          },
        },
      ],
    },
  }),
);
