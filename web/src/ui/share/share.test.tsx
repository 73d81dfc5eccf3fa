import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { fileName, positionCard, profitCard, questionCard, type ShareCard } from "./card";
import { type CardLook, drawCard, fittingSize } from "./draw-card";
import { ShareDialog } from "./share-dialog";

const POSITION = positionCard({
  market: "Austin, TX",
  side: "long",
  leverage: "3.00×",
  profit: -1n,
  roe: "−12.30%",
  profitText: null,
  entryPrice: "$103.28",
  indexPrice: "$99.05",
  note: "Demo · Feb 5, 2010",
});

const LOOK: CardLook = {
  background: "bg",
  line: "line",
  text: "text",
  quiet: "quiet",
  accent: "accent",
  tones: { up: "up", down: "down", plain: "text" },
  fontText: "sans",
  fontFigures: "mono",
};

/** A canvas of letters that are half as wide as high, which notes what is written. */
function fakeContext() {
  const written: { text: string; color: unknown; right: number }[] = [];
  const context = {
    font: "",
    fillStyle: "",
    textAlign: "left",
    measureText: (text: string) => ({
      width: (text.length * Number(/(\d+)px/.exec(context.font)?.[1] ?? 0)) / 2,
    }),
    fillText: (text: string, x: number) => {
      const { width } = context.measureText(text);
      const right = context.textAlign === "right" ? x : x + width;
      written.push({ text, color: context.fillStyle, right });
    },
  };
  for (const name of ["arc", "beginPath", "fill", "fillRect", "lineTo", "moveTo", "roundRect"]) {
    Object.assign(context, { [name]: () => undefined });
  }
  Object.assign(context, { stroke: () => undefined });
  return { context: context as unknown as CanvasRenderingContext2D, written };
}

it("shows a loss in the color of losses, and no money unless given", () => {
  const { context, written } = fakeContext();
  drawCard(context, POSITION, LOOK, "acre.example");
  expect(written.find(({ text }) => text === "−12.30%")?.color).toBe("down");
  expect(written.find(({ text }) => text === "LONG 3.00×")?.color).toBe("up");
  const texts = written.map(({ text }) => text);
  expect(texts).not.toContain("P&L");
  expect(texts).toEqual(expect.arrayContaining(["Entry", "$103.28", "acre.example"]));
});

it("keeps long texts inside the card", () => {
  const { context, written } = fakeContext();
  const question = "San Francisco-Oakland-Hayward, CA at or above $1,234.00 on Feb 4, 2010?";
  drawCard(
    context,
    questionCard({
      question,
      label: "Chance",
      chance: "58%",
      yes: "61",
      no: "44",
      closes: "Feb 4, 2010",
      note: "Demo",
    }),
    LOOK,
    "a-very-long-name-of-a-host.example",
  );
  for (const { right } of written) expect(right).toBeLessThanOrEqual(1200);
  expect(fittingSize(54, 100, 200)).toBe(54);
  expect(fittingSize(54, 400, 200)).toBe(27);
  expect(fittingSize(54, 4_000, 200)).toBe(18);
});

it("leads with the return of a period, and has money only where it is given", () => {
  const facts = { period: "1 week", profit: 5n, returnText: "+1.00%", note: "" };
  const figure = { label: "Return", text: "+1.00%", tone: "up" };
  const period = { label: "Period", text: "1 week" };
  expect(profitCard({ ...facts, profitText: null })).toMatchObject({ figure, facts: [period] });
  expect(profitCard({ ...facts, profitText: "+$5.00" })).toMatchObject({
    figure,
    facts: [period, { label: "P&L", text: "+$5.00" }],
  });
});

it("shows amounts only after the person asks for them", async () => {
  const withAmounts = { ...POSITION, facts: [{ label: "P&L", text: "−$5.00" }] };
  renderDialog(withAmounts);
  const text = () => screen.getByRole("img").getAttribute("aria-label");
  expect(text()).not.toContain("$5.00");
  await userEvent.click(screen.getByRole("checkbox", { name: "Show amounts" }));
  expect(text()).toContain("P&L −$5.00");
});

it("asks nothing where there are no amounts", () => {
  renderDialog();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("names the file after the card", () => {
  expect(fileName(POSITION)).toBe("acre-austin-tx.png");
  expect(fileName({ ...POSITION, title: "../…" })).toBe("acre.png");
});

function renderDialog(withAmounts?: ShareCard) {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(
    () => fakeContext().context as never,
  );
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) =>
    done(new Blob(["png"], { type: "image/png" })),
  );
  return render(
    <ShareDialog card={POSITION} withAmounts={withAmounts} onClose={() => undefined} />,
  );
}

it("reads the card out and saves it as a file", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => "blob:card";
  URL.revokeObjectURL = () => undefined;
  renderDialog();
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "Austin, TX, LONG 3.00×, Return on margin −12.30%, Entry $103.28, Index $99.05",
  );
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  expect(await screen.findByText("Image saved.")).toBeTruthy();
  expect(saved).toEqual(["acre-austin-tx.png"]);
});

it("offers only what the browser can do, and says when it refuses", async () => {
  const { unmount } = renderDialog();
  expect(screen.queryByRole("button", { name: "Share…" })).toBeNull();
  unmount();
  const user = userEvent.setup();
  vi.stubGlobal("ClipboardItem", class {});
  vi.spyOn(navigator.clipboard, "write").mockRejectedValue(new Error("no"));
  Object.assign(navigator, { canShare: () => true });
  renderDialog();
  expect(screen.getByRole("button", { name: "Share…" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Copy image" }));
  expect(await screen.findByText(/browser refused to copy/)).toBeTruthy();
  Object.assign(navigator, { canShare: undefined });
});
