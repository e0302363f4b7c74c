import type { VoicePlan } from '../derive/plan-voice.ts';
import { estimateSoundBytes } from './describe-file.ts';
import type { EditorsJob, SoundJob } from './export-job.ts';
import type { ExportOrder } from './exporter.ts';

const mimeTypes = { mp3: 'audio/mpeg', wav: 'audio/wav', editors: 'application/zip' } as const;

/** The narration alone, as a file. */
export function orderSound(kind: SoundJob['kind'], voice: VoicePlan, name: string): ExportOrder {
  return order({ kind, voice }, name);
}

/** The zip for video editors. @param video for its frame rate */
export function orderEditors(voice: VoicePlan, video: File | undefined, name: string): ExportOrder {
  return order({ kind: 'editors', voice, video }, name);
}

function order(job: SoundJob | EditorsJob, name: string): ExportOrder {
  const bytes = estimateSoundBytes(job.kind, job.voice);
  return { job, wanted: { name, mimeType: mimeTypes[job.kind], bytes, asksPlace: false } };
}
