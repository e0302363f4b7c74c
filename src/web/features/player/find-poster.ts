/** Where a film is looked at for a picture that is not black: seconds, then shares of its length. */
const firstSeconds = [0, 0.5];
const laterShares = [0.1, 0.25, 0.5];
/** Mean luma, 0 to 255, under which a picture counts as black: fades begin there. */
const darkLuma = 24;
const probeWidth = 32;
const posterWidth = 960;
const patienceMs = 5000;
/** The longest that a picture is waited for once the video is at its place. */
const pictureMs = 500;

/**
 * A picture of a video that is not black, as a JPEG, the first of a few places that has one; the brightest of them where all
 * are dark. Looked for in an element of its own, so that the one in the page stays where it is.
 * @param url of the video
 * @returns undefined where this browser shows no picture of it
 */
export async function findPoster(url: string, signal: AbortSignal): Promise<Blob | undefined> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    const isReady = waitFor(video, 'loadeddata', signal);
    video.src = url;
    await isReady;
    let brightest: { luma: number; seconds: number } | undefined;
    for (const seconds of listPlaces(video.duration)) {
      await goTo(video, seconds, signal);
      const luma = measureLuma(video);
      if (!brightest || luma > brightest.luma) brightest = { luma, seconds };
      if (luma >= darkLuma) break;
    }
    if (!brightest) return undefined;
    await goTo(video, brightest.seconds, signal);
    return await takePicture(video);
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
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

async function goTo(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  if (Math.abs(video.currentTime - seconds) < 0.001) return;
  const isThere = waitFor(video, 'seeked', signal);
  const isShown = waitForPicture(video, seconds);
  video.currentTime = seconds;
  await isThere;
  // Of a picture that it shows already a browser tells nothing.
  await Promise.race([isShown, new Promise(resolve => setTimeout(resolve, pictureMs))]);
}

/** A busy browser has come to a place before it shows the picture there. */
function waitForPicture(video: HTMLVideoElement, seconds: number): Promise<void> {
  const from = video.currentTime;
  return new Promise(resolve => {
    const waitForNext = () =>
      video.requestVideoFrameCallback?.((_, { mediaTime }) => {
        const isStillBefore = Math.abs(mediaTime - from) < Math.abs(mediaTime - seconds);
        if (isStillBefore) waitForNext();
        else resolve();
      });
    waitForNext();
  });
}

function measureLuma(video: HTMLVideoElement): number {
  const { context, canvas } = draw(video, probeWidth);
  return computeMeanLuma(context.getImageData(0, 0, canvas.width, canvas.height).data);
}

function takePicture(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { canvas } = draw(video, Math.min(posterWidth, video.videoWidth));
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', 0.85));
}

function draw(video: HTMLVideoElement, width: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * video.videoHeight) / video.videoWidth));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context || video.videoWidth === 0) throw new Error('There is no picture to draw.');
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

function waitFor(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const fail = () => reject(new Error(`The video did not come to "${event}".`));
    limit.addEventListener('abort', fail, { once: true });
    video.addEventListener('error', fail, { once: true });
    video.addEventListener(event, () => resolve(), { once: true });
    if (limit.aborted) fail();
  });
}
