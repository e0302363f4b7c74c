import { closeHiddenVideo, draw, goTo, openHiddenVideo } from './seek-picture.ts';

/** Where a video is read for a picture that is not black: seconds, then shares of its length. */
const firstSeconds = [0, 0.5];
const laterShares = [0.1, 0.25, 0.5];
/** Mean luma, 0 to 255, under which a picture counts as black: fades begin there. */
const darkLuma = 24;
const probeWidth = 32;
const posterWidth = 960;

/**
 * A picture of a video that is not black, as a JPEG, the first of a few places that has one; the brightest of them where all
 * are dark. Looked for in an element of its own, so that the one in the page stays where it is.
 * @param url of the video
 * @param maxWidth in pixels
 * @returns undefined where this browser shows no picture of it
 */
export async function findPoster(
  url: string,
  signal: AbortSignal,
  maxWidth = posterWidth,
): Promise<Blob | undefined> {
  let video: HTMLVideoElement | undefined;
  try {
    video = await openHiddenVideo(url, signal);
    let brightest: { luma: number; seconds: number } | undefined;
    for (const seconds of listPlaces(video.duration)) {
      await goTo(video, seconds, signal);
      const luma = measureLuma(video);
      if (!brightest || luma > brightest.luma) brightest = { luma, seconds };
      if (luma >= darkLuma) break;
    }
    if (!brightest) return undefined;
    await goTo(video, brightest.seconds, signal);
    return await takePicture(video, maxWidth);
  } catch {
    return undefined;
  } finally {
    if (video) closeHiddenVideo(video);
  }
}

/** The places that are looked at, in order, in seconds. */
export function listPlaces(durationSeconds: number): number[] {
  const shares = Number.isFinite(durationSeconds) ? laterShares.map(share => share * durationSeconds) : [];
  const places = [...firstSeconds.filter(seconds => !(seconds >= durationSeconds)), ...shares];
  return [...new Set(places)];
}

/** The mean luma of pixels (Rec. 709), 0 to 255. */
export function computeMeanLuma(rgba: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < rgba.length; at += 4)
    sum += 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
  return rgba.length === 0 ? 0 : (4 * sum) / rgba.length;
}

function measureLuma(video: HTMLVideoElement): number {
  const { context, canvas } = draw(video, probeWidth);
  return computeMeanLuma(context.getImageData(0, 0, canvas.width, canvas.height).data);
}

function takePicture(video: HTMLVideoElement, maxWidth: number): Promise<Blob | undefined> {
  const { canvas } = draw(video, Math.min(maxWidth, video.videoWidth));
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', 0.85));
}
