import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { connectWallet, renderPage } from "@/test/page";
import { ContactsForm } from "./contacts-form";

const SAVED = { email: "ada@a.example", discord: null, twitter: null };

it("saves changed fields alone, removes an emptied one, and keeps what was refused", async () => {
  const bodies: unknown[] = [];
  let status = 409;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (_path: string, init?: RequestInit) => {
      bodies.push(JSON.parse(String(init?.body)));
      const body = status === 200 ? { info: { ...SAVED, email: null, discord: "ada.l" } } : {};
      return new Response(JSON.stringify(body), { status });
    }),
  );
  connectWallet("wallet");
  renderPage(<ContactsForm address="wallet" saved={SAVED} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Discord"), "ada.l");
  await user.clear(screen.getByLabelText("E-mail"));
  await user.click(screen.getByRole("button", { name: "Save contacts" }));
  await screen.findByRole("alert");
  expect(screen.getByLabelText<HTMLInputElement>("Discord").value).toBe("ada.l");
  status = 200;
  await user.click(screen.getByRole("button", { name: "Save contacts" }));
  await screen.findByText("Saved.");
  await waitFor(() => expect(bodies).toEqual(Array(2).fill({ email: null, discord: "ada.l" })));
});
