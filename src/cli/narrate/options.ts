import type { MixSettings, SoundChoice } from '#media/mix/mix-settings.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import type { DescriptionDetail, DescriptionKind } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { NoticePlace } from '#shared/marks/synthetic-notice.ts';
import type { Narration } from '#shared/narration/project.ts';
import type { ChosenVoice } from '#shared/voices.ts';

type PathOption =
  | 'all'
  | 'analysis'
  | 'dapt'
  | 'descriptions'
  | 'editors'
  | 'mix'
  | 'music'
  | 'out'
  | 'outFolder'
  | 'project'
  | 'publish'
  | 'report'
  | 'script'
  | 'speak'
  | 'spokenSubtitles'
  | 'srt'
  | 'transcript'
  | 'transcriptOut'
  | 'verify'
  | 'video'
  | 'vtt'
  | 'wav';

export interface Values extends Readonly<Partial<Record<PathOption | 'prompt' | 'narration', string>>> {
  readonly describe?: DescriptionKind;
  readonly detail?: DescriptionDetail;
  readonly language?: LanguageName;
  readonly languages?: readonly LanguageName[];
  readonly voice?: ChosenVoice;
  readonly saySynthetic?: NoticePlace;
  readonly track?: SoundChoice;
  readonly audioTrack?: AudioTrackChoice;
  readonly duck: number;
  readonly original: number;
  readonly loudness: number;
  readonly musicLevel?: number;
  readonly musicFrom?: number;
  readonly musicTo?: number;
  readonly write?: readonly string[];
  readonly jobs: number;
  readonly hear?: boolean;
  /** False for none. */
  readonly cache?: string | false;
  readonly shorten: boolean;
}

export interface VideoDelivery {
  readonly path: string;
  /** Whether the file gets the ending of its container; else the path must have it. */
  readonly picksEnding: boolean;
  /** How the original sound is used; if undefined, the best option available. */
  readonly sound: SoundChoice | undefined;
  readonly hasSubtitles: boolean;
  readonly keepsOriginal: boolean;
}

/** Music as it was asked for; what is undefined is as in the project file, or usual. */
export interface MusicOptions {
  readonly path: string;
  /** As in `MusicPlace`. */
  readonly levelDb: number | undefined;
  readonly fromSeconds: number | undefined;
  readonly toSeconds: number | undefined;
}

export type NarrateOptions = NarrateVideo | SpeakScript | SpeakProject | TranscribeVideo;

export interface Deliveries {
  /** The sound as mp3; always set if no other output is. */
  readonly outPath: string | undefined;
  readonly wavPath: string | undefined;
  readonly srtPath: string | undefined;
  readonly vttPath: string | undefined;
  readonly descriptionsPath: string | undefined;
  /** The description as DAPT: a script, or a zip with its sound, depending on the ending. */
  readonly daptPath: string | undefined;
  /** The whole sound of the video with the narration, as mp3 or WAV, depending on the ending. */
  readonly mixPath: string | undefined;
  readonly editorsPath: string | undefined;
  readonly scriptPath: string | undefined;
  /** As text, or as HTML by its ending. */
  readonly reportPath: string | undefined;
  /** A folder, or a zip by its ending: the video with its voice in a page. */
  readonly publishPath: string | undefined;
  /** What is said in the video, as subtitles or text, depending on the ending. */
  readonly transcriptPath: string | undefined;
  readonly allPath: string | undefined;
  readonly video: VideoDelivery | undefined;
  readonly mix: MixSettings;
  readonly music: MusicOptions | undefined;
}

export const descriptionOnly = ['report', 'dapt'] as const;

interface Spoken {
  readonly languages?: readonly LanguageName[] | undefined;
  readonly voice: ChosenVoice;
  /** Of the file that was named, if there is one: the video that is read may be a copy. */
  readonly videoName?: string;
  readonly deliveries: Deliveries;
  readonly saysSynthetic: NoticePlace | undefined;
  readonly shortens: boolean;
  /** The cache of spoken lines: a named folder, the usual one, or none. */
  readonly cache: string | 'usual' | 'none';
  /** The audio track of the video for mixing and speech detection; the best guess if undefined. */
  readonly audioTrack: AudioTrackChoice | undefined;
  readonly transcriptFile: string | undefined;
  /** Whether to transcribe the video's speech: if undefined, only on this machine; if false, subtitle tracks are not read either. */
  readonly hears: boolean | undefined;
  readonly description: DescriptionKind | undefined;
}

export interface NarrateVideo extends Spoken {
  readonly job: 'narrate';
  readonly videoPath: string;
  readonly prompt: string;
  readonly language: LanguageName;
  readonly isTimed: boolean;
  readonly detail: DescriptionDetail | undefined;
  readonly analysisPath: string | undefined;
  readonly projectPath: string | undefined;
  readonly narrationName: string | undefined;
  readonly looksAgain: boolean;
}

export interface TranscribeVideo extends Spoken {
  readonly job: 'transcribe';
  readonly videoPath: string;
}

export interface SpeakScript extends Spoken {
  readonly job: 'speak';
  readonly speakPath: string;
  /** The video whose duration the sound gets. */
  readonly videoPath: string | undefined;
  readonly language: LanguageName | undefined;
  readonly isTimed: boolean;
  readonly isSpokenSubtitles: boolean;
}

export interface SpeakProject extends Omit<Spoken, 'voice' | 'description'> {
  readonly job: 'project';
  readonly videoPath: string;
  readonly projectPath: string;
  readonly narrationName: string | undefined;
  readonly voice: ChosenVoice | undefined;
  readonly language: LanguageName | undefined;
  /** The video is a new cut of the project's. */
  readonly replacing: Replacing | undefined;
}

export interface Replacing {
  /** Also by a different film. */
  readonly isAnyway: boolean;
  readonly writesNew: boolean;
}

export type SettledProject = SpeakProject & Spoken & { readonly narration: Narration };

export type SpokenOptions = NarrateVideo | SpeakScript | SettledProject;

export interface NarrateFolder {
  readonly job: 'folder';
  readonly folderPath: string;
  readonly outFolder: string;
  readonly jobs: number;
  /** @param name of the results, without ending */
  planOne(videoPath: string, name: string): NarrateVideo;
}
