import { assert, assertEqual, until } from "../../steps.mjs";

/** The drawer has every parameter in force, in words; the focus comes back. Returns how many. */
export async function checkSpecification(page, specification) {
  const opener = page.getByRole("button", { name: "Contract specification" });
  await opener.click();
  const drawer = page.getByRole("dialog", { name: "Contract specification" });
  const rows = drawer.locator("[data-parameter]");
  await rows.first().waitFor();
  const names = await rows.evaluateAll((lines) => lines.map(({ dataset }) => dataset.parameter));
  assertEqual(names.sort().join(), Object.keys(specification).sort().join(), "the parameters");
  const text = await drawer.innerText();
  assert(!names.some((name) => /[A-Z]/.test(name) && text.includes(name)), "names of the API");
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await until("the focus to be back", () =>
    opener.evaluate((button) => button === document.activeElement),
  );
  return names.length;
}
