import type { WritingPlace } from '#media/browser/written-file.ts';
import type { ExportedLanguages, LanguageFolder, PublishedNarration } from '#media/mix/export-folders.ts';
import type { VoiceMeasure } from '#media/mix/measure-loudness.ts';
import { type MixSettings, type SoundChoice, usualMix } from '#media/mix/mix-settings.ts';
import type { MusicMeasure, MusicPlace } from '#media/mix/music.ts';
import type { WritingProgress } from '#media/mix/narrate-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import type { SigningRequest } from '#shared/api/content-credentials.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { createMarks, toReceipts } from '#shared/marks/create-marks.ts';
import type { Marks, Provenance } from '#shared/marks/provenance.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import type { Narration } from '#shared/narration/project.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { HeardMusic, VoicePlan } from '../model/plan-voice.ts';

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
  readonly isSpokenSubtitles?: boolean;
  readonly music?: JobMusic | undefined;
  readonly subtitles: readonly SpokenCue[];
}

export interface VideoJob extends SignedJob, JobTrack {
  readonly kind: 'video';
  readonly video: File;
  readonly sound: SoundChoice;
  readonly audioTrack?: AudioTrackChoice | undefined;
  /** In further tracks; without a voice only subtitles. */
  readonly others?: readonly (Omit<JobTrack, 'voice'> & { readonly voice: VoicePlan | undefined })[];
  readonly keepsOriginal?: boolean;
}

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
    readonly making:
      | { readonly job: VideoJob | SoundJob; readonly bytes: number; readonly ending: string }
      | undefined;
  })[];
}

export type FileJob = SoundJob | EditorsJob | DaptJob | PublishJob;
export type ExportJob = VideoJob | FileJob | LanguagesJob;

export interface WorkerTasks {
  readonly make: { readonly asked: { job: ExportJob; place: WritingPlace }; readonly answer: MadeFile };
  readonly measureVoice: { readonly asked: VoicePlan; readonly answer: VoiceMeasure };
  readonly measureMusic: { readonly asked: Blob; readonly answer: Omit<MusicMeasure, 'energies'> };
}

export interface MadeFile {
  readonly durationSeconds: number;
  /** Where it was written into memory. */
  readonly file: Blob | undefined;
  /** A sentence: that it is signed, or why not. Undefined where no file is signed. */
  readonly signature: string | undefined;
}

type WorkerTask<Task extends keyof WorkerTasks> = { task: Task; asked: WorkerTasks[Task]['asked'] };

export type WorkerQuestion =
  | { readonly [Task in keyof WorkerTasks]: Readonly<WorkerTask<Task>> }[keyof WorkerTasks]
  | { readonly task: 'cancel' };

export type WorkerAnswer =
  | { readonly progress: WritingProgress }
  | { readonly answer: WorkerTasks[keyof WorkerTasks]['answer'] }
  | { readonly failure: { readonly code: ErrorCode; readonly message: FilledMessage | string } };

export function getRecording({ track }: VoicePlan, music: JobMusic | undefined): Blob | undefined {
  return track.kind === 'recording' && track.speed === 1 && !music ? track.mp3 : undefined;
}

/** What an mp3 and a WAV of a voice take, in bytes a second: 22.05 kHz and 64 kbit/s, or more, as its sounds have. */
function findRates(voice: VoicePlan) {
  const { track, soundSeconds = 0 } = voice;
  const parts = track.kind === 'lines' ? track.lines : [{ ...track, seconds: soundSeconds * track.speed }];
  const bytes = parts.reduce((sum, { mp3 }) => sum + mp3.size, 0);
  const seconds = parts.reduce((sum, each) => sum + each.seconds, 0);
  return bytes < 10_000 * seconds ? { mp3: 8000, wav: 44_100 } : { mp3: 12_000, wav: 48_000 };
}

/** Two channels of 48 kHz, and 192 kbit/s. */
const mixBytesPerSecond = { mp3: 24_000, wav: 192_000 };

export function estimateJobBytes(job: FileJob): number {
  const { cues, durationSeconds, soundSeconds = 0 } = job.voice;
  const linesSeconds = cues.reduce((sum, cue) => sum + cue.endSeconds - cue.startSeconds, 0);
  const rates = findRates(job.voice);
  // A second of silence lies between lines.
  if (job.kind === 'publish') return job.video.size + (linesSeconds + cues.length) * rates.mp3;
  if (job.kind === 'editors' || job.kind === 'dapt') return linesSeconds * rates.wav;
  if (job.mixedWith ?? job.music)
    return (job.mixedWith ? durationSeconds : soundSeconds) * mixBytesPerSecond[job.kind];
  const recording = job.kind === 'mp3' ? getRecording(job.voice, job.music) : undefined;
  return recording?.size ?? soundSeconds * rates[job.kind];
}

/** How a file is signed. @param of `storeBytes`: undefined on a server that signs nothing */
export function planSigning(
  of: { readonly provenance: Provenance | undefined; readonly storeBytes: number | undefined },
  kind: 'voice' | 'mixed',
): Signing | undefined {
  const { provenance, storeBytes } = of;
  return provenance && storeBytes ? { storeBytes, made: toReceipts(provenance, kind) } : undefined;
}

interface SoundSource {
  readonly narration: Narration | undefined;
  readonly provenance: Provenance | undefined;
  readonly music: HeardMusic | undefined;
  readonly storeBytes: number | undefined;
}

export function planSound({ narration, music, ...source }: SoundSource, kind: 'voice' | 'mixed' = 'voice') {
  const provenance = source.provenance && { ...source.provenance, hasMusic: music !== undefined };
  return {
    mix: narration?.settings.mix ?? usualMix,
    music,
    marks: provenance && createMarks(provenance, kind),
    signing: planSigning({ ...source, provenance }, kind),
  };
}
