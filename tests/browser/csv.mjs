import { readFile } from "node:fs/promises";
import { assert } from "./steps.mjs";

/** The rows of a CSV text (RFC 4180) as objects by the heads of its first line. */
export function parseCsv(text) {
  const records = [[]];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ",") {
      records.at(-1).push(cell);
      cell = "";
    } else if (sign === "\r" && text[at + 1] === "\n") {
      records.at(-1).push(cell);
      records.push([]);
      cell = "";
      at += 1;
    } else cell += sign;
  }
  assert(!isQuoted && cell === "" && records.at(-1).length === 0, "the file has a torn end");
  const [heads, ...rows] = records.slice(0, -1);
  return rows.map((row) => {
    assert(row.length === heads.length, `a row has ${row.length} cells of ${heads.length}`);
    return Object.fromEntries(heads.map((head, column) => [head, row[column]]));
  });
}

/** Presses a button that saves a CSV file; its name and rows. */
export async function savedCsv(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const text = await readFile(await download.path(), "utf8");
  return { name: download.suggestedFilename(), rows: parseCsv(text) };
}

/** A raw integer of the wire as the exact decimal that a file has. */
export function decimal(raw, decimals) {
  const digits = raw.replace("-", "").padStart(decimals + 1, "0");
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, "");
  return raw.startsWith("-") ? `-${text}` : text;
}

/** Unix seconds as a file has them. */
export function isoTime(atS) {
  return new Date(atS * 1000).toISOString().replace(".000Z", "Z");
}
