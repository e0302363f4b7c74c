import { type SoundChoice, usualMix } from '#media/mix/mix-settings.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import { writeDapt } from '#shared/dapt/write-dapt.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import type { MarkedKind, Marks, Provenance } from '#shared/marks/provenance.ts';
import { exportFormatMessages, exportDialogMessages as messages } from '#shared/messages/export.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { printProject } from '#shared/narration/open-project.ts';
import {
  getDescriptionKind,
  isTimed,
  listVoicedLines,
  type Narration,
  type Project,
  printSaid,
  toCues,
} from '#shared/narration/project.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { listVersions } from '#shared/narration/translations.ts';
import {
  type DescribedResult,
  listReportSections,
  writeDescriptionReport,
} from '#shared/report/description-report.ts';
import { writeReportPage } from '#shared/report/write-report-page.ts';
import { computeAvailableSeconds, type SpokenCue, toOriginalCues } from '#shared/script/cues.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { writeTranscriptSubtitles, writeTranscriptText } from '#shared/transcript/write-transcript.ts';
import { getVoiceName } from '#shared/voices.ts';
import { nameProject } from '../keep/kept-projects.ts';
import type { ChosenVideo, EditorState } from '../model/editor-state.ts';
import {
  getMusic,
  getProvenance,
  type HeardMusic,
  planWholeVoice,
  type VoicePlan,
} from '../model/plan-voice.ts';
import { getNarration, getText, hasSaid } from '../model/select.ts';
import { estimateJobBytes, type FileJob, planSound } from './export-job.ts';
import { getMimeType } from './file-places.ts';

export interface ExportSource {
  readonly project: Project;
  readonly narration: Narration | undefined;
  readonly language: LanguageName;
  /** Undefined until all of it is spoken. */
  readonly voice: VoicePlan | undefined;
  readonly video: ChosenVideo | undefined;
  readonly provenance: Provenance | undefined;
  readonly music: HeardMusic | undefined;
  readonly checks: readonly LineCheck[];
  /** The room for a manifest store; undefined on a server that signs nothing. */
  readonly storeBytes: number | undefined;
}

/** What is shown, without the checks of its lines. @param storeBytes as the server says */
export function toExportSource(state: EditorState, storeBytes: number | undefined): ExportSource {
  const narration = getNarration(state);
  return {
    project: state.project,
    narration,
    language: narration?.language ?? state.form.language,
    voice: planWholeVoice(state),
    video: state.video,
    provenance: getProvenance(state),
    music: getMusic(state),
    checks: [],
    storeBytes,
  };
}

export function getVideoName({ video, project }: ExportSource): string | undefined {
  return video?.file.name ?? project.video?.name;
}

export function isDescription(narration: Narration | undefined): narration is Narration {
  return narration !== undefined && getDescriptionKind(narration) !== undefined;
}

export function mark({ provenance }: Pick<ExportSource, 'provenance'>, kind: MarkedKind): Marks | undefined {
  return provenance && createMarks(provenance, kind);
}

function titleProject({ project }: ExportSource) {
  const { transcript, cast } = project;
  return { title: nameProject(project), transcript, cast };
}

function findResult(source: ExportSource): DescribedResult | undefined {
  const { project, voice, narration, provenance, checks } = source;
  const { untold, review } = narration ?? {};
  const { observations } = project;
  return voice?.described && { ...voice.described, provenance, untold, review, observations, checks };
}

const usualSubtitleMs = 5000;
const leastSubtitleSeconds = 1;

/**
 * When lines are shown as subtitles: while they are spoken. Unspoken ones begin at their own times, and are shown as long as what is said
 * in the video, if they are that, else about as long as they will take; none where no times are known.
 */
export function listSubtitles(source: ExportSource): readonly SpokenCue[] {
  const { voice, narration, project } = source;
  if (voice || !narration) return voice?.cues ?? [];
  if (!narration.settings.isSpokenSubtitles) return isTimed(narration) ? planUnspoken(source) : [];
  const ends = new Map(project.transcript?.segments.map(({ startMs, endMs }) => [startMs, endMs]));
  return narration.lines.map(({ startMs, text }, at) => {
    const beginsMs = startMs ?? 0;
    const nextMs = narration.lines[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const endMs = Math.min(ends.get(beginsMs) ?? beginsMs + usualSubtitleMs, nextMs);
    return { text, startSeconds: beginsMs / 1000, endSeconds: endMs / 1000 };
  });
}

function planUnspoken({ narration, language, video, project }: ExportSource) {
  const cues = toCues(narration?.lines ?? []);
  const videoMs = project.video?.durationMs;
  const durationSeconds =
    video?.facts.durationSeconds ?? (videoMs && videoMs / 1000) ?? Number.POSITIVE_INFINITY;
  const available = computeAvailableSeconds(cues, durationSeconds);
  return cues
    .map((cue, index) => {
      const spokenSeconds = computeUsualSeconds(cue.text, getLanguage(language));
      const seconds = Math.min(Math.max(leastSubtitleSeconds, spokenSeconds), available[index] ?? 0);
      return { ...cue, endSeconds: cue.startSeconds + seconds };
    })
    .filter(({ text }) => text.trim() !== '');
}

function printDapt(source: ExportSource, hasSound: boolean): string {
  const { narration, project, voice } = source;
  const { lines = [], settings } = narration ?? {};
  const voiced = narration && listVoicedLines(project, narration).lines;
  const findSaid = (id: string) => {
    const said = voiced?.[lines.findIndex(line => line.id === id)];
    return said && { voice: getVoiceName(said.voice), role: said.role };
  };
  const spoken = voice?.track.kind === 'lines' ? voice.track.lines : planUnspoken(source);
  return writeDapt({
    cues: spoken.map(({ id, text, startSeconds, endSeconds }) => ({
      text,
      startSeconds,
      endSeconds,
      ...findSaid(id),
    })),
    pauses: voice?.pauses ?? [],
    language: getLanguage(source.language),
    videoName: getVideoName(source),
    duckDb: (settings?.mix ?? usualMix).duckDb,
    hasSound,
    marks: mark(source, 'text'),
  });
}

/** File systems take 255 bytes or letters; what follows the video's name needs a part of them. */
const maxStemBytes = 120;

/**
 * A video's name without its ending, as a part of a name that every file system allows: letters, their marks and digits of
 * any script. No dot is left, so no name is hidden, and none is a device of Windows once something follows it.
 */
export function findStem(fileName: string | undefined): string {
  const stem = (fileName ?? '')
    .replace(/\.[^.]*$/u, '')
    .normalize('NFC')
    // Signs of direction and joining are invisible, and turn the text around them.
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  return cutToBytes(stem.replace(/^-/u, ''), maxStemBytes).replace(/-$/u, '') || 'narration';
}

function cutToBytes(text: string, maxBytes: number): string {
  const encoder = new TextEncoder();
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}

type PlanJob = (voice: VoicePlan, source: ExportSource) => FileJob | undefined;

interface Format {
  readonly ending: string;
  /** Of a description or of spoken subtitles, which platforms take under short names: after the tag. */
  readonly short?: string;
  readonly isSaid?: true;
  /** Its name has that of the voice instead of what it is. */
  readonly bearsVoice?: true;
  readonly clock?: 'original' | 'described';
  readonly write?: (source: ExportSource) => string;
  readonly plan?: PlanJob;
}

/** All that can be exported; the catalogue's `exportFormatMessages` have what people call it. */
export const formats = {
  // Its container decides, and so does the plan of a video.
  video: { ending: '' },
  mp3: { plan: planSoundOf('mp3', 'voice'), ending: 'mp3', clock: 'described', bearsVoice: true },
  wav: { plan: planSoundOf('wav', 'voice'), ending: 'sound.wav', clock: 'described' },
  mixMp3: { plan: planSoundOf('mp3', 'mixed'), ending: 'mix.mp3', short: 'mp3' },
  mixWav: { plan: planSoundOf('wav', 'mixed'), ending: 'mix.wav', short: 'wav' },
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
  dapt: { ending: 'dapt.xml', short: 'dapt.xml', write: source => printDapt(source, false) },
  daptSound: { ending: 'dapt.zip', short: 'dapt.zip', plan: planDaptSound },
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

function planSoundOf(kind: 'mp3' | 'wav', of: 'voice' | 'mixed'): PlanJob {
  return (voice, source) => {
    const mixedWith = of === 'mixed' ? source.video?.file : undefined;
    return { kind, voice, ...planSound(source, of), mixedWith };
  };
}

function planDaptSound(voice: VoicePlan, source: ExportSource): FileJob {
  const dapt = { name: nameFile('dapt', source), input: printDapt(source, true) };
  return { kind: 'dapt', voice, dapt, marks: mark(source, 'voice') };
}

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

export const getFormat = (id: FormatId): Format => formats[id];

/** The format as people call it. @param container of a video */
export function describeFormat(id: FormatId, container: 'mp4' | 'webm' | 'mkv' = 'mp4'): string {
  return t(exportFormatMessages[id === 'video' ? container : id]);
}

export function makeTextFile(id: FormatId, source: ExportSource): Blob | undefined {
  const { write, ending } = getFormat(id);
  return write && new Blob([write(source)], { type: `${getMimeType(ending)};charset=utf-8` });
}

/**
 * Such as "cars-Japanese-subtitles.srt", or "cars.ja.ad.wav" of an audio description, as platforms and their guides name them. Of one that
 * pauses the video the name says what its times are of: "cars-Japanese-described-video-subtitles.srt", "cars.ja.ad.original.vtt".
 * @param container of a video
 */
export function nameFile(id: FormatId, source: ExportSource, container = 'zip'): string {
  const { project, narration, voice } = source;
  const videoName = getVideoName(source);
  const stem = findStem(videoName);
  if (id === 'project') return `${findStem(videoName ?? project.title)}.benshi.json`;
  if (id.startsWith('languages')) return `${stem}-all-languages.${container}`;
  const video = id === 'video' && { ending: `narrated.${container}`, short: container };
  const { ending, short, isSaid, bearsVoice, clock: wanted }: Format = video || getFormat(id);
  const language = isSaid ? project.transcript?.language : narration?.language;
  const tag = voice?.described ? 'ad' : narration?.settings.isSpokenSubtitles && 'spoken-subtitles';
  const clock = voice && voice.pauses.length > 0 ? wanted : undefined;
  const join = (sign: string, ...parts: readonly unknown[]) => parts.filter(Boolean).join(sign);
  if (tag && short)
    return join('.', stem, language && getLanguage(language).code, tag, clock === 'original' && clock, short);
  const paused = clock === 'described' && 'described-video';
  if (!bearsVoice) return join('-', stem, language, paused, ending);
  const speaker = narration?.settings.voice && getVoiceName(narration.settings.voice);
  return `${join('-', stem, language, speaker, paused)}.${ending}`;
}

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

type Need = 'script' | 'audio' | 'video' | 'noPauses' | 'times';

interface KindPlan {
  /** By purpose; those of the first come first, and are all that most people need. */
  readonly group: 'main' | 'accessibility' | 'editors' | 'project';
  readonly needs: readonly Need[];
  readonly formats: readonly FormatId[] | ((source: ExportSource) => readonly FormatId[]);
}

const kinds = {
  video: { group: 'main', needs: ['script', 'audio', 'video'], formats: ['video'] },
  audio: { group: 'main', needs: ['script', 'audio'], formats: ['mp3', 'wav'] },
  subtitles: { group: 'main', needs: ['script', 'times'], formats: ['srt', 'vtt'] },
  descriptions: {
    group: 'accessibility',
    needs: ['script', 'audio', 'times'],
    formats: ({ voice }) =>
      voice?.described ? ['descriptions', 'daptSound', 'report', 'reportPage'] : ['descriptions'],
  },
  transcript: { group: 'accessibility', needs: [], formats: ['saidText', 'saidMarkdown'] },
  original: {
    group: 'accessibility',
    needs: [],
    formats: ({ project }) => {
      const isMore = project.transcript?.segments.some(({ isSound, speakerId }) => isSound || speakerId);
      return isMore ? ['saidSrt', 'saidVtt', 'sdhSrt', 'sdhVtt'] : ['saidSrt', 'saidVtt'];
    },
  },
  publish: { group: 'accessibility', needs: ['script', 'audio', 'video', 'times'], formats: ['publish'] },
  mix: { group: 'editors', needs: ['script', 'audio', 'video', 'noPauses'], formats: ['mixMp3', 'mixWav'] },
  editors: { group: 'editors', needs: ['script', 'audio', 'times'], formats: ['editors'] },
  script: {
    group: 'editors',
    needs: ['script'],
    formats: ({ narration }) => {
      if (isDescription(narration)) return ['script', 'timedScript', 'dapt'];
      return narration && isTimed(narration) ? ['script', 'timedScript'] : ['script'];
    },
  },
  languages: {
    group: 'project',
    needs: ['script'],
    formats: ({ narration, video }) => {
      if (!video) return ['languagesSounds'];
      // Its pauses last as long as the speech of one language.
      return narration?.style === 'description-extended'
        ? ['languagesVideos', 'languagesSounds']
        : ['languagesVideo', 'languagesVideos', 'languagesSounds'];
    },
  },
  project: { group: 'project', needs: [], formats: ['project'] },
} as const satisfies Readonly<Record<string, KindPlan>>;

type KindId = keyof typeof kinds;

export interface Kind extends Pick<KindPlan, 'group'> {
  readonly id: KindId;
  readonly label: string;
  readonly purpose: string;
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
  return (Object.keys(kinds) as KindId[]).filter(isOffered).map(id => {
    const { group, needs, formats: listed }: KindPlan = kinds[id];
    const obstacle = needs.map(need => findNeed[need](source)).find(message => message);
    return {
      id,
      group,
      label: t(messages[id]),
      purpose: t(findPurpose(id, source)),
      formats: typeof listed === 'function' ? listed(source) : listed,
      obstacle: obstacle ? t(obstacle) : undefined,
    };
  });
}

const findNeed: Readonly<Record<Need, (source: ExportSource) => Message | false | undefined>> = {
  script: ({ narration }) => (narration ? getText(narration).trim() : '') === '' && messages.needsScript,
  audio: ({ voice }) => !voice && messages.needsAudio,
  video: ({ video }) => !video && messages.needsVideo,
  noPauses: ({ voice }) => voice && voice.pauses.length > 0 && messages.needsNoPauses,
  times: source =>
    listSubtitles(source).length === 0 && (source.voice ? messages.needsTimes : messages.needsAudio),
};

function findPurpose(id: KindId, { narration, voice }: ExportSource): Message {
  if (id === 'descriptions' && !voice?.described) return messages.descriptionsForNarration;
  if (id === 'transcript' && isDescription(narration)) return messages.descriptiveTranscriptFor;
  return messages[`${id}For`];
}

export interface ExportChoices {
  readonly kind: KindId;
  readonly formats: Partial<Readonly<Record<KindId, FormatId>>>;
  readonly sound?: SoundChoice | undefined;
  readonly track?: { readonly of: File; readonly choice: AudioTrackChoice } | undefined;
  readonly hasSubtitles: boolean;
  readonly firstId?: string | undefined;
  readonly keepsOriginal?: boolean | undefined;
}
