/** Rows as a file that spreadsheets open (RFC 4180), saved by the browser. */

export type CsvCell = string | number | bigint | null;

/** A text that a spreadsheet would take for a formula is kept a text. */
function cell(value: CsvCell): string {
  if (value === null) return "";
  const text = String(value);
  const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv(heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [heads, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Offers a file for download; the page is left as it is. */
export function saveFile(name: string, text: string, type = "text/csv;charset=utf-8"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has read the address by the next turn in every browser.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
