/**
 * Removes what databases refuse and no narration needs: control characters including NUL, lone surrogates, and replacement
 * characters of decoders.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]|\uFFFD/gu, '');
}
