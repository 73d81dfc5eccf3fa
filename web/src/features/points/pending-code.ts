/** The code of a link, kept until it is used or put aside: connecting may leave the page. */
const STORAGE_KEY = "referral_code";

export function pendingCode(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** A browser that stores nothing still has the code in the page's address. */
export function keepCode(code: string | null): void {
  try {
    if (code === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, code);
  } catch {
    // Nothing is stored here.
  }
}
