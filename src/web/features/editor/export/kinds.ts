import type { SoundChoice } from '#media/mix/mix-settings.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import {
  exportFormatMessages as formats,
  exportDialogMessages as messages,
} from '#shared/messages/export.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { getDescriptionKind, isTimed, type Narration, type Project } from '#shared/narration/project.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import type { ChosenVideo } from '../store/editor-state.ts';
import { getText } from '../store/select.ts';

/** What a person can export. */
export const kindIds = [
  'video',
  'audio',
  'subtitles',
  'script',
  'original',
  'transcript',
  'descriptions',
  'editors',
  'project',
] as const;

export type KindId = (typeof kindIds)[number];

const saidFormats = ['saidSrt', 'saidVtt', 'sdhSrt', 'sdhVtt', 'saidText', 'saidMarkdown'] as const;

/** Of what is said in the video. */
export type SaidFormat = (typeof saidFormats)[number];
export type TextFormat =
  | 'srt'
  | 'vtt'
  | 'script'
  | 'timedScript'
  | 'descriptions'
  | 'report'
  | 'project'
  | SaidFormat;
export type FormatId = 'video' | 'mp3' | 'wav' | 'editors' | TextFormat;

/** What is exported. */
export interface ExportSource {
  readonly project: Project;
  readonly narration: Narration | undefined;
  /** Undefined until all of it is spoken. */
  readonly voice: VoicePlan | undefined;
  readonly video: ChosenVideo | undefined;
}

export interface Kind {
  readonly id: KindId;
  readonly label: string;
  /** What it is for. */
  readonly purpose: string;
  /** The first is the usual one. */
  readonly formats: readonly FormatId[];
  /** What has to be done first; undefined where it can be exported. */
  readonly obstacle: string | undefined;
}

/** All kinds of exports, in the order in which they are shown. */
export function listKinds(source: ExportSource): readonly Kind[] {
  return kindIds
    .filter(id => hasSaid(source.project) || !isSaid(id))
    .map(id => {
      const obstacle = findObstacle(id, source);
      return {
        id,
        label: t(messages[id]),
        purpose: t(getPurpose(id, source)),
        formats: listFormats(id, source),
        obstacle: obstacle && t(obstacle),
      };
    });
}

/** The format as people call it. */
export function describeFormat(format: FormatId, videoEnding = 'mp4'): string {
  if (format !== 'video') return t(formats[format]);
  return t(videoEnding === 'webm' ? formats.webm : videoEnding === 'mkv' ? formats.mkv : formats.mp4);
}

export function isSaidFormat(format: FormatId): format is SaidFormat {
  return saidFormats.some(each => each === format);
}

export function hasSaid({ transcript }: Project): boolean {
  return transcript !== undefined && transcript.segments.length > 0;
}

function isSaid(id: KindId): boolean {
  return id === 'original' || id === 'transcript';
}

function getPurpose(id: KindId, { narration, voice }: ExportSource): Message {
  if (id === 'descriptions' && !voice?.described) return messages.descriptionsForNarration;
  if (id === 'transcript' && isDescription(narration)) return messages.descriptiveTranscriptFor;
  return messages[`${id}For`];
}

/** Whether lines belong into a transcript. */
export function isDescription(narration: Narration | undefined): narration is Narration {
  return narration !== undefined && getDescriptionKind(narration) !== undefined;
}

function listFormats(id: KindId, { project, narration, voice }: ExportSource): readonly FormatId[] {
  switch (id) {
    case 'audio':
      return ['mp3', 'wav'];
    case 'subtitles':
      return ['srt', 'vtt'];
    case 'original': {
      const isMore = project.transcript?.segments.some(({ isSound, speakerId }) => isSound || speakerId);
      return isMore ? ['saidSrt', 'saidVtt', 'sdhSrt', 'sdhVtt'] : ['saidSrt', 'saidVtt'];
    }
    case 'transcript':
      return ['saidText', 'saidMarkdown'];
    case 'script':
      return narration && isTimed(narration) ? ['script', 'timedScript'] : ['script'];
    case 'descriptions':
      return voice?.described ? ['descriptions', 'report'] : ['descriptions'];
    default:
      return [id];
  }
}

function findObstacle(id: KindId, { narration, voice, video }: ExportSource): Message | undefined {
  if (isSaid(id)) return undefined;
  if (id === 'project') return narration || video ? undefined : messages.needsScript;
  if (!narration || getText(narration).trim() === '') return messages.needsScript;
  if (id === 'script') return undefined;
  if (!voice) return messages.needsAudio;
  if (id === 'video') return video ? undefined : messages.needsVideo;
  return id === 'audio' || voice.cues.length > 0 ? undefined : messages.needsTimes;
}

/** What a person has chosen in the dialog. */
export interface ExportChoices {
  readonly kind: KindId;
  readonly formats: Partial<Readonly<Record<KindId, FormatId>>>;
  /** Of a video; undefined until chosen. */
  readonly sound?: SoundChoice | undefined;
  readonly track?: { readonly of: File; readonly choice: AudioTrackChoice } | undefined;
  readonly hasSubtitles: boolean;
}
