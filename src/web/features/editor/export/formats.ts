import { usualMix } from '#media/mix/mix-settings.ts';
import { writeDapt } from '#shared/dapt/write-dapt.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import type { MarkedKind, Marks, Provenance } from '#shared/marks/provenance.ts';
import { exportFormatMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { printProject } from '#shared/narration/open-project.ts';
import {
  getDescriptionKind,
  joinText,
  type Narration,
  type Project,
  toCues,
} from '#shared/narration/project.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { writeDescriptionReport } from '#shared/report/description-report.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { writeTranscriptSubtitles, writeTranscriptText } from '#shared/transcript/write-transcript.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import type { ChosenVideo } from '../store/editor-state.ts';
import { planDapt } from './dapt-script.ts';
import type { VoiceJob } from './export-job.ts';
import { nameDelivery, nameProject, nameShort, nameSound } from './name-download.ts';

/** What is exported. */
export interface ExportSource {
  readonly project: Project;
  readonly narration: Narration | undefined;
  /** That the narration is spoken in. */
  readonly language: LanguageName;
  /** Undefined until all of it is spoken. */
  readonly voice: VoicePlan | undefined;
  readonly video: ChosenVideo | undefined;
  readonly provenance: Provenance | undefined;
}

interface Format {
  /** After the names of video and language. */
  readonly ending: string;
  readonly mimeType: string;
  /** Of a description or of spoken subtitles, which platforms take under short names: after the tag. */
  readonly short?: string;
  /** It has what is said in the video. */
  readonly isSaid?: true;
  /** Of a text. */
  readonly write?: (source: ExportSource) => string;
  /** Of what a worker makes. */
  readonly plan?: (voice: VoicePlan, source: ExportSource) => VoiceJob;
}

/** All that can be exported; the catalogue's `exportFormatMessages` have what people call it. */
export const formats = {
  // Its container decides, and so does the plan of a video.
  video: { ending: '', mimeType: '' },
  mp3: {
    ending: 'mp3',
    mimeType: 'audio/mpeg',
    plan: (voice, source) => ({ kind: 'mp3', voice, marks: mark(source, 'voice') }),
  },
  wav: {
    ending: 'sound.wav',
    mimeType: 'audio/wav',
    plan: (voice, source) => ({ kind: 'wav', voice, marks: mark(source, 'voice') }),
  },
  mixMp3: {
    ending: 'mix.mp3',
    short: 'mp3',
    mimeType: 'audio/mpeg',
    plan: (voice, source) => ({ kind: 'mp3', voice, ...planMix(source) }),
  },
  mixWav: {
    ending: 'mix.wav',
    short: 'wav',
    mimeType: 'audio/wav',
    plan: (voice, source) => ({ kind: 'wav', voice, ...planMix(source) }),
  },
  srt: {
    ending: 'subtitles.srt',
    mimeType: 'application/x-subrip',
    write: ({ voice, language }) => writeSrt(voice?.cues ?? [], getLanguage(language)),
  },
  vtt: {
    ending: 'subtitles.vtt',
    mimeType: 'text/vtt',
    write: source => writeVtt(source.voice?.cues ?? [], getLanguage(source.language), mark(source, 'text')),
  },
  script: {
    ending: 'script.txt',
    mimeType: 'text/plain',
    write: ({ narration }) => joinText(narration?.lines ?? []),
  },
  timedScript: {
    ending: 'timed-script.txt',
    mimeType: 'text/plain',
    write: ({ narration }) => printTimedScript(toCues(narration?.lines ?? [])),
  },
  dapt: {
    ending: 'dapt.xml',
    short: 'dapt.xml',
    mimeType: 'application/ttml+xml',
    write: source => writeDapt({ ...planDapt(source), hasSound: false, marks: mark(source, 'text') }),
  },
  daptSound: {
    ending: 'dapt.zip',
    short: 'dapt.zip',
    mimeType: 'application/zip',
    plan: (voice, source) => {
      const input = writeDapt({ ...planDapt(source), hasSound: true, marks: mark(source, 'text') });
      return { kind: 'dapt', voice, dapt: { name: nameDapt(source), input }, marks: mark(source, 'voice') };
    },
  },
  descriptions: {
    ending: 'descriptions.vtt',
    short: 'vtt',
    mimeType: 'text/vtt',
    write: source =>
      writeDescriptions(source.voice?.cues ?? [], getLanguage(source.language), mark(source, 'text')),
  },
  report: {
    ending: 'report.txt',
    mimeType: 'text/plain',
    write: ({ voice, provenance }) =>
      voice?.described ? writeDescriptionReport({ ...voice.described, provenance }) : '',
  },
  editors: {
    ending: 'editors.zip',
    mimeType: 'application/zip',
    plan: (voice, source) => ({
      kind: 'editors',
      voice,
      video: source.video?.file,
      marks: mark(source, 'voice'),
    }),
  },
  project: {
    ending: 'benshi.json',
    mimeType: 'application/json',
    write: ({ project }) => printProject(project),
  },
  saidSrt: planSubtitles('srt', false),
  saidVtt: planSubtitles('vtt', false),
  sdhSrt: planSubtitles('srt', true),
  sdhVtt: planSubtitles('vtt', true),
  saidText: planTranscript('txt', 'text/plain'),
  saidMarkdown: planTranscript('md', 'text/markdown'),
} as const satisfies Readonly<Record<string, Format>>;

export type FormatId = keyof typeof formats;

function planMix(source: ExportSource) {
  const { video, narration } = source;
  const mixed = video && { video: video.file, mix: narration?.settings.mix ?? usualMix };
  return { mixed, marks: mark(source, 'mixed') };
}

function nameDapt(source: ExportSource): string {
  return nameFile('dapt', source);
}

/** Of what is said in the video. */
function planSubtitles(format: 'srt' | 'vtt', isSdh: boolean): Format {
  return {
    ending: `original${isSdh ? '-sdh' : ''}.${format}`,
    mimeType: format === 'srt' ? 'application/x-subrip' : 'text/vtt',
    isSaid: true,
    write: ({ project }) => writeTranscriptSubtitles(project, { format, isSdh }),
  };
}

function planTranscript(format: 'txt' | 'md', mimeType: string): Format {
  return {
    ending: `transcript.${format}`,
    mimeType,
    isSaid: true,
    write: ({ project, narration }) =>
      writeTranscriptText(project, format, isDescription(narration) ? narration : undefined),
  };
}

/** How a file says that it was made. */
export function mark({ provenance }: ExportSource, kind: MarkedKind): Marks | undefined {
  return provenance && createMarks(provenance, kind);
}

export function getFormat(id: FormatId): Format {
  return formats[id];
}

/** Whether lines belong into a transcript. */
export function isDescription(narration: Narration | undefined): narration is Narration {
  return narration !== undefined && getDescriptionKind(narration) !== undefined;
}

/** The format as people call it. @param container of a video */
export function describeFormat(id: FormatId, container: 'mp4' | 'webm' | 'mkv' = 'mp4'): string {
  return t(exportFormatMessages[id === 'video' ? container : id]);
}

/** A text as a file; undefined for what a worker makes. */
export function makeTextFile(id: FormatId, source: ExportSource): Blob | undefined {
  const { write, mimeType } = getFormat(id);
  return write && new Blob([write(source)], { type: `${mimeType};charset=utf-8` });
}

/**
 * The name of an exported file, such as "cars-Japanese-subtitles.srt", or "cars.ja.ad.mp3" of an audio description.
 * @param container of a video
 */
export function nameFile(
  id: FormatId,
  { project, narration, voice, video }: ExportSource,
  container = '',
): string {
  const videoName = video?.file.name ?? project.video?.name;
  const { ending, isSaid, short = id === 'video' ? container : undefined } = getFormat(id);
  const language = isSaid ? project.transcript?.language : narration?.language;
  const tag = voice?.described
    ? 'ad'
    : narration?.settings.isSpokenSubtitles
      ? 'spoken-subtitles'
      : undefined;
  if (tag && short) return nameShort({ videoName, language }, `${tag}.${short}`);
  if (id === 'project') return nameProject(videoName ?? project.title);
  if (id === 'mp3') return nameSound({ videoName, language, voice: narration?.settings.voice });
  if (id === 'video') return nameDelivery({ videoName, language }, `narrated.${container}`);
  return nameDelivery({ videoName, language }, ending);
}
