/** Quotation marks in which models sometimes wrap the whole text. */
const quotes: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
];

const fence = /^```[^\n`]*\n([^`]*)\n?```$/u;

/**
 * Removes surrounding space, a code fence, or quotation marks around the whole text. Marks that close and reopen inside belong to
 * the text.
 */
export function tidyScript(written: string): string {
  const unfenced = written.trim().replace(fence, '$1').trim();
  for (const [open, close] of quotes) {
    if (unfenced.length < 2 || !unfenced.startsWith(open) || !unfenced.endsWith(close)) continue;
    const inside = unfenced.slice(open.length, -close.length);
    if (!inside.includes(open) && !inside.includes(close)) return inside.trim();
  }
  return unfenced;
}
