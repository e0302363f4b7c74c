/** Nobody should need to know how a word is written: case, accents and hyphens make no difference. */
export function simplifyText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trimStart();
}
