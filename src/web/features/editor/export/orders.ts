import { usualMix } from '#media/mix/mix-settings.ts';
import { createMarks, toReceipts } from '#shared/marks/create-marks.ts';
import type { Provenance } from '#shared/marks/provenance.ts';
import type { Narration } from '#shared/narration/project.ts';
import type { HeardMusic, VoicePlan } from '../model/plan-voice.ts';
import { type FileJob, getRecording, type Signing } from './export-job.ts';
import type { ExportOrder } from './exporter.ts';

/** What an mp3 and a WAV of a voice take, in bytes a second: 22.05 kHz and 64 kbit/s, or more, as its sounds have. */
export function findRates(voice: VoicePlan | undefined) {
  const parts = voice?.track.kind === 'lines' ? voice.track.lines : [];
  const bytes = parts.reduce((sum, { mp3 }) => sum + mp3.size, 0);
  const seconds = parts.reduce((sum, each) => sum + each.seconds, 0);
  return bytes < 10_000 * seconds ? { mp3: 8000, wav: 44_100 } : { mp3: 12_000, wav: 48_000 };
}

/** Two channels of 48 kHz, and 192 kbit/s. */
const mixBytesPerSecond = { mp3: 24_000, wav: 192_000 };

/** A file that the worker makes. The browser downloads it, except where it has a video in it. */
export function orderFile(job: FileJob, name: string, mimeType: string): ExportOrder {
  const bytes = estimateJobBytes(job);
  return { job, wanted: { name, mimeType, bytes, asksPlace: job.kind === 'publish' } };
}

/** About how large a file becomes, in bytes. */
export function estimateJobBytes(job: FileJob): number {
  const { cues, durationSeconds, soundSeconds = 0 } = job.voice;
  const linesSeconds = cues.reduce((sum, cue) => sum + cue.endSeconds - cue.startSeconds, 0);
  const rates = findRates(job.voice);
  // A second of silence lies between lines.
  if (job.kind === 'publish') return job.video.size + (linesSeconds + cues.length) * rates.mp3;
  if (job.kind === 'editors' || job.kind === 'dapt') return linesSeconds * rates.wav;
  if (job.mixedWith ?? job.music)
    return (job.mixedWith ? durationSeconds : soundSeconds) * mixBytesPerSecond[job.kind];
  const recording = job.kind === 'mp3' ? getRecording(job.voice, job.music) : undefined;
  return recording?.size ?? soundSeconds * rates[job.kind];
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
