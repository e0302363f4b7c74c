import address from '@ricky0123/vad-web/dist/silero_vad_v6.onnx?url';
import { BlobSource } from 'mediabunny';
import { type OpenVideo, openKnownFormat, type VideoLimits } from '../container/open-video.ts';
import type { FileBytes } from '../container/video-file.ts';
import { registerSpeechModel } from '../speech/speech-model.ts';

registerSpeechModel(fetchSpeechModel);

export function openVideoBlob(blob: Blob, limits: VideoLimits): Promise<OpenVideo> {
  return openKnownFormat(readBlob(blob), new BlobSource(blob), limits);
}

/** Of a video that was taken already. */
export const anyLength: VideoLimits = { maxSeconds: Number.POSITIVE_INFINITY };

export async function withVideo<Result>(
  blob: Blob,
  limits: VideoLimits,
  work: (video: OpenVideo) => Promise<Result>,
): Promise<Result> {
  const video = await openVideoBlob(blob, limits);
  try {
    return await work(video);
  } finally {
    video.close();
  }
}

export function readBlob(blob: Blob): FileBytes {
  const read = async (start: number, end: number) =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer());
  return { size: blob.size, read };
}

/** Fetches the speech detection model from the page's server. @throws TypeError on failure */
async function fetchSpeechModel(): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`The voice detector could not be fetched (${answer.status}).`);
  return new Uint8Array(await answer.arrayBuffer());
}
