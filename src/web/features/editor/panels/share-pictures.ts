import type { NewShare } from '#shared/api/review.ts';
import { maxSharePictureBytes, maxSharePictures } from '#shared/limits.ts';
import type { Line } from '#shared/narration/project.ts';
import { draw, goTo, withHiddenVideo } from '../player/video-picture.ts';

const pictureWidth = 160;
/** Tried until a picture is small enough; one of noise stays too large, and is left out. */
const qualities = [0.7, 0.4];

/**
 * Small pictures of the scenes where lines begin.
 * @param report says how many are taken
 * @throws {Error} where this browser cannot show the video
 */
export async function takeSharePictures(
  video: File,
  lines: readonly Line[],
  { signal, report }: { signal: AbortSignal; report: (done: number, count: number) => void },
): Promise<NewShare['pictures']> {
  const pictures: NewShare['pictures'] = [];
  const shown = lines.slice(0, maxSharePictures);
  return await withHiddenVideo(video, signal, async element => {
    for (const [index, { id, startMs }] of shown.entries()) {
      report(index, shown.length);
      await goTo(element, (startMs ?? 0) / 1000, signal);
      const picture = await encode(draw(element, pictureWidth).canvas);
      if (picture) pictures.push({ lineId: id, picture });
    }
    return pictures;
  });
}

async function encode(canvas: HTMLCanvasElement): Promise<string | undefined> {
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob && blob.size <= maxSharePictureBytes)
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  }
  return undefined;
}
