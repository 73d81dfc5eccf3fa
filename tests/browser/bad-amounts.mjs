import { assertEqual } from "./steps.mjs";

/** What no amount field takes, and what it says about it. */
export const BAD_AMOUNTS = [
  ["", "Enter an amount."],
  ["0", "Enter an amount greater than 0."],
  ["-5", "Enter an amount greater than 0."],
  ["1e5", "Write the number out, without an exponent."],
  ["１００", "Use the digits 0 to 9."],
  ["1,5", "Enter a number, e.g. 1,500.50."],
  ["1.0000001", "At most 6 decimals."],
  ["9".repeat(30), "Amount too large."],
];

/** Types each bad amount into a field of a form, sends it, and reads what the form says. */
export async function refusesBadAmounts(form, field, button, more = []) {
  const said = form.getByRole("alert").first();
  for (const [text, sentence] of [...BAD_AMOUNTS, ...more]) {
    await form.getByLabel(field, { exact: true }).fill(text);
    await form.getByRole("button", { name: button, exact: true }).click();
    assertEqual(await said.innerText(), sentence, `what the form says to “${text}”`);
    assertEqual(await form.getByLabel(field, { exact: true }).inputValue(), text, "the field");
  }
}
