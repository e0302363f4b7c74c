import type { Reading } from './tesseract.ts';

/** The least confidence of a line that is quoted. */
export const leastConfidence = 0.8;

/** Whether what was read is sure enough and looks like language or a title: nothing is better than wrong words. */
export function isQuotable(reading: Reading): boolean {
  if (reading.confidence < leastConfidence) return false;
  const text = toText(reading);
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2;
}

/** The words as one line. */
export function toText({ words }: Reading): string {
  return words
    .map(word => word.text)
    .filter(text => text !== '')
    .join(' ');
}
