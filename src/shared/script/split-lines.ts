/** Splits a text at any kind of line end. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/u);
}
