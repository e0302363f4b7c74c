import type { KeyboardEvent } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { AutoDirectionTextarea } from '../../../components/field.tsx';
import field from '../../../components/quiet-field.module.css';
import { goToNeighbour, joinWithNext, joinWithPrevious, splitLine, typeLine } from '../model/edit-lines.ts';
import type { EditorStore } from '../model/editor-state.ts';
import type { LineState } from '../model/list-lines.ts';

interface LineTextProps {
  readonly state: LineState;
  readonly store: EditorStore;
  readonly describedBy: string;
  readonly languageCode: string | undefined;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
}

export function LineText({ state, store, describedBy, languageCode, isFixed, onFocus }: LineTextProps) {
  const { line, index } = state;
  return (
    <AutoDirectionTextarea
      aria-label={t(lineEditorMessages.line, { number: index + 1 })}
      aria-describedby={describedBy}
      className={field.field}
      placeholder={t(lineEditorMessages.writeHere)}
      minRows={1}
      value={line.text}
      readOnly={isFixed}
      lang={languageCode}
      data-line={line.id}
      onFocus={onFocus}
      onChange={event => typeLine(store, line.id, event.currentTarget.value)}
      onKeyDown={event => takeKey(event, store, line.id)}
    />
  );
}

/** Enter splits a line, Backspace at its start joins it with the previous one, and the arrows go on beyond its ends. */
function takeKey(event: KeyboardEvent<HTMLTextAreaElement>, store: EditorStore, lineId: string): void {
  const { selectionStart, selectionEnd, value, readOnly } = event.currentTarget;
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const isCaret = selectionStart === selectionEnd;
  const isAtStart = isCaret && selectionStart === 0;
  const isAtEnd = isCaret && selectionEnd === value.length;
  if (event.key === 'Enter' && !readOnly) splitLine(store, lineId, selectionStart);
  else if (event.key === 'Backspace' && isAtStart && !readOnly) joinWithPrevious(store, lineId);
  else if (event.key === 'Delete' && isAtEnd && !readOnly) joinWithNext(store, lineId);
  else if (event.key === 'ArrowUp' && isAtStart) goToNeighbour(store, lineId, 'before');
  else if (event.key === 'ArrowDown' && isAtEnd) goToNeighbour(store, lineId, 'after');
  else return;
  event.preventDefault();
}
