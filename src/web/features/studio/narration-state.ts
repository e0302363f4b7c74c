import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { progressCheckpoints, progressTickMs, progressWaitsAt } from '#shared/limits.ts';
import type { Activity } from './activity.ts';
import {
  changeText,
  type Describing,
  type Draft,
  describeOtherwise,
  type History,
  noHistory,
  noteLines,
  noteSound,
  type RestingPhase,
  remember,
  restoreSounds,
  type Spoken,
  type TextEvent,
} from './script-history.ts';
import type { WrittenScript } from './written-script.ts';

/** What a piece of work is, for buttons and alerts. */
export type Work = 'script' | 'audio';

export type Phase = RestingPhase | 'generating script' | 'generating audio' | 'failed' | 'cancelled';

/** A step of the narration after which the bar is at a fixed place. */
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

export interface NarrationState extends Draft, History {
  readonly phase: Phase;
  /** 0 to 100. */
  readonly progress: number;
  readonly activity: Activity | undefined;
  /** Nothing has come for {@link silenceNoticeMs}. */
  readonly isSilent: boolean;
  readonly failure: Failure | undefined;
  /** The script that was written last, as it came. */
  readonly written: WrittenScript | undefined;
  /** What a failed or cancelled script gives back. */
  readonly kept: Draft | undefined;
}

export type NarrationEvent =
  | { readonly type: 'script requested'; readonly language: LanguageName | undefined }
  | { readonly type: 'went on'; readonly activity: Activity }
  | { readonly type: 'reached'; readonly checkpoint: Checkpoint }
  | { readonly type: 'script grew'; readonly delta: string }
  | { readonly type: 'script arrived'; readonly written: WrittenScript }
  | TextEvent
  /** Sounds from before a reload, the one to be heard first last. */
  | { readonly type: 'recordings restored'; readonly recordings: readonly Spoken[] }
  /** Timed lines are to be placed as this description, or as a narration. */
  | { readonly type: 'described otherwise'; readonly describing: Describing | undefined }
  | { readonly type: 'audio requested' }
  | { readonly type: 'audio arrived'; readonly spoken: Omit<Spoken, 'script'> }
  /** Lines of a timed script were spoken; `script` is what they say by now, `spoken` the whole once each of them was. */
  | {
      readonly type: 'lines arrived';
      readonly script: string;
      readonly spoken: Omit<Spoken, 'script'> | undefined;
    }
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
    spoken: undefined,
    audio: undefined,
    isChanged: false,
    failure: undefined,
    written: undefined,
    kept: undefined,
    ...noHistory,
  };
}

export function isLoading(state: NarrationState): boolean {
  return state.phase === 'generating script' || state.phase === 'generating audio';
}

/** What is being worked on. */
export function findWork({ phase }: NarrationState): Work | undefined {
  if (phase === 'generating script') return 'script';
  return phase === 'generating audio' ? 'audio' : undefined;
}

/** The recording may be downloaded only while it says what the script says. */
export function canDownload(state: NarrationState): boolean {
  return state.audio !== undefined && !state.isChanged && !isLoading(state);
}

/** Whether there is anything to undo now. */
export function canUndo(state: NarrationState): boolean {
  return state.past.length > 0 && !isLoading(state);
}

/** Whether there is anything to do again now. */
export function canRedo(state: NarrationState): boolean {
  return state.future.length > 0 && !isLoading(state);
}

/** How often the bar climbs 1 % now; undefined while it stands still. */
export function getTickMs(state: NarrationState): number | undefined {
  if (state.progress >= progressWaitsAt) return undefined;
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
    case 'script replaced':
    case 'undone':
    case 'redone':
      return isLoading(state) ? state : { ...state, ...changeText(state, event), failure: undefined };
    case 'recordings restored':
      return isLoading(state)
        ? { ...state, recordings: [...event.recordings, ...state.recordings] }
        : { ...state, ...restoreSounds(state, event.recordings) };
    case 'described otherwise':
      return isLoading(state)
        ? { ...state, describing: event.describing }
        : { ...state, ...describeOtherwise(state, event.describing) };
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
      // The ticks may have climbed past the checkpoint already; the bar must not go back.
      return { ...state, progress: Math.max(state.progress, progressCheckpoints[event.checkpoint]) };
    case 'script grew':
      return { ...state, activity: { kind: 'writing' }, script: state.script + event.delta };
    case 'script arrived':
      return finishScript(state, event.written);
    case 'audio arrived':
      return finishAudio(state, event.spoken);
    case 'lines arrived':
      return { ...finish(state), ...noteLines(state, event.script, event.spoken) };
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

function startScript(state: NarrationState, language: LanguageName | undefined): NarrationState {
  const { script, scriptLanguage, spoken, audio, isChanged } = state;
  return {
    ...state,
    phase: 'generating script',
    progress: 0,
    activity: { kind: 'opening the video' },
    isSilent: false,
    script: '',
    scriptLanguage: language,
    audio: undefined,
    isChanged: false,
    failure: undefined,
    written: undefined,
    kept: { script, scriptLanguage, spoken, audio, isChanged },
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
    typing: undefined,
  };
}

function finishScript(state: NarrationState, written: WrittenScript): NarrationState {
  const { kept } = state;
  const { script } = written;
  // The first text replaces no other.
  const history = kept?.script ? remember({ ...state, ...kept }) : {};
  return { ...finish(state), ...history, phase: 'script ready', script, written, isChanged: false };
}

function finishAudio(state: NarrationState, sound: Omit<Spoken, 'script'>): NarrationState {
  return { ...finish(state), ...noteSound(state, sound), phase: 'audio ready', isChanged: false };
}

function finish(state: NarrationState): NarrationState {
  return { ...state, progress: 100, activity: undefined, kept: undefined };
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
