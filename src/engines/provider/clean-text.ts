/**
 * The text without what no narration holds and no database takes: control characters, NUL among them, halves of
 * characters, and the marks that a decoder puts where bytes made no sense.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]|\uFFFD/gu, '');
}
