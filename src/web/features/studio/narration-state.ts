import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { progressCheckpoints, progressTickMs } from '#shared/limits.ts';

/** What a piece of work is, for buttons and alerts. */
export type Work = 'script' | 'audio';

export type Phase =
  | 'idle'
  | 'generating script'
  | 'script ready'
  | 'changed'
  | 'generating audio'
  | 'audio ready'
  | 'failed'
  | 'cancelled';

/** What is really happening, for the line under the bar. */
export type Activity =
  | { readonly kind: 'opening the video' }
  | { readonly kind: 'reading frames'; readonly done: number; readonly total: number }
  | { readonly kind: 'copying pictures'; readonly why: 'unreadable here' | 'large video' }
  | {
      readonly kind: 'sending';
      readonly what: 'pictures' | 'video';
      readonly sentBytes: number;
      readonly totalBytes: number;
    }
  | { readonly kind: 'server looks' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'writing' }
  | { readonly kind: 'speaking'; readonly receivedBytes: number };

/** A step of the narration after which the bar stands at a fixed place. */
export type Checkpoint = Exclude<keyof typeof progressCheckpoints, 'script'>;

export interface Failure {
  readonly work: Work;
  /** Why, for a person. */
  readonly message: string;
  /** Undefined for what is wrong with the page itself. */
  readonly code: ErrorCode | undefined;
  /** Some of the sound had come. */
  readonly hadBegun: boolean;
}

/** A text and the sound that was made of exactly this text. */
interface Draft {
  readonly script: string;
  /** The language the script was written in; undefined when a person wrote all of it. */
  readonly scriptLanguage: LanguageName | undefined;
  readonly audio: Blob | undefined;
  readonly isChanged: boolean;
}

export interface NarrationState extends Draft {
  readonly phase: Phase;
  /** 0 to 100. */
  readonly progress: number;
  readonly activity: Activity | undefined;
  /** Nothing has come for {@link silenceNoticeMs}. */
  readonly isSilent: boolean;
  readonly failure: Failure | undefined;
  /** What a failed or cancelled script gives back. */
  readonly kept: Draft | undefined;
}

export type NarrationEvent =
  | { readonly type: 'script requested'; readonly language: LanguageName }
  | { readonly type: 'went on'; readonly activity: Activity }
  | { readonly type: 'reached'; readonly checkpoint: Checkpoint }
  | { readonly type: 'script grew'; readonly delta: string }
  | { readonly type: 'script arrived'; readonly script: string }
  | { readonly type: 'script edited'; readonly script: string }
  | { readonly type: 'audio requested' }
  | { readonly type: 'audio arrived'; readonly audio: Blob }
  | { readonly type: 'ticked' }
  | { readonly type: 'fell silent' }
  | { readonly type: 'failed'; readonly message: string; readonly code?: ErrorCode | undefined }
  | { readonly type: 'cancelled' };

/** The start, or the start after a reload that kept a script. */
export function createNarrationState(restored?: {
  readonly script: string;
  readonly scriptLanguage?: LanguageName | undefined;
}): NarrationState {
  return {
    phase: restored?.script ? 'script ready' : 'idle',
    progress: 0,
    activity: undefined,
    isSilent: false,
    script: restored?.script ?? '',
    scriptLanguage: restored?.scriptLanguage,
    audio: undefined,
    isChanged: false,
    failure: undefined,
    kept: undefined,
  };
}

export function isLoading(state: NarrationState): boolean {
  return state.phase === 'generating script' || state.phase === 'generating audio';
}

/** Sound may be taken home only while it says what the script says. */
export function canDownload(state: NarrationState): boolean {
  return state.audio !== undefined && !state.isChanged && !isLoading(state);
}

/** How often the bar climbs 1 % now; undefined while it stands still. */
export function getTickMs(state: NarrationState): number | undefined {
  if (state.progress >= 100) return undefined;
  if (state.phase === 'generating script') return progressTickMs.script;
  if (state.phase === 'generating audio') return progressTickMs.audio;
  return undefined;
}

/**
 * The narration flow. Every event that comes too late (an answer after a cancel, an edit while working) leaves the
 * state as it is.
 */
export function reduceNarration(state: NarrationState, event: NarrationEvent): NarrationState {
  switch (event.type) {
    case 'script requested':
      return isLoading(state) ? state : startScript(state, event.language);
    case 'audio requested':
      return isLoading(state) ? state : startAudio(state);
    case 'script edited':
      return isLoading(state) ? state : editScript(state, event.script);
    case 'ticked':
      return getTickMs(state) === undefined ? state : { ...state, progress: state.progress + 1 };
    case 'fell silent':
      return isLoading(state) ? { ...state, isSilent: true } : state;
    default:
      // Whatever came ends the silence.
      return isLoading(state) ? reduceWork({ ...state, isSilent: false }, event) : state;
  }
}

function reduceWork(state: NarrationState, event: NarrationEvent): NarrationState {
  switch (event.type) {
    case 'went on':
      return { ...state, activity: event.activity };
    case 'reached':
      // The ticks may have climbed past the checkpoint already; a bar that falls back tells nobody anything.
      return { ...state, progress: Math.max(state.progress, progressCheckpoints[event.checkpoint]) };
    case 'script grew':
      return { ...state, activity: { kind: 'writing' }, script: state.script + event.delta };
    case 'script arrived':
      return finish(state, { phase: 'script ready', script: event.script, isChanged: false });
    case 'audio arrived':
      return finish(state, { phase: 'audio ready', audio: event.audio, isChanged: false });
    case 'failed': {
      const work = state.phase === 'generating audio' ? 'audio' : 'script';
      const hadBegun = state.activity?.kind === 'speaking' && state.activity.receivedBytes > 0;
      const { message, code } = event;
      return { ...giveBack(state), phase: 'failed', failure: { work, message, code, hadBegun } };
    }
    case 'cancelled':
      return { ...giveBack(state), phase: 'cancelled' };
    default:
      return state;
  }
}

function startScript(state: NarrationState, language: LanguageName): NarrationState {
  const { script, scriptLanguage, audio, isChanged } = state;
  return {
    phase: 'generating script',
    progress: 0,
    activity: { kind: 'opening the video' },
    isSilent: false,
    script: '',
    scriptLanguage: language,
    audio: undefined,
    isChanged: false,
    failure: undefined,
    kept: { script, scriptLanguage, audio, isChanged },
  };
}

function startAudio(state: NarrationState): NarrationState {
  return {
    ...state,
    phase: 'generating audio',
    progress: 0,
    activity: { kind: 'speaking', receivedBytes: 0 },
    isSilent: false,
    failure: undefined,
    kept: undefined,
  };
}

function editScript(state: NarrationState, script: string): NarrationState {
  return {
    ...state,
    phase: 'changed',
    script,
    // Who empties the sheet starts a text of their own, in whatever language.
    scriptLanguage: script.trim() === '' ? undefined : state.scriptLanguage,
    audio: undefined,
    isChanged: true,
    failure: undefined,
  };
}

function finish(state: NarrationState, result: Partial<NarrationState> & { phase: Phase }): NarrationState {
  return { ...state, progress: 100, activity: undefined, kept: undefined, ...result };
}

/** Puts back the script that stood there before; with none before, what was written so far stays. */
function giveBack(state: NarrationState): NarrationState {
  const kept = state.kept?.script ? state.kept : undefined;
  const draft = kept ?? { scriptLanguage: state.script === '' ? undefined : state.scriptLanguage };
  const isPartial = state.phase === 'generating script' && !kept && state.script !== '';
  return {
    ...state,
    ...draft,
    isChanged: kept?.isChanged ?? (isPartial || state.isChanged),
    progress: 0,
    activity: undefined,
    kept: undefined,
  };
}
