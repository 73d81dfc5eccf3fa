/**
 * Makes the map's shapes at build time from us-atlas, already projected (Albers, 975 × 610), so that
 * the page neither loads TopoJSON nor the whole country's counties.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoPath } from "d3-geo";
import { feature, merge, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Plugin } from "vite";
import { STATE_CODES } from "./state-codes.ts";

type Shapes = Topology<Record<string, GeometryCollection<{ name: string }>>>;

const STATES = "virtual:us-states";
const OUTLINES = "virtual:us-outlines";
const COUNTIES = "virtual:us-counties";
/** Stands for the whole country where the others have a state's number. */
const COUNTRY = "US";
const require = createRequire(import.meta.url);

function load(file: string): Shapes {
  return JSON.parse(readFileSync(require.resolve(`us-atlas/${file}`), "utf8")) as Shapes;
}

function part(shapes: Shapes, name: string): GeometryCollection<{ name: string }> {
  const collection = shapes.objects[name];
  if (!collection) throw new Error(`us-atlas has no ${name}`);
  return collection;
}

interface StateShape {
  readonly fips: string;
  readonly code: string;
  readonly name: string;
  readonly path: string;
  readonly box: readonly number[];
}

function stateShapes(): readonly StateShape[] {
  const shapes = load("states-albers-10m.json");
  const path = geoPath().digits(1);
  return feature(shapes, part(shapes, "states")).features.flatMap((state) => {
    const fips = String(state.id).padStart(2, "0");
    const code = STATE_CODES[fips];
    const [[left, top], [right, bottom]] = path.bounds(state);
    const outline = path(state);
    if (!code || !outline) return [];
    const box = [left, top, right, bottom].map((edge) => Math.round(edge * 10) / 10);
    return [{ fips, code, name: state.properties.name, path: outline, box }];
  });
}

function statesModule(): string {
  const states = JSON.stringify(stateShapes());
  return `export const width = 975;\nexport const height = 610;\nexport const states = ${states};`;
}

/** The contiguous country without its inner borders, for markets of no one state. */
function countryShape(): Pick<StateShape, "path" | "box"> {
  const shapes = load("states-albers-10m.json");
  const parts = part(shapes, "states").geometries.filter(({ id }) => {
    const code = STATE_CODES[String(id).padStart(2, "0")];
    return code !== undefined && code !== "AK" && code !== "HI";
  });
  const outline = merge(shapes, parts as Parameters<typeof merge>[1]);
  const path = geoPath().digits(0);
  const [[left, top], [right, bottom]] = path.bounds(outline);
  return { path: path(outline) ?? "", box: [left, top, right, bottom].map(Math.round) };
}

function outlineModule(fips: string): string {
  const shape =
    fips === COUNTRY ? countryShape() : stateShapes().find((state) => state.fips === fips);
  return `export const outline = ${JSON.stringify(shape ?? null)};`;
}

function countyModule(fips: string): string {
  const shapes = load("counties-albers-10m.json");
  const counties = part(shapes, "counties");
  const inside = {
    ...counties,
    geometries: counties.geometries.filter((county) => String(county.id).startsWith(fips)),
  };
  const lines = geoPath().digits(1)(mesh(shapes, inside, (a, b) => a !== b));
  return `export const path = ${JSON.stringify(lines ?? "")};`;
}

/** A table of lazy imports by state code: one small chunk for each state. */
function tableModule(name: string, prefix: string): string {
  const rows = Object.entries(STATE_CODES).map(
    ([fips, code]) => `${JSON.stringify(code)}: () => import("${prefix}/${fips}")`,
  );
  if (name === "outlines") rows.push(`${COUNTRY}: () => import("${prefix}/${COUNTRY}")`);
  return `export const ${name} = {\n${rows.join(",\n")}\n};`;
}

export function atlasMap(): Plugin {
  return {
    name: "atlas-map",
    resolveId(id) {
      const isOurs = [STATES, OUTLINES, COUNTIES].some((name) => id.startsWith(name));
      return isOurs ? `\0${id}` : null;
    },
    load(id) {
      if (id === `\0${STATES}`) return statesModule();
      if (id === `\0${COUNTIES}`) return tableModule("counties", COUNTIES);
      if (id === `\0${OUTLINES}`) return tableModule("outlines", OUTLINES);
      if (id.startsWith(`\0${OUTLINES}/`)) return outlineModule(id.slice(-2));
      if (id.startsWith(`\0${COUNTIES}/`)) return countyModule(id.slice(-2));
      return null;
    },
  };
}
