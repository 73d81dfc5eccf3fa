/** A warning for each deprecated call that a program makes, once: the server says which are. */

const WARNED_MAX = 64;
const PARAMETER = /(?<=\/)(?:\d+|[1-9A-HJ-NP-Za-km-z]{32,44})(?=\/|$)/g; // an id or a wallet
const warned = new Set<string>();

/** Warns of a call whose answer is marked (RFC 9745), the first time in this process. */
export function warnIfDeprecated(method: string, path: string, headers: Headers): void {
  if (!headers.has("Deprecation")) return;
  const call = `${method} ${path.replace(/\?.*$/, "").replace(PARAMETER, "…")}`;
  if (warned.has(call) || warned.size >= WARNED_MAX) return;
  warned.add(call);
  const sunset = headers.get("Sunset");
  const end = sunset === null ? "" : ` and may end on ${sunset}`;
  const link = headers.get("Link") ?? "";
  const page = link.includes('rel="deprecation"') ? `; see ${link}` : "";
  console.warn(`${call} is deprecated${end}${page}`);
}
