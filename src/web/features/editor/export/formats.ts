import { type SoundChoice, usualMix } from '#media/mix/mix-settings.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { writeDapt } from '#shared/dapt/write-dapt.ts';
import { getLanguage } from '#shared/languages.ts';
import { exportFormatMessages, exportDialogMessages as messages } from '#shared/messages/export.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { isTimed, printSaid } from '#shared/narration/project.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { listVersions } from '#shared/narration/translations.ts';
import { listReportSections, writeDescriptionReport } from '#shared/report/description-report.ts';
import { writeReportPage } from '#shared/report/write-report-page.ts';
import { toOriginalCues } from '#shared/script/cues.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { writeTranscriptSubtitles, writeTranscriptText } from '#shared/transcript/write-transcript.ts';
import type { VoicePlan } from '../model/plan-voice.ts';
import { getText, hasSaid } from '../model/select.ts';
import { estimateJobBytes, type FileJob, planSound } from './export-job.ts';
import {
  type ExportSource,
  findResult,
  findStem,
  getVideoName,
  isDescription,
  listSubtitles,
  mark,
  type NamedFormat,
  nameExport,
  planDapt,
  titleProject,
} from './export-source.ts';
import { getMimeType } from './file-places.ts';

interface Format extends NamedFormat {
  /** Of a text. */
  readonly write?: (source: ExportSource) => string;
  /** Of what a worker makes. */
  readonly plan?: (voice: VoicePlan, source: ExportSource) => FileJob | undefined;
}

const daptName = { ending: 'dapt.xml', short: 'dapt.xml' };

/** All that can be exported; the catalogue's `exportFormatMessages` have what people call it. */
export const formats = {
  // Its container decides, and so does the plan of a video.
  video: { ending: '' },
  mp3: { ...planSoundFormat('mp3', 'voice'), ending: 'mp3', clock: 'described', bearsVoice: true },
  wav: { ...planSoundFormat('wav', 'voice'), ending: 'sound.wav', clock: 'described' },
  mixMp3: { ...planSoundFormat('mp3', 'mixed'), ending: 'mix.mp3', short: 'mp3' },
  mixWav: { ...planSoundFormat('wav', 'mixed'), ending: 'mix.wav', short: 'wav' },
  srt: {
    ending: 'subtitles.srt',
    clock: 'described',
    write: source => writeSrt(listSubtitles(source), getLanguage(source.language)),
  },
  vtt: {
    ending: 'subtitles.vtt',
    clock: 'described',
    write: source => writeVtt(listSubtitles(source), getLanguage(source.language), mark(source, 'text')),
  },
  script: {
    ending: 'script.txt',
    write: ({ narration, project }) =>
      (narration?.lines ?? []).map(line => printSaid(line, project.cast)).join('\n'),
  },
  timedScript: {
    ending: 'timed-script.txt',
    write: ({ narration, project }) => printScript(narration?.lines ?? [], project.cast),
  },
  dapt: {
    ...daptName,
    write: source => writeDapt({ ...planDapt(source), hasSound: false, marks: mark(source, 'text') }),
  },
  daptSound: {
    ending: 'dapt.zip',
    short: 'dapt.zip',
    plan: (voice, source) => {
      const input = writeDapt({ ...planDapt(source), hasSound: true, marks: mark(source, 'text') });
      return {
        kind: 'dapt',
        voice,
        dapt: { name: nameExport(source, daptName), input },
        marks: mark(source, 'voice'),
      };
    },
  },
  descriptions: {
    ending: 'descriptions.vtt',
    short: 'vtt',
    clock: 'original',
    write: source => {
      const { cues = [], pauses = [] } = source.voice ?? {};
      const original = toOriginalCues(cues, pauses);
      return writeDescriptions(original, getLanguage(source.language), mark(source, 'text'));
    },
  },
  report: {
    ending: 'report.txt',
    write: source => {
      const result = findResult(source);
      return result ? writeDescriptionReport(result) : '';
    },
  },
  reportPage: {
    ending: 'report.html',
    write: source => {
      const result = findResult(source);
      const page = { project: titleProject(source), marks: mark(source, 'text') };
      return result ? writeReportPage(listReportSections(result), page) : '';
    },
  },
  publish: { ending: 'page.zip', plan: planPublishing },
  editors: {
    ending: 'editors.zip',
    clock: 'described',
    plan: (voice, source) => ({
      kind: 'editors',
      voice,
      video: source.video?.file,
      marks: mark(source, 'voice'),
    }),
  },
  project: {
    ending: 'benshi.json',
    write: ({ project }) => printProject(project),
  },
  // `video-export.tsx` plans them.
  languagesVideo: { ending: '' },
  languagesVideos: { ending: 'zip' },
  languagesSounds: { ending: 'zip' },
  saidSrt: planSubtitles('srt', false),
  saidVtt: planSubtitles('vtt', false),
  sdhSrt: planSubtitles('srt', true),
  sdhVtt: planSubtitles('vtt', true),
  saidText: planTranscript('txt'),
  saidMarkdown: planTranscript('md'),
} as const satisfies Readonly<Record<string, Format>>;

export type FormatId = keyof typeof formats;

/** Of the voice alone, or of the video's whole sound with it. */
function planSoundFormat(kind: 'mp3' | 'wav', of: 'voice' | 'mixed'): Pick<Format, 'plan'> {
  return {
    plan: (voice, source) => {
      const mixedWith = of === 'mixed' ? source.video?.file : undefined;
      return { kind, voice, ...planSound(source, of), mixedWith };
    },
  };
}

/** Of what is said in the video. */
function planSubtitles(format: 'srt' | 'vtt', isSdh: boolean): Format {
  return {
    ending: `original${isSdh ? '-sdh' : ''}.${format}`,
    isSaid: true,
    write: ({ project }) => writeTranscriptSubtitles(project, { format, isSdh }),
  };
}

function planTranscript(format: 'txt' | 'md'): Format {
  return {
    ending: `transcript.${format}`,
    isSaid: true,
    write: ({ project, narration }) =>
      writeTranscriptText(project, format, isDescription(narration) ? narration : undefined),
  };
}

function planPublishing(voice: VoicePlan, source: ExportSource): FileJob | undefined {
  const { narration, language, video } = source;
  const result = findResult(source);
  if (!video) return undefined;
  const page = {
    project: titleProject(source),
    isDescription: isDescription(narration),
    language,
    pauses: voice.pauses,
    report: result && listReportSections(result),
    videoName: video.file.name,
    duckDb: (narration?.settings.mix ?? usualMix).duckDb,
    marks: mark(source, 'voice'),
  };
  return { kind: 'publish', voice, video: video.file, page };
}

export function getFormat(id: FormatId): Format {
  return formats[id];
}

/** The format as people call it. @param container of a video */
export function describeFormat(id: FormatId, container: 'mp4' | 'webm' | 'mkv' = 'mp4'): string {
  return t(exportFormatMessages[id === 'video' ? container : id]);
}

export function makeTextFile(id: FormatId, source: ExportSource): Blob | undefined {
  const { write, ending } = getFormat(id);
  return write && new Blob([write(source)], { type: `${getMimeType(ending)};charset=utf-8` });
}

/**
 * The name of an exported file, such as "cars-Japanese-subtitles.srt", or "cars.ja.ad.mp3" of an audio description.
 * @param container of a video
 */
export function nameFile(id: FormatId, source: ExportSource, container = 'zip'): string {
  const videoName = getVideoName(source);
  if (id === 'project') return `${findStem(videoName ?? source.project.title)}.benshi.json`;
  if (id.startsWith('languages')) return `${findStem(videoName)}-all-languages.${container}`;
  const isVideo = id === 'video';
  return nameExport(source, isVideo ? { ending: `narrated.${container}`, short: container } : getFormat(id));
}

/** How large a file becomes, in bytes: a text is written, what a worker makes is estimated. */
export function estimateBytes(id: FormatId, source: ExportSource): number {
  const job = source.voice && getFormat(id).plan?.(source.voice, source);
  return job ? estimateJobBytes(job) : (makeTextFile(id, source)?.size ?? 0);
}

/** About what the new sound of a video takes, in bytes a second, by how it is made: encoders spend less on silence than they may. */
const videoSoundBytesPerSecond = { mixed: 20_000, second: 9000, voice: 9000 };

/** About how large a video becomes, in bytes. @param count of its new sounds */
export function estimateVideoBytes(
  { voice, video }: Pick<ExportSource, 'voice' | 'video'>,
  sound: SoundChoice,
  { keepsOriginal = sound === 'second', count = 1 } = {},
): number {
  const { durationSeconds = 0, soundBytesPerSecond = 0 } = video?.facts ?? {};
  const goneBytes = keepsOriginal ? 0 : durationSeconds * soundBytesPerSecond;
  const soundBytes = (voice?.durationSeconds ?? durationSeconds) * videoSoundBytesPerSecond[sound];
  return Math.max(0, (video?.file.size ?? 0) - goneBytes) + count * soundBytes;
}

/** By purpose; the first three come first, and are all that most people need. */
export const kindGroups = {
  main: ['video', 'audio', 'subtitles'],
  accessibility: ['descriptions', 'transcript', 'original', 'publish'],
  editors: ['mix', 'editors', 'script'],
  project: ['languages', 'project'],
} as const;

export type KindId = (typeof kindGroups)[keyof typeof kindGroups][number];

/** Something that can be exported, in one or more formats. */
export interface Kind {
  readonly id: KindId;
  readonly label: string;
  readonly purpose: string;
  /** The first is the usual one. */
  readonly formats: readonly FormatId[];
  /** What has to be done first; undefined where it can be exported. */
  readonly obstacle: string | undefined;
}

export function listKinds(source: ExportSource): readonly Kind[] {
  const { project, narration } = source;
  const isOffered = (id: KindId) => {
    if (id === 'languages') return narration && listVersions(project, narration).length > 1;
    return hasSaid(source) || (id !== 'original' && id !== 'transcript');
  };
  return Object.values(kindGroups)
    .flat()
    .filter(isOffered)
    .map(id => {
      const obstacle = needs[id].map(need => findNeed[need](source)).find(message => message);
      const purpose = t(findPurpose(id, source));
      const formats = listFormats(id, source);
      return { id, label: t(messages[id]), purpose, formats, obstacle: obstacle ? t(obstacle) : undefined };
    });
}

type Need = 'script' | 'audio' | 'video' | 'noPauses' | 'times';

const needs: Readonly<Record<KindId, readonly Need[]>> = {
  video: ['script', 'audio', 'video'],
  audio: ['script', 'audio'],
  subtitles: ['script', 'times'],
  descriptions: ['script', 'audio', 'times'],
  transcript: [],
  original: [],
  publish: ['script', 'audio', 'video', 'times'],
  mix: ['script', 'audio', 'video', 'noPauses'],
  editors: ['script', 'audio', 'times'],
  script: ['script'],
  languages: ['script'],
  project: [],
};

/** What has to be done first. */
const findNeed: Readonly<Record<Need, (source: ExportSource) => Message | false | undefined>> = {
  script: ({ narration }) => (narration ? getText(narration).trim() : '') === '' && messages.needsScript,
  audio: ({ voice }) => !voice && messages.needsAudio,
  video: ({ video }) => !video && messages.needsVideo,
  noPauses: ({ voice }) => voice && voice.pauses.length > 0 && messages.needsNoPauses,
  times: source =>
    listSubtitles(source).length === 0 && (source.voice ? messages.needsTimes : messages.needsAudio),
};

function listFormats(id: KindId, { project, narration, voice, video }: ExportSource): readonly FormatId[] {
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

function findPurpose(id: KindId, { narration, voice }: ExportSource): Message {
  if (id === 'descriptions' && !voice?.described) return messages.descriptionsForNarration;
  if (id === 'transcript' && isDescription(narration)) return messages.descriptiveTranscriptFor;
  return messages[`${id}For`];
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
