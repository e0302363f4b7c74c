/** Whether the first rendering must match HTML that was prerendered for a visitor (src/server/http/page.ts), or is being prerendered. */
export const isPrerendered =
  typeof document === 'undefined' || document.getElementById('root')?.hasChildNodes() === true;
