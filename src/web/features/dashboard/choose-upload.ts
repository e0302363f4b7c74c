import { copyPictures } from '../studio/read-pictures.ts';

/** From this size on it is worth looking at what of a video is needed. */
const largeVideoBytes = 20_000_000;

export interface Upload {
  readonly what: 'video' | 'pictures';
  readonly content: Blob;
  readonly name: string;
}

/**
 * What is sent of a video: the file itself, or of a large one a copy of the few coded pictures that the server looks
 * at, where that is smaller. The server takes the same frames from both.
 * @param onCopy called before a copy is made
 */
export async function chooseUpload(
  file: File,
  maxSeconds: number,
  signal: AbortSignal,
  onCopy: () => void,
): Promise<Upload> {
  const whole: Upload = { what: 'video', content: file, name: file.name };
  if (file.size < largeVideoBytes) return whole;
  onCopy();
  const copy = await copyPictures(file, maxSeconds, signal).catch(() => {
    signal.throwIfAborted();
    // The server may be able to read what this code cannot, and says why when it cannot either.
    return undefined;
  });
  if (!copy || copy.length >= file.size) return whole;
  const content = new Blob([copy], { type: 'video/x-matroska' });
  return { what: 'pictures', content, name: 'pictures.mkv' };
}
