import type { ConfigAnswer } from '#shared/api/config.ts';
import type { Plan } from '#shared/plans.ts';
import type { Voice } from '#shared/voices.ts';
import { createEditorStore, type EditorStore, type JobKind } from './editor-state.ts';
import type { NarrationService } from './narration-service.ts';

/** Voices that are offered under one heading. */
export interface VoiceGroup {
  readonly label: string;
  readonly plan: Plan;
  readonly voices: readonly Voice[];
}

export interface VideoLimits {
  readonly maxBytes: number;
  readonly maxSeconds: number;
  /** Pictures that are looked at for lines with times. */
  readonly maxTimedFrames: number;
}

/** Who transcribes, as the server says. */
export type Transcription = NonNullable<ConfigAnswer['transcription']>;

/** What an editor works with. */
export interface EditorParts {
  /** Names the screen and the person, so that two of either keep two sets of narrations. */
  readonly owner: string;
  readonly service: NarrationService;
  /** The server's limits, as far as they are known by now. */
  getLimits(): VideoLimits;
  /** The voices that may be chosen. */
  getVoices(): readonly VoiceGroup[];
  /** An AI writes; if not, the page leads with writing oneself. */
  hasAi(): boolean;
  /** Who transcribes; undefined if nobody does, or while it is unknown. */
  getTranscription(): Transcription | undefined;
  /** Called once the reason of a failure is on the page. */
  onFailure?(kind: JobKind): void;
}

/** The chosen voice, if it is offered. */
export function getVoice({ getVoices, store }: Pick<Editor, 'getVoices' | 'store'>): Voice | undefined {
  const { voice } = store.getState().form;
  return getVoices().some(({ voices }) => voices.some(each => each === voice)) ? voice : undefined;
}

/** An editor: its state, and what it works with. */
export interface Editor extends EditorParts {
  readonly store: EditorStore;
}

export function createEditor(parts: EditorParts): Editor {
  return { ...parts, store: createEditorStore() };
}
