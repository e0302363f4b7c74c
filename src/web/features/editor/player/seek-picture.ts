/** The longest that a picture is waited for once the video is at its place. */
const pictureMs = 500;
const patienceMs = 5000;

/**
 * A video of its own, from which pictures are taken, so that the one in the page stays where it is.
 * @param url of the video
 * @throws {Error} where this browser cannot show it
 */
export async function openHiddenVideo(url: string, signal: AbortSignal): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    const isReady = waitFor(video, 'loadeddata', signal);
    video.src = url;
    await isReady;
    return video;
  } catch (error) {
    closeHiddenVideo(video);
    throw error;
  }
}

export function closeHiddenVideo(video: HTMLVideoElement): void {
  video.removeAttribute('src');
  video.load();
}

/** Brings a video to a place, and waits until it shows the picture there. */
export async function goTo(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  if (Math.abs(video.currentTime - seconds) < 0.001) return;
  const isThere = waitFor(video, 'seeked', signal);
  const isShown = waitForPicture(video, seconds);
  video.currentTime = seconds;
  await isThere;
  // A browser sends no event for a picture that it shows already.
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

/** Draws what a video shows, so wide and in its own shape. */
export function draw(video: HTMLVideoElement, width: number) {
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
