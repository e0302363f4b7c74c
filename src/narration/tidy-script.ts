/** Marks in which a writer sometimes wraps everything, though it was asked for the bare text. */
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
 * The script without blank ends and without a code fence or quotation marks around all of it. Marks that open and
 * close again inside belong to the text and stay.
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
