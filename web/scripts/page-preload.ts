import type { Plugin, Rolldown } from "vite";

/**
 * The pages that most first visits open. Map and chart are left to come after the words and figures:
 * on a slow line they would take the app's own bandwidth.
 */
const PAGES: Readonly<Record<string, string>> = {
  "/": "features/markets/markets-page.tsx",
  "/trade/": "app/trade-route.tsx",
};

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk | undefined {
  return Object.values(bundle).find(
    (file): file is Rolldown.OutputChunk =>
      file.type === "chunk" && file.facadeModuleId?.endsWith(`/src/${module}`) === true,
  );
}

/** A chunk, what it imports and their styles. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk, found: Set<string>): void {
  if (found.has(chunk.fileName)) return;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === "chunk") filesOf(bundle, next, found);
  }
}

/**
 * Tells `boot.js` which files the page of a path needs, so that they load beside the app's own code:
 * on a slow line that saves the turns in which one file would name the next.
 */
export function pagePreload(): Plugin {
  return {
    name: "acre-page-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html;
        const first = new Set(
          [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => file),
        );
        const pages = Object.fromEntries(
          Object.entries(PAGES).map(([path, module]) => {
            const found = new Set<string>();
            const chunk = chunkOf(bundle, module);
            if (!chunk) throw new Error(`page-preload: no chunk of ${module}`);
            filesOf(bundle, chunk, found);
            return [path, [...found].filter((file) => !first.has(file)).map((file) => `/${file}`)];
          }),
        );
        const text = JSON.stringify(pages).replaceAll("'", "&#39;");
        return html.replace('src="/boot.js"', `src="/boot.js" data-pages='${text}'`);
      },
    },
  };
}
