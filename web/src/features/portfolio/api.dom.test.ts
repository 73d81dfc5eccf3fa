import { expect, it, vi } from "vitest";
import { wireTrade } from "@/test/rows";
import { readWhole } from "./api";
import { trades } from "./model/history";

function serve(pages: number): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const at = asked.length;
    const info = [wireTrade({ slot: at })];
    const nextCursor = at < pages ? `c${at}` : null;
    return new Response(JSON.stringify({ info, pagination: { nextCursor, limit: 200 } }));
  });
  return asked;
}

it("reads every page of a history for a file, by the server's cursors", async () => {
  const asked = serve(3);
  const rows = await readWhole("wallet", trades);
  expect(rows.map(({ slot }) => slot)).toEqual([1, 2, 3]);
  expect(asked).toEqual([
    "/api/v1/user/wallet/history/trade?limit=200",
    "/api/v1/user/wallet/history/trade?limit=200&cursor=c1",
    "/api/v1/user/wallet/history/trade?limit=200&cursor=c2",
  ]);
});

it("ends after its largest number of pages", async () => {
  const asked = serve(Number.POSITIVE_INFINITY);
  expect(await readWhole("wallet", trades)).toHaveLength(200);
  expect(asked).toHaveLength(200);
});
