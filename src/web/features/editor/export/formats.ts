import { usualMix } from '#media/mix/mix-settings.ts';
import type { CheckedDescription } from '#shared/checks/check-description.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import { writeSarif } from '#shared/checks/write-sarif.ts';
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
import {
  type DescribedResult,
  listReportSections,
  writeDescriptionReport,
} from '#shared/report/description-report.ts';
import { writeReportPage } from '#shared/report/write-report-page.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { writeTranscriptSubtitles, writeTranscriptText } from '#shared/transcript/write-transcript.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import type { ChosenVideo } from '../store/editor-state.ts';
import { planDapt } from './dapt-script.ts';
import type { FileJob } from './export-job.ts';
import { nameDelivery, nameProject, nameShort, nameSound } from './name-download.ts';
import { planSigning } from './orders.ts';

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
  /** Of the lines of an audio description. */
  readonly checks: readonly LineCheck[];
  /** The room for a manifest store; undefined on a server that signs nothing. */
  readonly storeBytes: number | undefined;
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
  readonly plan?: (voice: VoicePlan, source: ExportSource) => FileJob | undefined;
}

/** All that can be exported; the catalogue's `exportFormatMessages` have what people call it. */
export const formats = {
  // Its container decides, and so does the plan of a video.
  video: { ending: '', mimeType: '' },
  mp3: {
    ending: 'mp3',
    mimeType: 'audio/mpeg',
    plan: (voice, source) => ({ kind: 'mp3', voice, ...makeUp(source) }),
  },
  wav: {
    ending: 'sound.wav',
    mimeType: 'audio/wav',
    plan: (voice, source) => ({ kind: 'wav', voice, ...makeUp(source) }),
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
    write: source => {
      const result = findResult(source);
      return result ? writeDescriptionReport(result) : '';
    },
  },
  reportPage: {
    ending: 'report.html',
    mimeType: 'text/html',
    write: source => {
      const result = findResult(source);
      const page = { project: titleProject(source), marks: mark(source, 'text') };
      return result ? writeReportPage(listReportSections(result), page) : '';
    },
  },
  publish: { ending: 'page.zip', mimeType: 'application/zip', plan: planPublishing },
  checks: {
    ending: 'checks.sarif',
    mimeType: 'application/sarif+json',
    write: source => {
      const { project, video } = source;
      const name = nameProject(video?.file.name ?? project.video?.name ?? project.title);
      return writeSarif(toChecked(source), { name, text: printProject(project) });
    },
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
  return { mixed, marks: mark(source, 'mixed'), signing: planSigning(source, 'mixed') };
}

function nameDapt(source: ExportSource): string {
  return nameFile('dapt', source);
}

function toChecked({ project, narration, language, voice }: ExportSource): CheckedDescription {
  return { ...project, lines: narration?.lines ?? [], language, plan: voice?.described?.plan };
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

/** What a page shows of the document. */
function titleProject({ project: { title, transcript, cast }, video }: ExportSource) {
  return { title: title || (video?.file.name ?? '').replace(/\.[^.]*$/u, ''), transcript, cast };
}

function findResult({ project, voice, narration, ...found }: ExportSource): DescribedResult | undefined {
  const { provenance, checks } = found;
  const { untold, review } = narration ?? {};
  const { observations } = project;
  return voice?.described && { ...voice.described, provenance, untold, review, observations, checks };
}

function makeUp(source: ExportSource) {
  return { marks: mark(source, 'voice'), signing: planSigning(source, 'voice') };
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
