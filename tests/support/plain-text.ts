/** The text of a message without its tags, as a person reads it. */
export function plainText(text: string): string {
  return text.replaceAll(/<\/?\w+>/gu, '');
}
