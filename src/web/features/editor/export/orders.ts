import { toClaim } from '#shared/marks/create-marks.ts';
import type { Provenance } from '#shared/marks/provenance.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import type { EditorsJob, Signing, SoundJob } from './export-job.ts';
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

/** How a file is signed. @param of `storeBytes`: undefined on a server that signs nothing */
export function planSigning(
  of: { readonly provenance: Provenance | undefined; readonly storeBytes: number | undefined },
  kind: 'voice' | 'mixed',
): Signing | undefined {
  const { provenance, storeBytes } = of;
  return provenance && storeBytes ? { storeBytes, claim: toClaim(provenance, kind) } : undefined;
}
