/** A telephone with a key's bow: the picture of whichever wallet app answers. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#6346c7"/><rect x="10" y="5" width="12" height="22" rx="3" fill="none" stroke="#fff" stroke-width="2"/><circle cx="16" cy="14" r="2.6" fill="none" stroke="#fff" stroke-width="2"/><path d="M16 17v5" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>';

export const MOBILE_ICON = `data:image/svg+xml;base64,${btoa(SVG)}`;
