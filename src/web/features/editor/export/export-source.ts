import type { LineCheck } from '#shared/checks/line-check.ts';
import type { LanguageName } from '#shared/languages.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import type { MarkedKind, Marks, Provenance } from '#shared/marks/provenance.ts';
import { getDescriptionKind, type Narration, type Project } from '#shared/narration/project.ts';
import type { DescribedResult } from '#shared/report/description-report.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { nameProject } from '../keep/kept-projects.ts';
import type { ChosenVideo } from '../model/editor-state.ts';
import type { HeardMusic, VoicePlan } from '../model/plan-voice.ts';

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

/** Also where the document is open without its video. */
export function getVideoName({ video, project }: ExportSource): string | undefined {
  return video?.file.name ?? project.video?.name;
}

/** Whether lines belong into a transcript. */
export function isDescription(narration: Narration | undefined): narration is Narration {
  return narration !== undefined && getDescriptionKind(narration) !== undefined;
}

const usualSubtitleMs = 5000;

/** When lines are shown as subtitles: while they are spoken; unspoken ones of what is said in the video, while that is said. */
export function listSubtitles({ voice, narration, project }: ExportSource): readonly SpokenCue[] {
  if (voice || !narration?.settings.isSpokenSubtitles) return voice?.cues ?? [];
  const ends = new Map(project.transcript?.segments.map(({ startMs, endMs }) => [startMs, endMs]));
  return narration.lines.map(({ startMs, text }, at) => {
    const beginsMs = startMs ?? 0;
    const nextMs = narration.lines[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const endMs = Math.min(ends.get(beginsMs) ?? beginsMs + usualSubtitleMs, nextMs);
    return { text, startSeconds: beginsMs / 1000, endSeconds: endMs / 1000 };
  });
}

export function mark({ provenance }: Pick<ExportSource, 'provenance'>, kind: MarkedKind): Marks | undefined {
  return provenance && createMarks(provenance, kind);
}

export function titleProject({ project }: ExportSource) {
  const { transcript, cast } = project;
  return { title: nameProject(project), transcript, cast };
}

export function findResult({
  project,
  voice,
  narration,
  provenance,
  checks,
}: ExportSource): DescribedResult | undefined {
  const { untold, review } = narration ?? {};
  const { observations } = project;
  return voice?.described && { ...voice.described, provenance, untold, review, observations, checks };
}
