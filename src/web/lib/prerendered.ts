/**
 * Whether the page came with prerendered HTML, which visitors get (src/server/http/page.ts), or is being prerendered. It is
 * then rendered as for a visitor first, because it has to be the same.
 */
export const isPrerendered =
  typeof document === 'undefined' || document.getElementById('root')?.hasChildNodes() === true;
