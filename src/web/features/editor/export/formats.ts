import { usualMix } from '#media/mix/mix-settings.ts';
import { writeDapt } from '#shared/dapt/write-dapt.ts';
import { getLanguage } from '#shared/languages.ts';
import { exportFormatMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { printSaid } from '#shared/narration/project.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { listReportSections, writeDescriptionReport } from '#shared/report/description-report.ts';
import { writeReportPage } from '#shared/report/write-report-page.ts';
import { toOriginalCues } from '#shared/script/cues.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { writeTranscriptSubtitles, writeTranscriptText } from '#shared/transcript/write-transcript.ts';
import { getVoiceName } from '#shared/voices.ts';
import type { VoicePlan } from '../model/plan-voice.ts';
import { planDapt } from './dapt-script.ts';
import type { FileJob } from './export-job.ts';
import {
  type ExportSource,
  findResult,
  getVideoName,
  isDescription,
  listSubtitles,
  mark,
  titleProject,
} from './export-source.ts';
import { isPaused, type NamedFormat, nameExport, nameProject, nameSound } from './name-download.ts';
import { planSound } from './orders.ts';

interface Format extends NamedFormat {
  readonly mimeType: string;
  /** Of a text. */
  readonly write?: (source: ExportSource) => string;
  /** Of what a worker makes. */
  readonly plan?: (voice: VoicePlan, source: ExportSource) => FileJob | undefined;
}

const daptName = { ending: 'dapt.xml', short: 'dapt.xml' };

/** All that can be exported; the catalogue's `exportFormatMessages` have what people call it. */
export const formats = {
  // Its container decides, and so does the plan of a video.
  video: { ending: '', mimeType: '' },
  mp3: {
    ending: 'mp3',
    mimeType: 'audio/mpeg',
    plan: (voice, source) => ({ kind: 'mp3', voice, ...planSound(source) }),
  },
  wav: {
    ending: 'sound.wav',
    clock: 'described',
    mimeType: 'audio/wav',
    plan: (voice, source) => ({ kind: 'wav', voice, ...planSound(source) }),
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
    clock: 'described',
    mimeType: 'application/x-subrip',
    write: source => writeSrt(listSubtitles(source), getLanguage(source.language)),
  },
  vtt: {
    ending: 'subtitles.vtt',
    clock: 'described',
    mimeType: 'text/vtt',
    write: source => writeVtt(listSubtitles(source), getLanguage(source.language), mark(source, 'text')),
  },
  script: {
    ending: 'script.txt',
    mimeType: 'text/plain',
    write: ({ narration, project }) =>
      (narration?.lines ?? []).map(line => printSaid(line, project.cast)).join('\n'),
  },
  timedScript: {
    ending: 'timed-script.txt',
    mimeType: 'text/plain',
    write: ({ narration, project }) => printScript(narration?.lines ?? [], project.cast),
  },
  dapt: {
    ...daptName,
    mimeType: 'application/ttml+xml',
    write: source => writeDapt({ ...planDapt(source), hasSound: false, marks: mark(source, 'text') }),
  },
  daptSound: {
    ending: 'dapt.zip',
    short: 'dapt.zip',
    mimeType: 'application/zip',
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
    mimeType: 'text/vtt',
    clock: 'original',
    write: source => {
      const { cues = [], pauses = [] } = source.voice ?? {};
      const original = toOriginalCues(cues, pauses);
      return writeDescriptions(original, getLanguage(source.language), mark(source, 'text'));
    },
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
  editors: {
    ending: 'editors.zip',
    clock: 'described',
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
  // `languages-export.tsx` plans them.
  languagesVideo: { ending: '', mimeType: '' },
  languagesVideos: { ending: 'zip', mimeType: 'application/zip' },
  languagesSounds: { ending: 'zip', mimeType: 'application/zip' },
  saidSrt: planSubtitles('srt', false),
  saidVtt: planSubtitles('vtt', false),
  sdhSrt: planSubtitles('srt', true),
  sdhVtt: planSubtitles('vtt', true),
  saidText: planTranscript('txt', 'text/plain'),
  saidMarkdown: planTranscript('md', 'text/markdown'),
} as const satisfies Readonly<Record<string, Format>>;

export type FormatId = keyof typeof formats;

function planMix(source: ExportSource) {
  return { ...planSound(source, 'mixed'), mixedWith: source.video?.file };
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

export function getFormat(id: FormatId): Format {
  return formats[id];
}

/** The format as people call it. @param container of a video */
export function describeFormat(id: FormatId, container: 'mp4' | 'webm' | 'mkv' = 'mp4'): string {
  return t(exportFormatMessages[id === 'video' ? container : id]);
}

export function makeTextFile(id: FormatId, source: ExportSource): Blob | undefined {
  const { write, mimeType } = getFormat(id);
  return write && new Blob([write(source)], { type: `${mimeType};charset=utf-8` });
}

/**
 * The name of an exported file, such as "cars-Japanese-subtitles.srt", or "cars.ja.ad.mp3" of an audio description.
 * @param container of a video
 */
export function nameFile(id: FormatId, source: ExportSource, container = ''): string {
  if (id === 'project') return nameDocument(source);
  if (id === 'video') return nameExport(source, { ending: `narrated.${container}`, short: container });
  if (id !== 'mp3') return nameExport(source, getFormat(id));
  const { language, settings } = source.narration ?? {};
  return nameSound({
    videoName: getVideoName(source),
    language,
    voice: settings?.voice && getVoiceName(settings.voice),
    isForPaused: isPaused(source),
  });
}

function nameDocument(source: ExportSource): string {
  return nameProject(getVideoName(source) ?? source.project.title);
}
