/** The texts of the app: string literals, templates and JSX text of its sources, as people may read them. */
import { parseAst } from "vite";

export interface FoundText {
  readonly line: number;
  readonly text: string;
  /** Running text of a page, which may be longer than a message. */
  readonly isProse: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Where no text for people stands: modules, types, keys, class names, and errors for developers. */
const SKIPPED = new Set(["ImportDeclaration", "ExportAllDeclaration", "ImportExpression"]);
const SKIPPED_ATTRIBUTES = new Set([
  "className",
  "id",
  "href",
  "to",
  "d",
  "style",
  "key",
  "data-column",
]);

/** Properties that hold running text. */
const PROSE_ATTRIBUTES = new Set(["lead", "text", "emptyText", "note", "why"]);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (node.type === "MemberExpression" && key === "property") return [];
    if (node.type === "Property" && key === "key") return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

const attributeName = (attribute: Node) => String((attribute["name"] as Node)["name"]);
const isProseAttribute = (node: Node) =>
  node.type === "JSXAttribute" && PROSE_ATTRIBUTES.has(attributeName(node));

function isSkipped(node: Node): boolean {
  if (SKIPPED.has(node.type) || node.type.startsWith("TSType") || node.type.startsWith("TSLiteral"))
    return true;
  if (node.type === "ThrowStatement") return true;
  if (node.type !== "JSXAttribute") return false;
  return SKIPPED_ATTRIBUTES.has(attributeName(node));
}

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text of an element with "{}" for what is only known at run time. */
function flat(node: Node): string {
  if (node.type === "JSXText") return String(node["value"]).replace(/\s+/g, " ");
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    return (node["children"] as readonly Node[]).map(flat).join("");
  }
  const inner = node["expression"];
  if (node.type !== "JSXExpressionContainer" || !isNode(inner)) return "";
  return inner.type === "Literal" && typeof inner["value"] === "string" ? inner["value"] : "{}";
}

function templateText(node: Node): string {
  const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join("{}");
}

/** Text for people has a space or begins like a word; all others are names, codes and units. */
const isWords = (text: string) => /\s/.test(text.trim()) || /^[A-Z][a-z]/.test(text.trim());

/** All texts of a source file, each with the line on which it begins. */
export function textsOf(source: string, lang: "ts" | "tsx"): readonly FoundText[] {
  const found: FoundText[] = [];
  const add = (node: Node, text: string, isProse: boolean) => {
    const shown = squeezed(text);
    if (!isWords(shown) || shown.startsWith("<svg")) return;
    found.push({ line: source.slice(0, node.start).split("\n").length, text: shown, isProse });
  };
  const walk = (node: Node, isInProse: boolean) => {
    if (isSkipped(node)) return;
    if (node.type === "Literal" && typeof node["value"] === "string")
      add(node, node["value"], isInProse);
    if (node.type === "TemplateLiteral") add(node, templateText(node), isInProse);
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      const children = node["children"] as readonly Node[];
      const hasText = children.some((child) => child.type === "JSXText" && squeezed(flat(child)));
      if (hasText) add(node, flat(node), true);
    }
    const isProse = isInProse || isProseAttribute(node);
    for (const child of childrenOf(node)) walk(child, isProse);
  };
  walk(parseAst(source, { lang }) as unknown as Node, false);
  return found;
}

/** The sentences of the API's errors: the values of the table in edge/http/errors.py. */
export function apiErrorTexts(source: string): readonly FoundText[] {
  const rows = source.matchAll(/"[A-Z_]+": (?:\(\s*)?"([^"]+)"/g);
  return [...rows].map((row) => ({
    line: source.slice(0, row.index).split("\n").length,
    text: row[1] ?? "",
    isProse: false,
  }));
}
