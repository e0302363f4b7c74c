import type { Line } from '#shared/narration/project.ts';
import { findChangeEnd } from '../../../lib/undo-keys.ts';

export interface ChangePlace {
  readonly lineId: string;
  /** Undefined where the text is as it was. */
  readonly caret: number | undefined;
}

/** Where an edit goes on after undo or redo: in the first line that came, changed or, without such, moved. */
export function findChange(before: readonly Line[], after: readonly Line[]): ChangePlace | undefined {
  const known = new Map(before.map(line => [line.id, line]));
  const added = after.find(({ id }) => !known.has(id));
  if (added) return { lineId: added.id, caret: 0 };
  const edited = after.find(({ id, text }) => known.get(id)?.text !== text);
  if (edited) {
    const textBefore = known.get(edited.id)?.text ?? '';
    // Two lines became one again: the caret stands between them.
    const isJoined = after.length < before.length && edited.text.startsWith(textBefore);
    return {
      lineId: edited.id,
      caret: isJoined ? textBefore.length : findChangeEnd(textBefore, edited.text),
    };
  }
  if (after.length < before.length) return findNeighbour(before, after);
  const other = after.find((line, at) => line !== before[at] && known.get(line.id) !== line);
  return other && { lineId: other.id, caret: undefined };
}

function findNeighbour(before: readonly Line[], after: readonly Line[]): ChangePlace | undefined {
  const left = new Set(after.map(({ id }) => id));
  const gone = before.findIndex(({ id }) => !left.has(id));
  const line = after[Math.min(gone, after.length - 1)];
  return line && { lineId: line.id, caret: line.text.length };
}
