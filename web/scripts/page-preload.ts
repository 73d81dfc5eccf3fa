import type { Plugin, Rolldown } from "vite";

interface Opened {
  readonly module: string;
  /** The reads that its first figures wait for; `*` is what follows the page's path. */
  readonly reads: readonly string[];
}

/**
 * The pages that most first visits open. Map and chart are left to come after the words and figures:
 * on a slow line they would take the app's own bandwidth.
 */
export const PAGES: Readonly<Record<string, Opened>> = {
  // Its list of markets is long enough to delay the first picture, and comes as soon without.
  "/": { module: "features/markets/markets-page.tsx", reads: [] },
  "/trade/": { module: "app/trade-route.tsx", reads: ["/express/v1/market/*"] },
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

/** By path what a page needs beyond what its html names already, as `boot.js` takes it: reads first. */
export function pageNeeds(html: string, bundle: Bundle): Readonly<Record<string, string[]>> {
  const first = new Set([...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => file));
  return Object.fromEntries(
    Object.entries(PAGES).map(([path, { module, reads }]) => {
      const found = new Set<string>();
      const chunk = chunkOf(bundle, module);
      if (!chunk) throw new Error(`page-preload: no chunk of ${module}`);
      filesOf(bundle, chunk, found);
      const files = [...found].filter((file) => !first.has(file)).map((file) => `/${file}`);
      return [path, [...reads, ...files]];
    }),
  );
}

/**
 * Tells `boot.js` which files and answers the page of a path needs, so that they load beside the
 * app's own code: that saves the turns in which one file would name the next.
 */
export function pagePreload(): Plugin {
  return {
    name: "acre-page-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html;
        const text = JSON.stringify(pageNeeds(html, bundle)).replaceAll("'", "&#39;");
        return html.replace('src="/boot.js"', `src="/boot.js" data-pages='${text}'`);
      },
    },
  };
}
