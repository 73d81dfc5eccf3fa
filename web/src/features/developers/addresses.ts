/** Where things are, from the origin of the page. Pure. */

export interface NamedAddress {
  readonly label: string;
  readonly address: string;
}

export function addressesOf(origin: string): readonly NamedAddress[] {
  const sockets = origin.replace(/^http/, "ws");
  return [
    { label: "REST, main base", address: `${origin}/api/v1` },
    { label: "REST, express base", address: `${origin}/express/v1` },
    { label: "Stream", address: `${sockets}/express/v1/ws` },
    { label: "Solana node", address: `${origin}/rpc` },
    { label: "Solana node, WebSocket", address: `${sockets}/rpc` },
  ];
}

export function firstCalls(origin: string): string {
  return [
    `curl '${origin}/express/v1/status'`,
    `curl '${origin}/express/v1/market/search?limit=3'`,
  ].join("\n");
}

interface Linked {
  readonly href: string;
  readonly label: string;
  readonly hint: string;
}

export const GUIDES: readonly Linked[] = [
  { href: "/docs/developers/sign-in.html", label: "Sign-in", hint: "Python, JavaScript, Java" },
  { href: "/docs/developers/trading.html", label: "Trading", hint: "From a quote to a position" },
  { href: "/docs/developers/units.html", label: "Units and ids", hint: "Decimals of each kind" },
  {
    href: "/docs/developers/errors.html",
    label: "Errors and limits",
    hint: "What to retry, rates",
  },
  { href: "/docs/developers/versioning.html", label: "Versions", hint: "What may change" },
  { href: "/docs/reference/streams.html", label: "Streams", hint: "Channels and messages" },
  { href: "/docs/market-makers.html", label: "Market makers", hint: "Quoting predictions" },
  { href: "/docs/keepers.html", label: "Keepers", hint: "Liquidations and payouts" },
];

export const DOCUMENTS: readonly Linked[] = [
  { href: "/api/v1/docs", label: "API reference, main base", hint: "Every call" },
  { href: "/express/v1/docs", label: "API reference, express base", hint: "Every call" },
  { href: "/api/v1/openapi.json", label: "OpenAPI, main base", hint: "3.1" },
  { href: "/express/v1/openapi.json", label: "OpenAPI, express base", hint: "3.1" },
  { href: "/express/v1/asyncapi.json", label: "AsyncAPI, stream", hint: "3.0" },
  { href: "/express/v1/changelog.atom", label: "Changelog", hint: "Atom" },
];
