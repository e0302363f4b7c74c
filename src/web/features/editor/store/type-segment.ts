import { run } from './change-document.ts';
import type { EditorStore } from './editor-state.ts';
import { findGroup } from './type-text.ts';

/** Takes the text of a segment of the transcript. */
export function typeSegment(store: EditorStore, segmentId: string, text: string): void {
  const segment = store.getState().project.transcript?.segments.find(({ id }) => id === segmentId);
  if (!segment) return;
  run(
    store,
    { type: 'editSegment', segmentId, text },
    { group: findGroup(segmentId, segment.text, text.trim()) },
  );
}
