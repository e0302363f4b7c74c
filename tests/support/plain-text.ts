/** The text of a message without its tags. */
export function plainText(text: string): string {
  return text.replaceAll(/<\/?\w+>/gu, '');
}
