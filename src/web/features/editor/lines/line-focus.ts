/** The text field of a line in the list. */
export function findLineField(lineId: string): HTMLTextAreaElement | null {
  return document.querySelector(`[data-line="${CSS.escape(lineId)}"]`);
}

/** Moves the focus to the text of a line. @param caret stays where it was in that text when left out */
export function focusLine(lineId: string, caret?: number): void {
  const field = findLineField(lineId);
  field?.focus();
  if (caret !== undefined) field?.setSelectionRange(caret, caret);
  revealLine(lineId);
}

/** Scrolls as little as needed to show a line. */
export function revealLine(lineId: string): void {
  findLineField(lineId)?.closest('li')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
