/** A text that Postgres takes: without NUL, and with whole characters only. */
export function makeStorable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
