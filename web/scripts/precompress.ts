import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
/** Below this a header costs more than is saved. */
const SIZE_MIN = 1024;

function brotli(data: Buffer): Buffer {
  return brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });
}

/** Writes `.br` and `.gz` beside every text of the build; the server sends whichever is accepted. */
export function precompress(): Plugin {
  let folder = "dist";
  return {
    name: "acre-precompress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const path = join(folder, entry);
        if (!COMPRESSIBLE.test(path) || statSync(path).size < SIZE_MIN) continue;
        const data = readFileSync(path);
        writeFileSync(`${path}.br`, brotli(data));
        writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
      }
    },
  };
}
