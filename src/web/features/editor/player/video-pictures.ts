import { closeHiddenVideo, draw, goTo, openHiddenVideo } from './seek-picture.ts';

const pictureWidth = 200;

export interface VideoPictures {
  /** Has a picture taken, once; those that were asked for last come first, for they are in sight. */
  want(seconds: number): void;
  close(): void;
}

/**
 * Opens a video for small pictures of it. Where this browser cannot show it none come.
 * @param tell takes the address of each picture that was taken
 */
export function openPictures(video: File, report: (seconds: number, url: string) => void): VideoPictures {
  const control = new AbortController();
  const { signal } = control;
  const asked = new Set<number>();
  const waiting: number[] = [];
  const urls: string[] = [];
  let isRunning = false;
  const videoUrl = URL.createObjectURL(video);

  async function takeAll() {
    isRunning = true;
    let element: HTMLVideoElement | undefined;
    try {
      element = await openHiddenVideo(videoUrl, signal);
      for (let seconds = waiting.pop(); seconds !== undefined && !signal.aborted; seconds = waiting.pop()) {
        const url = await takePicture(element, seconds, signal);
        if (signal.aborted) break;
        urls.push(url);
        report(seconds, url);
      }
    } catch {
      // No picture is no fault: the line has its time and its words.
      waiting.length = 0;
    } finally {
      isRunning = false;
      // An open video takes a hundred megabytes and more.
      if (element) closeHiddenVideo(element);
    }
  }

  return {
    want(seconds) {
      if (asked.has(seconds)) return;
      asked.add(seconds);
      waiting.push(seconds);
      if (!isRunning) void takeAll();
    },
    close() {
      control.abort();
      for (const url of [videoUrl, ...urls]) URL.revokeObjectURL(url);
    },
  };
}

async function takePicture(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<string> {
  // At the very end there is no picture any more.
  await goTo(video, Math.min(seconds, Math.max(0, video.duration - 0.05)), signal);
  const { canvas } = draw(video, Math.min(pictureWidth, video.videoWidth));
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.8));
  if (!blob) throw new Error('The picture could not be encoded.');
  return URL.createObjectURL(blob);
}
