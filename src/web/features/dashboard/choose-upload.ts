import { copyPictures, type PictureLimits } from '../studio/read-pictures.ts';

/** From this size on it is worth looking at what of a video is needed. */
const largeVideoBytes = 20_000_000;

export interface Upload {
  readonly what: 'video' | 'pictures';
  readonly content: Blob;
  readonly name: string;
  /** When the pictures of a copy are to be seen, where it was made for a narration that follows the video. */
  readonly seconds?: readonly number[] | undefined;
}

/**
 * What is sent of a video: the file itself, or of a large one a copy of the few coded pictures that the server looks
 * at, where that is smaller. The server takes the same frames from both.
 * @param onCopy called before a copy is made
 */
export async function chooseUpload(
  file: File,
  limits: PictureLimits,
  signal: AbortSignal,
  onCopy: () => void,
): Promise<Upload> {
  const whole: Upload = { what: 'video', content: file, name: file.name };
  if (file.size < largeVideoBytes) return whole;
  onCopy();
  const copy = await copyPictures(file, limits, signal).catch(() => {
    signal.throwIfAborted();
    // The server may be able to read what this code cannot, and says why when it cannot either.
    return undefined;
  });
  if (!copy || copy.bytes.length >= file.size) return whole;
  const content = new Blob([copy.bytes], { type: 'video/x-matroska' });
  return { what: 'pictures', content, name: 'pictures.mkv', seconds: copy.seconds };
}
