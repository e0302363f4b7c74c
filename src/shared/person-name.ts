/**
 * Characters that show nothing themselves and change how others are shown: directions (U+200E, U+202E, U+2066 and the
 * like), joiners and spaces of no width, tags. A name with them may read as another one.
 */
const invisible = /\p{Cf}/gu;

/** Line breaks and control characters, which begin something new in the head of a mail. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A person's name as it is kept and shown: without what cannot be seen. */
export function cleanName(name: string): string {
  return name.replace(invisible, '').trim();
}

export function hasLineBreak(name: string): boolean {
  return breaking.test(name);
}
