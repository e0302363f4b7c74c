import type { ExportedLanguages, LanguageFolder, PublishedNarration } from '#media/mix/export-folders.ts';
import type { VoiceMeasure } from '#media/mix/measure-loudness.ts';
import type { MixSettings, SoundChoice } from '#media/mix/mix-settings.ts';
import type { MusicMeasure, MusicPlace } from '#media/mix/music.ts';
import type { WritingProgress } from '#media/mix/narrate-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import type { SigningRequest } from '#shared/api/content-credentials.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { VoicePlan } from '../model/plan-voice.ts';

/** Where a file is written, as the worker receives it. */
export type WritingPlace =
  /** `disk`: where the person wants it; `browser`: in the browser's own storage, from where it is downloaded. */
  | { readonly kind: 'disk' | 'browser'; readonly handle: FileSystemFileHandle }
  /** Where the browser has no store. */
  | { readonly kind: 'memory'; readonly mimeType: string };

export interface Signing {
  /** The room that is left for a manifest store. */
  readonly storeBytes: number;
  /** What of the file the server made, as it knows by its receipts. */
  readonly made: Pick<SigningRequest, 'kind' | 'isComposed' | 'receipts'>;
}

interface MarkedJob {
  readonly marks?: Marks | undefined;
}

/** Files in a zip are not signed. */
interface SignedJob extends MarkedJob {
  readonly signing?: Signing | undefined;
}

export type JobMusic = MusicPlace & { readonly file: Blob };

export interface JobTrack {
  readonly voice: VoicePlan;
  readonly language: LanguageName;
  readonly mix: MixSettings;
  /** Its lines are subtitles, read aloud. */
  readonly isSpokenSubtitles?: boolean;
  readonly music?: JobMusic | undefined;
  /** Empty where none are wanted in the file. */
  readonly subtitles: readonly SpokenCue[];
}

export interface VideoJob extends SignedJob, JobTrack {
  readonly kind: 'video';
  readonly video: File;
  readonly sound: SoundChoice;
  /** Which of the original sounds are mixed. */
  readonly audioTrack?: AudioTrackChoice | undefined;
  /** In further tracks; without a voice only subtitles. */
  readonly others?: readonly (Omit<JobTrack, 'voice'> & { readonly voice: VoicePlan | undefined })[];
  /** The original sounds are further tracks. */
  readonly keepsOriginal?: boolean;
}

/** The narration alone or, with a video, mixed with its sound. */
export interface SoundJob extends SignedJob {
  readonly kind: 'mp3' | 'wav';
  readonly voice: VoicePlan;
  readonly mix: MixSettings;
  readonly mixedWith?: File | undefined;
  readonly music?: JobMusic | undefined;
}

export interface EditorsJob extends MarkedJob {
  readonly kind: 'editors';
  readonly voice: VoicePlan;
  /** For its frame rate. */
  readonly video: File | undefined;
}

/** A description as DAPT with the sound of its lines. */
export interface DaptJob extends MarkedJob {
  readonly kind: 'dapt';
  readonly voice: VoicePlan;
  readonly dapt: { readonly name: string; readonly input: string };
}

/** The folder that is published with a video, as a zip. */
export interface PublishJob {
  readonly kind: 'publish';
  readonly voice: VoicePlan;
  readonly video: File;
  readonly page: PublishedNarration;
}

export interface LanguagesJob extends ExportedLanguages {
  readonly kind: 'languages';
  readonly folders: readonly (Omit<LanguageFolder<Blob>, 'made'> & {
    /** What is made of its voice, about how large it becomes, and the ending of its name. */
    readonly making:
      | { readonly job: VideoJob | SoundJob; readonly bytes: number; readonly ending: string }
      | undefined;
  })[];
}

/** A file to be made in the worker, which takes nothing but its kind. */
export type FileJob = SoundJob | EditorsJob | DaptJob | PublishJob;
export type ExportJob = VideoJob | FileJob | LanguagesJob;

/** The recording, where it is heard as it was made. */
export function getRecording({ track }: VoicePlan, music: JobMusic | undefined): Blob | undefined {
  return track.kind === 'recording' && track.speed === 1 && !music ? track.mp3 : undefined;
}

export type WorkerQuestion =
  | { readonly job: ExportJob; readonly place: WritingPlace }
  | { readonly measured: VoicePlan }
  | { readonly measuredMusic: Blob }
  | { readonly cancels: true };

export interface MadeFile {
  readonly durationSeconds: number;
  /** Where it was written into memory. */
  readonly file: Blob | undefined;
  /** A sentence: that it is signed, or why not. Undefined where no file is signed. */
  readonly signature: string | undefined;
}

/** What the worker reports; the last is not `progress`. */
export type WorkerAnswer =
  | { readonly progress: WritingProgress }
  | { readonly made: MadeFile }
  | { readonly measure: VoiceMeasure }
  | { readonly measureOfMusic: Omit<MusicMeasure, 'energies'> }
  | { readonly failure: { readonly code: ErrorCode; readonly message: FilledMessage | string } };
