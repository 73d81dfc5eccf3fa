import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderPage } from "@/test/page";
import { fakeServer } from "@/test/server";
import { UnlistedNote } from "./unlisted-note";

afterEach(() => void vi.unstubAllGlobals());

function serve(ids: readonly number[]) {
  return fakeServer({
    "GET /api/v1/real-estate-data/acre-ids": () => ({ body: { info: ids } }),
    "POST /api/v1/real-estate-data/acre-infos": ({ body }) => ({
      body: {
        info: (body as { ids: number[] }).ids.map((id) => ({
          id,
          name: `Area ${id}`,
          price: id === 7 ? null : "12345000000",
        })),
      },
    }),
  });
}

it("names the areas without a market, with the price that their index has", async () => {
  serve([1, 2, 7, 9]);
  renderPage(<UnlistedNote listed={[1, 2]} />);
  await screen.findByText(/too noisy or too short .*: Area 7; Area 9 \(\$123\.45\)\.$/);
});

it("asks for ten of them at most and counts the others", async () => {
  const calls = serve(Array.from({ length: 23 }, (_, id) => id));
  renderPage(<UnlistedNote listed={[0, 1]} />);
  await screen.findByText(/Area 11 \(\$123\.45\); 11 more\.$/);
  const asked = calls.find(({ method }) => method === "POST")?.body as { ids: number[] };
  expect(asked.ids).toHaveLength(10);
});

it("is silent where every area has a market", async () => {
  const calls = serve([1, 2]);
  const { container } = renderPage(<UnlistedNote listed={[1, 2]} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(container.textContent).toBe("");
});
