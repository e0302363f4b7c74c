/**
 * Invisible characters that change how others are shown: text direction (U+200E, U+202E, U+2066 and the
 * like), joiners, zero-width spaces, tags. They can make a name look like another.
 */
const invisible = /\p{Cf}/gu;

/** Line breaks and control characters, which could start another mail header. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A person's name for storage and display, without invisible characters. */
export function cleanName(name: string): string {
  return name.replace(invisible, '').trim();
}

export function hasLineBreak(name: string): boolean {
  return breaking.test(name);
}
