/**
 * Whether the page came with its HTML, which the server sends to who has no session (src/server/http/page.ts); and while
 * that HTML is made. The page is then drawn as for a visitor first, because it has to be the same.
 */
export const isPrerendered =
  typeof document === 'undefined' || document.getElementById('root')?.hasChildNodes() === true;
