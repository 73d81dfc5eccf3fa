import { geoAlbersUsa } from "d3-geo";

// The same projection that us-atlas used for its Albers files.
const project = geoAlbersUsa().scale(1300).translate([487.5, 305]);

export type Point = readonly [number, number];
export type Box = readonly [number, number, number, number];

/** Map coordinates of a place, or null outside the map. */
export function placeOnMap(longitude: number | null, latitude: number | null): Point | null {
  if (longitude === null || latitude === null) return null;
  return project([longitude, latitude]);
}

/** The smallest box around some. */
export function around(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
  ];
}

/** Grows a box to an aspect ratio (width / height) with a margin, around its middle. */
export function fitBox([left, top, right, bottom]: Box, aspect: number, margin: number): Box {
  const width = (right - left) * (1 + margin);
  const height = (bottom - top) * (1 + margin);
  const fitWidth = Math.max(width, height * aspect);
  const fitHeight = fitWidth / aspect;
  const middleX = (left + right) / 2;
  const middleY = (top + bottom) / 2;
  return [
    middleX - fitWidth / 2,
    middleY - fitHeight / 2,
    middleX + fitWidth / 2,
    middleY + fitHeight / 2,
  ];
}
