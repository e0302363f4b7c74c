/** Invisible characters that make a name look like another: text direction (U+202E and the like), joiners, tags. */
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
