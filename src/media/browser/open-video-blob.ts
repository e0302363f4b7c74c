import { BlobSource } from 'mediabunny';
import { type OpenVideo, openVideo, type VideoLimits } from '../open-video.ts';
import { requireHonestIndex } from '../require-honest-index.ts';
import { registerSpeechModel } from '../speech-model.ts';
import { fetchSpeechModel } from './fetch-speech-model.ts';

registerSpeechModel(fetchSpeechModel);

/**
 * Opens a video that somebody chose in the browser.
 *
 * @throws CodedError as {@link openVideo} does.
 */
export async function openVideoBlob(blob: Blob, limits: VideoLimits): Promise<OpenVideo> {
  const read = async (start: number, end: number) =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer());
  await requireHonestIndex({ size: blob.size, read });
  return openVideo(new BlobSource(blob), limits);
}
