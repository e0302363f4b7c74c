import { usualMix } from '#media/mix/mix-settings.ts';
import { createMarks, toReceipts } from '#shared/marks/create-marks.ts';
import type { Provenance } from '#shared/marks/provenance.ts';
import type { Narration } from '#shared/narration/project.ts';
import type { HeardMusic } from '../derive/music.ts';
import { type FileJob, getRecording, type Signing } from './export-job.ts';
import type { ExportOrder } from './exporter.ts';

/** About what an mp3 and a WAV take, in bytes a second of a channel. */
export const mp3BytesPerSecond = 12_000;
const wavBytesPerSecond = 48_000;
/** A mix has two channels, and a WAV of it twice the rate of a voice. */
const mixFactors = { mp3: 2, wav: 4 };

/** A file that the worker makes. The browser downloads it, except where it has a video in it. */
export function orderFile(job: FileJob, name: string, mimeType: string): ExportOrder {
  const bytes = estimateJobBytes(job);
  return { job, wanted: { name, mimeType, bytes, asksPlace: job.kind === 'publish' } };
}

/** About how large a file becomes, in bytes. */
export function estimateJobBytes(job: FileJob): number {
  const { cues, durationSeconds, soundSeconds = 0 } = job.voice;
  const linesSeconds = cues.reduce((sum, cue) => sum + cue.endSeconds - cue.startSeconds, 0);
  if (job.kind === 'publish') return job.video.size + linesSeconds * mp3BytesPerSecond;
  if (job.kind === 'editors' || job.kind === 'dapt') return linesSeconds * wavBytesPerSecond;
  const perSecond = job.kind === 'wav' ? wavBytesPerSecond : mp3BytesPerSecond;
  if (job.mixedWith ?? job.music)
    return (job.mixedWith ? durationSeconds : soundSeconds) * perSecond * mixFactors[job.kind];
  const recording = job.kind === 'mp3' ? getRecording(job.voice, job.music) : undefined;
  return recording?.size ?? soundSeconds * perSecond;
}

/** How a file is signed. @param of `storeBytes`: undefined on a server that signs nothing */
export function planSigning(
  of: { readonly provenance: Provenance | undefined; readonly storeBytes: number | undefined },
  kind: 'voice' | 'mixed',
): Signing | undefined {
  const { provenance, storeBytes } = of;
  return provenance && storeBytes ? { storeBytes, made: toReceipts(provenance, kind) } : undefined;
}

interface SoundSource {
  readonly narration: Narration | undefined;
  readonly provenance: Provenance | undefined;
  readonly music: HeardMusic | undefined;
  readonly storeBytes: number | undefined;
}

/** What is heard beside the voice in a sound, and how that is marked and signed. */
export function planSound({ narration, music, ...source }: SoundSource, kind: 'voice' | 'mixed' = 'voice') {
  const provenance = source.provenance && { ...source.provenance, hasMusic: music !== undefined };
  return {
    mix: narration?.settings.mix ?? usualMix,
    music,
    marks: provenance && createMarks(provenance, kind),
    signing: planSigning({ ...source, provenance }, kind),
  };
}
