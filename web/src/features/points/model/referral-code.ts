/** What the server would refuse of a referral code, said before sending (API 4.5). */

const CODE_MAX = 20;
const CODE_MIN = 3;

export type CheckedCode =
  | { readonly code: string; readonly error: null }
  | { readonly code: null; readonly error: string };

function wrong(error: string): CheckedCode {
  return { code: null, error };
}

/** Length counts code points after trimming, as the server does. */
function checkForm(text: string): CheckedCode {
  const code = text.trim();
  const length = [...code].length;
  if (length === 0) return wrong("Enter a code.");
  if (length > CODE_MAX) return wrong(`A code has at most ${CODE_MAX} characters, not ${length}.`);
  if (!/^[A-Za-z0-9_-]+$/.test(code)) {
    return wrong("Use letters A to Z, digits, - and _.");
  }
  if (length < CODE_MIN) return wrong(`A code has at least ${CODE_MIN} characters.`);
  return { code, error: null };
}

/** A code to be made. */
export function checkNewCode(text: string): CheckedCode {
  return checkForm(text);
}

/** A code for a user whose own code is `own`. */
export function checkUsedCode(text: string, own: string | null): CheckedCode {
  const checked = checkForm(text);
  if (checked.code !== null && own !== null && sameCode(checked.code, own)) {
    return wrong("This is your own code. Only others can use it.");
  }
  return checked;
}

/** Codes are the same in any case of their letters. */
export function sameCode(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The address to give away. */
export function referralLink(origin: string, code: string): string {
  return `${origin}/refer/${encodeURIComponent(code)}`;
}
