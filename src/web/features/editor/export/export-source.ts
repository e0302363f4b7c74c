import { usualMix } from '#media/mix/mix-settings.ts';
import type { LineCheck } from '#shared/checks/line-check.ts';
import type { DaptScript } from '#shared/dapt/write-dapt.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import type { MarkedKind, Marks, Provenance } from '#shared/marks/provenance.ts';
import {
  getDescriptionKind,
  isTimed,
  listVoicedLines,
  type Narration,
  type Project,
  toCues,
} from '#shared/narration/project.ts';
import type { DescribedResult } from '#shared/report/description-report.ts';
import { computeAvailableSeconds, type SpokenCue } from '#shared/script/cues.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { getVoiceName } from '#shared/voices.ts';
import { nameProject } from '../keep/kept-projects.ts';
import type { ChosenVideo, EditorState } from '../model/editor-state.ts';
import { getSpokenLanguage } from '../model/line-states.ts';
import {
  getMusic,
  getProvenance,
  type HeardMusic,
  planWholeVoice,
  type VoicePlan,
} from '../model/plan-voice.ts';
import { getNarration } from '../model/select.ts';

export interface ExportSource {
  readonly project: Project;
  readonly narration: Narration | undefined;
  readonly language: LanguageName;
  /** Undefined until all of it is spoken. */
  readonly voice: VoicePlan | undefined;
  readonly video: ChosenVideo | undefined;
  readonly provenance: Provenance | undefined;
  /** Under it; undefined without its file, too. */
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
    language: narration ? getSpokenLanguage(narration, state) : state.form.language,
    voice: planWholeVoice(state),
    video: state.video,
    provenance: getProvenance(state),
    music: getMusic(state),
    checks: [],
    storeBytes,
  };
}

/** Also where the document is open without its video. */
export function getVideoName({ video, project }: ExportSource): string | undefined {
  return video?.file.name ?? project.video?.name;
}

/** Whether lines belong into a transcript. */
export function isDescription(narration: Narration | undefined): narration is Narration {
  return narration !== undefined && getDescriptionKind(narration) !== undefined;
}

export function mark({ provenance }: Pick<ExportSource, 'provenance'>, kind: MarkedKind): Marks | undefined {
  return provenance && createMarks(provenance, kind);
}

export function titleProject({ project }: ExportSource) {
  const { transcript, cast } = project;
  return { title: nameProject(project), transcript, cast };
}

export function findResult(source: ExportSource): DescribedResult | undefined {
  const { project, voice, narration, provenance, checks } = source;
  const { untold, review } = narration ?? {};
  const { observations } = project;
  return voice?.described && { ...voice.described, provenance, untold, review, observations, checks };
}

const usualSubtitleMs = 5000;
/** Any text can be read in it. */
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

/** A description for DAPT: as it is spoken or, before that, at the times of its lines. */
export function planDapt(source: ExportSource): Omit<DaptScript, 'hasSound' | 'marks'> {
  const { narration, project, voice } = source;
  const { lines = [], settings } = narration ?? {};
  const voiced = narration && listVoicedLines(project, narration).lines;
  const findSaid = (id: string) => {
    const said = voiced?.[lines.findIndex(line => line.id === id)];
    return said && { voice: getVoiceName(said.voice), role: said.role };
  };
  const spoken = voice?.track.kind === 'lines' ? voice.track.lines : planUnspoken(source);
  return {
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
  };
}

export interface NamedFormat {
  /** After the names of video and language. */
  readonly ending: string;
  /** Of a description or of spoken subtitles, which platforms take under short names: after the tag. */
  readonly short?: string;
  /** It has what is said in the video. */
  readonly isSaid?: true;
  /** Its name has that of the voice instead of what it is. */
  readonly bearsVoice?: true;
  /** Which video its times are of, where a description pauses the original. */
  readonly clock?: 'original' | 'described';
}

/**
 * Such as "cars-Japanese-subtitles.srt", or "cars.ja.ad.wav" of an audio description, as platforms and their guides name them. Of one that
 * pauses the video the name says what its times are of: "cars-Japanese-described-video-subtitles.srt", "cars.ja.ad.original.vtt".
 */
export function nameExport(source: ExportSource, format: NamedFormat): string {
  const { project, narration, voice } = source;
  const { ending, short, isSaid, bearsVoice } = format;
  const stem = findStem(getVideoName(source));
  const language = isSaid ? project.transcript?.language : narration?.language;
  const tag = voice?.described ? 'ad' : narration?.settings.isSpokenSubtitles && 'spoken-subtitles';
  const clock = voice && voice.pauses.length > 0 ? format.clock : undefined;
  const join = (sign: string, ...parts: readonly unknown[]) => parts.filter(Boolean).join(sign);
  if (tag && short)
    return join('.', stem, language && getLanguage(language).code, tag, clock === 'original' && clock, short);
  const paused = clock === 'described' && 'described-video';
  if (!bearsVoice) return join('-', stem, language, paused, ending);
  const speaker = narration?.settings.voice && getVoiceName(narration.settings.voice);
  return `${join('-', stem, language, speaker, paused)}.${ending}`;
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

/** As many whole characters as fit: a letter keeps its marks. */
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
