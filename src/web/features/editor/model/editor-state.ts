import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Cost } from '#shared/api/costs.ts';
import type { Source } from '#shared/api/fields.ts';
import type { OwnedComment } from '#shared/api/review.ts';
import { defaultLanguageName } from '#shared/defaults.ts';
import type { DescriptionDetail } from '#shared/description.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { OtherText } from '#shared/narration/merge-changes.ts';
import type { CutPart } from '#shared/narration/new-cut.ts';
import {
  createProject,
  type Narration,
  type NarrationStyle,
  type Project,
} from '#shared/narration/project.ts';
import type { OwnPronunciation } from '#shared/pronunciations.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { SpeechRate } from '#shared/script/estimate-speech.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { Unspoken } from '#shared/script/unspoken.ts';
import type { ChosenVoice } from '#shared/voices.ts';

/** Where the preview is, in seconds as a person hears it. */
export interface PlaybackTime {
  readonly isPlaying: boolean;
  readonly atSeconds: number;
  /** Undefined where no picture can be shown. */
  readonly videoSeconds: number | undefined;
  /** How long the narration takes; undefined while nothing of it was spoken. */
  readonly soundSeconds: number | undefined;
}

export interface Clock {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getPlaybackTime: () => { readonly atSeconds: number; readonly isPlaying: boolean };
}

/** How loud video and voice are heard; 1 is as they are. */
export interface HeardMix {
  /** How loud the video's own sound is at a position of the preview, 0 to 1. */
  readonly readOriginal: (atSeconds: number) => number;
  /** How loud the voice is, 0 to 1. */
  readonly voice: number;
  /** How loud music is at a position of the preview, 0 to 1. */
  readonly readMusic?: ((atSeconds: number) => number) | undefined;
}

export interface OriginalVolume {
  /** 0 to 1 where nobody narrates; under the voice it is lower. */
  readonly original: number;
  readonly isMixed: boolean;
}

export interface Player {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getPlaybackTime: () => PlaybackTime;
  /** The same in seconds of the picture, which stands still in the pauses of an extended description. */
  readonly picture: Clock;
  readonly volume: StoreApi<OriginalVolume>;
  readonly attachVideo: (element: HTMLVideoElement | null) => (() => void) | undefined;
  /** @param volume remembered in this browser */
  setOriginal(volume: number): void;
  /** @param mix of the video that is to be exported; undefined: as the person set it */
  setMix(mix: HeardMix | undefined): void;
  play(): void;
  pause(): void;
  toggle(): void;
  /** @param seconds of the preview */
  seek(seconds: number): void;
  /** @param seconds of the picture */
  seekPicture(seconds: number): void;
  showFullScreen(): void;
}

export type Activity =
  | {
      readonly kind: 'opening the video' | 'server looks' | 'looking' | 'finding scenes' | 'writing';
    }
  | { readonly kind: 'listening'; readonly heardSeconds: number; readonly totalSeconds: number }
  | { readonly kind: 'transcribing'; readonly doneSeconds: number; readonly totalSeconds: number }
  | { readonly kind: 'comparing'; readonly doneSeconds: number; readonly totalSeconds: number }
  | { readonly kind: 'reading frames'; readonly done: number; readonly total: number }
  | { readonly kind: 'copying pictures'; readonly why: 'unreadable here' | 'large video' }
  | {
      readonly kind: 'sending';
      readonly what: 'pictures' | 'video';
      readonly sentBytes: number;
      readonly totalBytes: number;
    }
  | { readonly kind: 'speaking'; readonly receivedBytes: number }
  | { readonly kind: 'speaking lines'; readonly done: number; readonly total: number }
  /** Languages of `total` are done; `lines` are all that are translated, and all that are spoken. */
  | {
      readonly kind: 'translating';
      readonly done: number;
      readonly total: number;
      readonly lines: number;
      readonly speaks: boolean;
    };

export interface Form {
  readonly prompt: string;
  readonly language: LanguageName;
  readonly isLanguageChosen: boolean;
  readonly voice: ChosenVoice | undefined;
  readonly style: NarrationStyle;
  readonly detail: DescriptionDetail;
}

export const emptyForm: Form = {
  prompt: '',
  language: defaultLanguageName,
  isLanguageChosen: false,
  voice: undefined,
  style: 'continuous',
  detail: 'standard',
};

export interface VideoFacts {
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly hasSound: boolean;
  readonly soundBytesPerSecond?: number | undefined;
  /** As `findTitle` reads it from the file's name and tags. */
  readonly title?: string | undefined;
}

export interface ChosenVideo {
  readonly file: File;
  readonly facts: VideoFacts;
  readonly handle?: Promise<FileSystemFileHandle | undefined> | undefined;
}

export interface Refusal {
  readonly message: string;
  /** The file may be good: a part of the page is missing, and only a reload brings it. */
  readonly needsReload: boolean;
}

export interface LostVideo {
  readonly name: string;
  /** The way back, where the browser only waits for a press. */
  readonly reopen?: (() => void) | undefined;
}

export interface NewCut {
  readonly chosen: ChosenVideo;
  readonly parts: readonly CutPart[];
  readonly before: File | undefined;
}

export type VideoQuestion =
  | {
      readonly title: string;
      readonly reason: string;
      readonly answers: readonly (readonly [label: string, give: () => void])[];
    }
  /** @param parts as the person sees them; undefined: nothing is changed */
  | { readonly newCut: NewCut; answer(parts: readonly CutPart[] | undefined): void };

export type AccountKeeping = 'asks' | 'saved' | 'offline' | { readonly failure: string };

export interface DroppedFiles {
  readonly files: readonly File[];
  readonly handles: ReadonlyMap<File, Promise<FileSystemFileHandle | undefined>>;
}

interface Keeping {
  readonly hasProjects: boolean;
  /** False once something could not be kept: it lasts until the page is left. */
  readonly isKept: boolean;
  readonly isOpenElsewhere: boolean;
  readonly account: AccountKeeping | undefined;
  readonly interrupted: JobKind | undefined;
}

/** A sound as it was spoken, at its natural speed, or a person's own. */
export interface Sound {
  readonly key: string;
  /** Of music in its own format. */
  readonly mp3: Blob;
  /** Of a line without silence at its ends; of a whole script undefined until it is measured. */
  readonly seconds: number | undefined;
  readonly source?: Source | undefined;
  readonly unspoken?: string | undefined;
  readonly cues?: readonly SpokenCue[] | undefined;
  readonly unspokenLines?: readonly Unspoken[] | undefined;
  readonly recordedText?: string | undefined;
  readonly lufs?: number | undefined;
}

export type JobKind =
  | 'write'
  | 'rewrite'
  | 'speak'
  | 'fit'
  | 'find scenes'
  | 'hear'
  | 'translate'
  | 'compare';

export interface Job {
  readonly id: number;
  readonly kind: JobKind;
  readonly activity: Activity;
  /** Nothing has come for `silenceNoticeMs`. */
  readonly isSilent: boolean;
  readonly narrationId: string | undefined;
  readonly cancel: () => void;
}

export interface JobEnd {
  readonly kind: JobKind;
  readonly outcome: 'done' | 'failed' | 'cancelled';
  /** For the person; undefined where nothing is to be said. */
  readonly message?: string | undefined;
  readonly code?: ErrorCode | undefined;
  readonly repeat?: (() => void) | undefined;
  readonly hadBegun?: boolean;
  readonly video?: File | undefined;
}

export interface LanguageTarget {
  readonly language: LanguageName;
  readonly narrationId?: string | undefined;
  readonly speaks: boolean;
}

export interface LanguagesEnd {
  readonly sourceId: string;
  readonly done: readonly LanguageName[];
  readonly failed: readonly {
    readonly target: LanguageTarget;
    readonly reason: string;
    readonly error: unknown;
  }[];
  readonly isCancelled: boolean;
  readonly cost: Cost | undefined;
}

export interface HeardVideo {
  readonly speech: readonly TimeSpan[];
  readonly gaps: readonly TimeSpan[];
  /** False where this browser cannot decode the sound: then all of it counts as speech. */
  readonly isHeard: boolean;
}

export interface Snapshot {
  readonly narrations: readonly Narration[];
  readonly narrationId: string | undefined;
  /** What a step changed that changed more than narrations: what is said alone, both, or these and the video. */
  readonly part?: 'said' | 'both' | 'video' | undefined;
  readonly said?: Pick<Project, 'transcript' | 'cast' | 'glossary'> | undefined;
  readonly film?:
    | { readonly seen: Pick<Project, 'video' | 'observations'>; readonly chosen: ChosenVideo | undefined }
    | undefined;
}

export type PanelId = 'brief' | 'voices' | 'transcript' | 'review';

/** All state of the editor. Components read it by selectors and change it by the functions beside this file. */
export interface EditorState {
  readonly project: Project;
  readonly narrationId: string | undefined;
  readonly past: readonly Snapshot[];
  /** What was undone, the next to come back last. */
  readonly future: readonly Snapshot[];
  /** Commands of one group are undone together; undefined after anything else. */
  readonly group: string | undefined;
  /** Texts that gave way to another one, which was written at the same time in another tab or on another machine. */
  readonly otherTexts: readonly OtherText[];
  readonly rolesTaken?: { readonly message: string; readonly step: Snapshot | undefined } | undefined;
  readonly isChanged: boolean;
  readonly selectedLineId: string | undefined;

  readonly form: Form;
  readonly ownPrompts: readonly string[];

  readonly video: ChosenVideo | undefined;
  /** Videos for the queue; without files where it is only kept from the last visit. */
  readonly several?: DroppedFiles | undefined;
  readonly openingName: string | undefined;
  readonly refusal: Refusal | undefined;
  readonly lostVideo: LostVideo | undefined;

  readonly job: Job | undefined;
  /** Of the bar, 0 to 100. */
  readonly progress: number;
  readonly lastEnd: JobEnd | undefined;
  readonly languagesEnd: LanguagesEnd | undefined;

  readonly sounds: ReadonlyMap<string, Sound>;
  readonly ownPronunciations: readonly OwnPronunciation[];
  readonly speechRate: SpeechRate | undefined;
  readonly heard: HeardVideo | undefined;
  readonly player: Player | undefined;
  readonly showsCaptions: boolean;
  readonly openPanel: PanelId | undefined;
  readonly isListOpen: boolean;
  readonly asksForMissing: boolean;
  readonly showsOriginal: boolean;
  readonly isRestored: boolean;
  /** A screen shows it: whose account it is, is known then. */
  readonly isShown: boolean;
  readonly keeping: Keeping;
  readonly videoQuestion: VideoQuestion | undefined;
  readonly comments: readonly OwnedComment[];
}

export type EditorStore = StoreApi<EditorState>;

export function changeForm(store: EditorStore, changes: Partial<Form>): void {
  store.setState(({ form }) => ({ form: { ...form, ...changes } }));
}

export function changeKeeping(store: EditorStore, changes: Partial<Keeping>): void {
  store.setState(({ keeping }) => ({ keeping: { ...keeping, ...changes } }));
}

export const unworkedDocument = {
  narrationId: undefined,
  past: [],
  future: [],
  group: undefined,
  otherTexts: [],
  isChanged: false,
  selectedLineId: undefined,
  video: undefined,
  refusal: undefined,
  lostVideo: undefined,
  progress: 0,
  lastEnd: undefined,
  heard: undefined,
  comments: [],
} satisfies Partial<EditorState>;

export function createEditorStore(): EditorStore {
  return createStore<EditorState>(() => ({
    ...unworkedDocument,
    project: createProject(),
    form: emptyForm,
    ownPrompts: [],
    openingName: undefined,
    job: undefined,
    languagesEnd: undefined,
    sounds: new Map(),
    ownPronunciations: [],
    speechRate: undefined,
    player: undefined,
    showsCaptions: false,
    openPanel: undefined,
    isListOpen: false,
    asksForMissing: false,
    showsOriginal: false,
    isRestored: false,
    isShown: false,
    keeping: {
      hasProjects: false,
      isKept: true,
      isOpenElsewhere: false,
      account: undefined,
      interrupted: undefined,
    },
    videoQuestion: undefined,
  }));
}
