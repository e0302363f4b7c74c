import type { VoiceJob } from './export-job.ts';
import type { ExportOrder } from './exporter.ts';

/** About what an mp3 and a WAV take, in bytes a second of a channel. */
const mp3BytesPerSecond = 12_000;
const wavBytesPerSecond = 48_000;
/** A mix has two channels, and a WAV of it twice the rate of a voice. */
const mixFactors = { mp3: 2, wav: 4 };

/** A file that the worker makes and the browser downloads. */
export function orderFile(job: VoiceJob, name: string, mimeType: string): ExportOrder {
  return { job, wanted: { name, mimeType, bytes: estimateJobBytes(job), asksPlace: false } };
}

/** About how large a file becomes, in bytes. */
export function estimateJobBytes(job: VoiceJob): number {
  const { kind, voice } = job;
  const { track, cues, durationSeconds, soundSeconds = 0 } = voice;
  if (kind === 'editors' || kind === 'dapt')
    return cues.reduce((sum, cue) => sum + cue.endSeconds - cue.startSeconds, 0) * wavBytesPerSecond;
  const perSecond = kind === 'wav' ? wavBytesPerSecond : mp3BytesPerSecond;
  if (job.mixed) return durationSeconds * perSecond * mixFactors[kind];
  const isMade = kind === 'mp3' && track.kind === 'recording' && track.speed === 1;
  return isMade ? track.mp3.size : soundSeconds * perSecond;
}
