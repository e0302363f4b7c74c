import type { NarrationService } from '../narration-service.ts';
import { createEditorStore, type EditorStore, type JobKind } from './editor-state.ts';

export interface VideoLimits {
  readonly maxBytes: number;
  readonly maxSeconds: number;
  /** Pictures that are looked at for lines with times. */
  readonly maxTimedFrames: number;
}

/** What an editor works with. */
export interface EditorParts {
  /** Names the screen and the person, so that two of either keep two sets of narrations. */
  readonly owner: string;
  readonly service: NarrationService;
  /** The server's limits, as far as they are known by now. */
  getLimits(): VideoLimits;
  /** Called once the reason of a failure is on the page. */
  onFailure?(kind: JobKind): void;
}

/** An editor: its state, and what it works with. */
export interface Editor extends EditorParts {
  readonly store: EditorStore;
}

export function createEditor(parts: EditorParts): Editor {
  return { ...parts, store: createEditorStore() };
}
