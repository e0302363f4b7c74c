import { usualMix } from '#media/mix/mix-settings.ts';
import type { DaptScript } from '#shared/dapt/write-dapt.ts';
import { getLanguage } from '#shared/languages.ts';
import { listVoicedLines, toCues } from '#shared/narration/project.ts';
import { computeAvailableSeconds } from '#shared/script/cues.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { getVoiceName } from '#shared/voices.ts';
import { type ExportSource, getVideoName } from './export-source.ts';

/** A description for DAPT: as it is spoken or, before that, at the times of its lines and about as long as they will take. */
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

export function planUnspoken({ narration, language, video, project }: ExportSource) {
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
