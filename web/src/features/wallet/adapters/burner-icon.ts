const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3a1d0c"/><path d="M16 5c1.4 4-4.8 6.6-4.8 12.2 0 1.3.4 2.5 1.1 3.4-.3-2.6 1.2-4.4 2.7-5.6-.2 2.7 3.6 3.5 3.6 6.6 0 1-.3 1.9-.8 2.6 2.2-1 3.6-3.2 3.6-5.7C21.400 13.400 17.800 10.200 16 5z" fill="#f6bc5d"/></svg>`;

/** A flame: what it holds may burn. */
export const BURNER_ICON = `data:image/svg+xml;base64,${btoa(SVG)}` as const;
