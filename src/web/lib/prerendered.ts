/**
 * Whether the page has prerendered HTML, which visitors get (src/server/http/page.ts), or is being prerendered. The first rendering
 * must match it, so it is for a visitor.
 */
export const isPrerendered =
  typeof document === 'undefined' || document.getElementById('root')?.hasChildNodes() === true;
