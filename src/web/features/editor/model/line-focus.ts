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

/** What is selected in the text of a line, or else the word at its cursor; may be empty. */
export function findSelectedWord(lineId: string): string {
  const field = findLineField(lineId);
  if (!field) return '';
  const { value, selectionStart, selectionEnd } = field;
  const selected = value.slice(selectionStart, selectionEnd).trim();
  if (selected !== '') return selected;
  const before =
    value
      .slice(0, selectionStart)
      .split(/[^\p{L}\p{N}\p{M}]/u)
      .at(-1) ?? '';
  const after = /^[\p{L}\p{N}\p{M}]*/u.exec(value.slice(selectionStart))?.[0] ?? '';
  return before + after;
}

export function revealLine(lineId: string): void {
  findLineField(lineId)?.closest('li')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
