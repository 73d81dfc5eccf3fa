import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Sheet } from "./sheet";

function Page({ isKept }: { readonly isKept: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button">Before</button>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isKept || isOpen ? (
        <Sheet title="Details" open={isOpen} onOpenChange={setIsOpen}>
          <input aria-label="Name" />
        </Sheet>
      ) : null}
    </>
  );
}

it.each([
  ["that stays mounted", true],
  ["that is mounted when it opens", false],
])("a sheet %s gives the focus back to what opened it", async (_, isKept) => {
  const user = userEvent.setup();
  render(<Page isKept={isKept} />);
  const opener = screen.getByRole("button", { name: "Open" });
  await user.click(opener);
  const sheet = await screen.findByRole("dialog", { name: "Details" });
  expect(sheet.contains(document.activeElement)).toBe(true);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
