import type { VoicePlan } from '../derive/plan-voice.ts';
import type { EditorsJob, SoundJob } from './export-job.ts';
import type { ExportOrder } from './exporter.ts';

/** About what an mp3 and a WAV take, in bytes a second. */
const mp3BytesPerSecond = 12_000;
const wavBytesPerSecond = 48_000;

/** A file that the worker makes and the browser downloads. */
export function orderFile(job: SoundJob | EditorsJob, name: string, mimeType: string): ExportOrder {
  const bytes = estimateSoundBytes(job.kind, job.voice);
  return { job, wanted: { name, mimeType, bytes, asksPlace: false } };
}

/** About how large a sound becomes, in bytes. */
export function estimateSoundBytes(
  kind: 'mp3' | 'wav' | 'editors',
  { track, cues, soundSeconds = 0 }: VoicePlan,
): number {
  if (kind === 'editors')
    return cues.reduce((sum, cue) => sum + cue.endSeconds - cue.startSeconds, 0) * wavBytesPerSecond;
  if (kind === 'wav') return soundSeconds * wavBytesPerSecond;
  const isMade = track.kind === 'recording' && track.speed === 1;
  return isMade ? track.mp3.size : soundSeconds * mp3BytesPerSecond;
}
