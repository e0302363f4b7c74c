const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `ten`: small numbers in words, as a sentence says them; larger ones in figures. */
export function spellCount(count: number): string {
  return words[count] ?? String(count);
}
