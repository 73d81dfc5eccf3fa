/** The entries taken last, newest first, so that they come first the next time. */
const KEY = "paletteRecent";
const MAX = 5;
const ID_LENGTH_MAX = 100;

export function readRecent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored
      .filter((one): one is string => typeof one === "string" && one.length <= ID_LENGTH_MAX)
      .slice(0, MAX);
  } catch {
    return [];
  }
}

export function rememberRecent(id: string): void {
  const next = [id, ...readRecent().filter((one) => one !== id)].slice(0, MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Not remembered.
  }
}
