import { readFileSync } from "node:fs";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { marketQuery, statusQuery } from "@/api/queries";
import { fakeServer } from "@/test/server";
import { PAGES, pageNeeds } from "./page-preload";

type Bundle = Parameters<typeof pageNeeds>[1];

const chunk = (fileName: string, module: string | null, imports: string[], css: string[] = []) => ({
  type: "chunk",
  fileName,
  facadeModuleId: module && `/app/src/${module}`,
  imports,
  viteMetadata: { importedCss: new Set(css) },
});

const BUNDLE = Object.fromEntries(
  [
    chunk("assets/index.js", "main.tsx", []),
    chunk("assets/common.js", null, ["assets/index.js"], ["assets/common.css"]),
    chunk("assets/markets.js", "features/markets/markets-page.tsx", ["assets/common.js"]),
    chunk(
      "assets/trade.js",
      "app/trade-route.tsx",
      ["assets/common.js", "assets/tabs.js"],
      ["assets/trade.css"],
    ),
    chunk("assets/tabs.js", null, ["assets/common.js"]),
    chunk("assets/map.js", "features/markets/market-map.tsx", []),
  ].map((one) => [one.fileName, one]),
) as unknown as Bundle;

const HTML = '<script src="/boot.js"></script><script src="/assets/index.js"></script>';

test("each page names its reads and all files that its code imports, once, without the app's", () => {
  expect(pageNeeds(HTML, BUNDLE)).toEqual({
    "/": ["/assets/markets.js", "/assets/common.js", "/assets/common.css"],
    "/trade/": [
      "/express/v1/market/*",
      "/assets/trade.js",
      "/assets/trade.css",
      "/assets/common.js",
      "/assets/common.css",
      "/assets/tabs.js",
    ],
  });
});

test("a page whose chunk is gone fails the build", () => {
  expect(() => pageNeeds(HTML, {})).toThrow("no chunk of features/markets/markets-page.tsx");
});

test("what is asked for early is what the pages ask for", async () => {
  const calls = fakeServer({});
  const client = new QueryClient();
  await client.prefetchQuery({ ...marketQuery("USA"), retry: false });
  await client.prefetchQuery({ ...statusQuery, retry: false });
  const [market, status] = calls.map(({ path }) => path);
  expect(PAGES["/trade/"]?.reads.map((read) => read.replace("*", "USA"))).toEqual([market]);
  expect(readFileSync("index.html", "utf8")).toContain(`rel="preload" href="${status}" as="fetch"`);
});
