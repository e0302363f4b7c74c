import { BlobSource } from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import { explainOlderFormat, findOlderFormat, olderFormatBytes } from '../older-format.ts';
import { type OpenVideo, openVideo, type VideoLimits } from '../open-video.ts';
import { type FileBytes, requireHonestIndex } from '../require-honest-index.ts';
import { registerSpeechModel } from '../speech-model.ts';
import { fetchSpeechModel } from './fetch-speech-model.ts';

registerSpeechModel(fetchSpeechModel);

/**
 * Opens a video that somebody chose in the browser.
 *
 * @throws CodedError as {@link openVideo} does; `invalid_video` with the way that is left for a file that no browser opens.
 */
export async function openVideoBlob(blob: Blob, limits: VideoLimits): Promise<OpenVideo> {
  const file = readBlob(blob);
  try {
    await requireHonestIndex(file);
    return await openVideo(new BlobSource(blob), limits);
  } catch (error) {
    if (!(error instanceof CodedError && error.code === 'invalid_video')) throw error;
    const format = findOlderFormat(await file.read(0, olderFormatBytes));
    throw format
      ? new CodedError('invalid_video', { message: explainOlderFormat(format), cause: error })
      : error;
  }
}

export function readBlob(blob: Blob): FileBytes {
  const read = async (start: number, end: number) =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer());
  return { size: blob.size, read };
}
