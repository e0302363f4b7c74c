import type { ConfigAnswer } from '#shared/api/config.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import type { Plan } from '#shared/plans.ts';
import { type ChosenVoice, getVoicePlan } from '#shared/voices.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { changeForm, createEditorStore, type JobKind } from './editor-state.ts';
import type { NarrationService } from './narration-service.ts';

export type Transcription = NonNullable<ConfigAnswer['transcription']>;

export interface EditorParts {
  /** Names the screen and the person, so that two of either keep two sets of narrations. */
  readonly owner: string;
  readonly service: NarrationService;
  getConfig(): ConfigAnswer | undefined;
  getPlans(): OfferedPlans;
  onFailure?(kind: JobKind, error: unknown): void;
}

export type OfferedPlans = readonly [Plan, ...Plan[]];

/** The chosen voice, unless it is a preset of another plan. The server knows the plans of own voices. */
export function getVoice({ getPlans, store }: Pick<Editor, 'getPlans' | 'store'>): ChosenVoice | undefined {
  const { voice } = store.getState().form;
  return voice !== undefined && isOffered(voice, getPlans()) ? voice : undefined;
}

const lastVoiceKey = (owner: string) => `benshi-voice-${owner}`;

export function chooseVoice({ owner, store }: Editor, voice: ChosenVoice | undefined): void {
  changeForm(store, { voice });
  if (voice !== undefined) keepItem(lastVoiceKey(owner), JSON.stringify(voice));
}

export function restoreVoice({ owner, store }: Editor): void {
  const kept = readItem(lastVoiceKey(owner));
  if (kept !== undefined && store.getState().form.voice === undefined)
    changeForm(store, { voice: JSON.parse(kept) });
}

export function isOffered(voice: ChosenVoice, plans: OfferedPlans): boolean {
  return typeof voice !== 'string' || plans.includes(getVoicePlan(voice));
}

export type Editor = ReturnType<typeof createEditor>;

export function createEditor(parts: EditorParts) {
  const { getConfig } = parts;
  return {
    ...parts,
    store: createEditorStore(),
    closing: new AbortController(),
    /** Until the server has told its limits, it alone refuses. */
    getLimits() {
      const config = getConfig();
      const vision = config?.engines.vision;
      return {
        maxBytes: config?.maxVideoBytes ?? Number.POSITIVE_INFINITY,
        maxSeconds: config?.maxVideoSeconds ?? Number.POSITIVE_INFINITY,
        // So many every server accepts.
        maxTimedFrames: config?.maxTimedFrames ?? framesPerVideo,
        /** As `mayShowMovement` decides on the server. */
        showsMovement: vision !== undefined && !vision.isOffline && !vision.isLocal,
      };
    },
    hasAi: () => !getConfig()?.engines.script.isOffline,
    getTranscription: () => getConfig()?.transcription,
  };
}
