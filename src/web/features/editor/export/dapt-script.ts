import { usualMix } from '#media/mix/mix-settings.ts';
import type { DaptScript } from '#shared/dapt/write-dapt.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { type Narration, type Project, toCues } from '#shared/narration/project.ts';
import { computeAvailableSeconds } from '#shared/script/cues.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import type { ChosenVideo } from '../store/editor-state.ts';

/** As `ExportSource` has it. */
interface DaptSource {
  readonly project: Project;
  readonly narration: Narration | undefined;
  readonly language: LanguageName;
  readonly voice: VoicePlan | undefined;
  readonly video: ChosenVideo | undefined;
}

/** A description for DAPT: as it is spoken or, before that, at the times of its lines and about as long as they will take. */
export function planDapt(source: DaptSource): Omit<DaptScript, 'hasSound' | 'marks'> {
  const { project, narration, voice, video } = source;
  const { lines = [], settings } = narration ?? {};
  const voices = new Map(lines.map(line => [line.id, line.voice ?? settings?.voice]));
  const spoken = voice?.track.kind === 'lines' ? voice.track.lines : planUnspoken(source);
  return {
    cues: spoken.map(({ id, text, startSeconds, endSeconds }) => ({
      text,
      startSeconds,
      endSeconds,
      voice: voices.get(id),
    })),
    pauses: voice?.pauses ?? [],
    language: getLanguage(source.language),
    videoName: video?.file.name ?? project.video?.name,
    duckDb: (settings?.mix ?? usualMix).duckDb,
  };
}

function planUnspoken({ narration, language, video, project }: DaptSource) {
  const cues = toCues(narration?.lines ?? []);
  const videoMs = project.video?.durationMs;
  const durationSeconds =
    video?.facts.durationSeconds ?? (videoMs && videoMs / 1000) ?? Number.POSITIVE_INFINITY;
  const available = computeAvailableSeconds(cues, durationSeconds);
  return cues
    .map((cue, index) => {
      const seconds = Math.min(computeUsualSeconds(cue.text, getLanguage(language)), available[index] ?? 0);
      return { ...cue, endSeconds: cue.startSeconds + seconds };
    })
    .filter(({ text }) => text.trim() !== '');
}
