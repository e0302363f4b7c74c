import type { SoundChoice } from '#media/mix/mix-settings.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { isTimed } from '#shared/narration/project.ts';
import { listVersions } from '#shared/narration/translations.ts';
import { getText, hasSaid } from '../model/select.ts';
import { type ExportSource, isDescription } from './export-source.ts';
import { type FormatId, getFormat, makeTextFile } from './formats.ts';
import { estimateJobBytes, findRates } from './orders.ts';

export const kindIds = [
  'video',
  'audio',
  'mix',
  'subtitles',
  'script',
  'original',
  'transcript',
  'descriptions',
  'languages',
  'publish',
  'editors',
  'project',
] as const;

export type KindId = (typeof kindIds)[number];

export interface Kind {
  readonly id: KindId;
  readonly label: string;
  readonly purpose: string;
  /** The first is the usual one. */
  readonly formats: readonly FormatId[];
  /** About how large the first becomes; 0 where there is an obstacle. */
  readonly bytes: number;
  /** What has to be done first; undefined where it can be exported. */
  readonly obstacle: string | undefined;
}

export function listKinds(source: ExportSource): readonly Kind[] {
  return kindIds
    .filter(id => (id === 'languages' ? countVersions(source) > 1 : hasSaid(source) || !isSaid(id)))
    .map(id => {
      const obstacle = findObstacle(id, source);
      const formats = listFormats(id, source);
      return {
        id,
        label: t(messages[id]),
        purpose: t(getPurpose(id, source)),
        formats,
        bytes: obstacle ? 0 : estimateBytes(formats[0], source),
        obstacle: obstacle && t(obstacle),
      };
    });
}

function countVersions({ project, narration }: ExportSource): number {
  return narration ? listVersions(project, narration).length : 0;
}

/** About what the new sound of a video takes, in bytes a second, by how it is made: encoders spend less on silence than they may. */
const videoSoundBytesPerSecond = { mixed: 20_000, second: 9000, voice: 9000 };

/** About how large a file becomes, in bytes; a text is written. */
export function estimateBytes(
  id: FormatId,
  source: ExportSource,
  sound: SoundChoice = 'mixed',
  keepsOriginal = sound === 'second',
): number {
  const { voice, video } = source;
  const { durationSeconds = 0, soundBytesPerSecond = 0 } = video?.facts ?? {};
  // The original sound goes where it is not kept as a track.
  const goneBytes = keepsOriginal ? 0 : durationSeconds * soundBytesPerSecond;
  const videoBytes = Math.max(0, (video?.file.size ?? 0) - goneBytes);
  const seconds = voice?.durationSeconds ?? durationSeconds;
  const soundBytes = seconds * videoSoundBytesPerSecond[sound];
  if (id === 'video') return videoBytes + soundBytes;
  const count = countVersions(source);
  if (id === 'languagesVideo') return videoBytes + count * soundBytes;
  if (id === 'languagesVideos') return count * (videoBytes + soundBytes);
  if (id === 'languagesSounds') return count * seconds * findRates(voice).mp3;
  const job = voice && getFormat(id).plan?.(voice, source);
  return job ? estimateJobBytes(job) : (makeTextFile(id, source)?.size ?? 0);
}

function isSaid(id: KindId): boolean {
  return id === 'original' || id === 'transcript';
}

function getPurpose(id: KindId, { narration, voice }: ExportSource): Message {
  if (id === 'descriptions' && !voice?.described) return messages.descriptionsForNarration;
  if (id === 'transcript' && isDescription(narration)) return messages.descriptiveTranscriptFor;
  return messages[`${id}For`];
}

function listFormats(
  id: KindId,
  { project, narration, voice, video }: ExportSource,
): readonly [FormatId, ...FormatId[]] {
  switch (id) {
    case 'audio':
      return ['mp3', 'wav'];
    case 'mix':
      return ['mixMp3', 'mixWav'];
    case 'subtitles':
      return ['srt', 'vtt'];
    case 'original': {
      const isMore = project.transcript?.segments.some(({ isSound, speakerId }) => isSound || speakerId);
      return isMore ? ['saidSrt', 'saidVtt', 'sdhSrt', 'sdhVtt'] : ['saidSrt', 'saidVtt'];
    }
    case 'transcript':
      return ['saidText', 'saidMarkdown'];
    case 'script':
      if (isDescription(narration)) return ['script', 'timedScript', 'dapt'];
      return narration && isTimed(narration) ? ['script', 'timedScript'] : ['script'];
    case 'languages':
      if (!video) return ['languagesSounds'];
      // Its pauses last as long as the speech of one language.
      return narration?.style === 'description-extended'
        ? ['languagesVideos', 'languagesSounds']
        : ['languagesVideo', 'languagesVideos', 'languagesSounds'];
    case 'descriptions':
      return voice?.described ? ['descriptions', 'daptSound', 'report', 'reportPage'] : ['descriptions'];
    default:
      return [id];
  }
}

function findObstacle(id: KindId, { narration, voice, video }: ExportSource): Message | undefined {
  if (isSaid(id)) return undefined;
  if (id === 'project') return narration || video ? undefined : messages.needsScript;
  if (!narration || getText(narration).trim() === '') return messages.needsScript;
  if (id === 'script' || id === 'languages') return undefined;
  if (id === 'subtitles' && narration.settings.isSpokenSubtitles) return undefined;
  if (!voice) return messages.needsAudio;
  if ((id === 'video' || id === 'mix' || id === 'publish') && !video) return messages.needsVideo;
  if (id === 'mix' && voice.pauses.length > 0) return messages.needsNoPauses;
  return id === 'video' || id === 'audio' || id === 'mix' || voice.cues.length > 0
    ? undefined
    : messages.needsTimes;
}

export interface ExportChoices {
  readonly kind: KindId;
  readonly formats: Partial<Readonly<Record<KindId, FormatId>>>;
  /** Of a video; undefined until chosen. */
  readonly sound?: SoundChoice | undefined;
  readonly track?: { readonly of: File; readonly choice: AudioTrackChoice } | undefined;
  readonly hasSubtitles: boolean;
  /** Of a video in several languages: the narration that players start with. */
  readonly firstId?: string | undefined;
  readonly keepsOriginal?: boolean | undefined;
}
