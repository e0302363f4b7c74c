import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/**
 * Plays a file from a second to its end at eight times the speed; throws where the browser cannot.
 * @param fromSeconds from the end when below 0
 * @returns its length in seconds
 */
export async function playVideo(page: Page, path: string, fromSeconds: number): Promise<number> {
  const player = await page.context().newPage();
  const base64 = (await readFile(path)).toString('base64');
  const seconds = await player.evaluate(
    async ({ base64, fromSeconds }) => {
      const element = document.createElement('video');
      const bytes = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));
      element.src = URL.createObjectURL(new Blob([bytes]));
      element.muted = true;
      element.playbackRate = 8;
      await element.play();
      element.currentTime = fromSeconds < 0 ? element.duration + fromSeconds : fromSeconds;
      await new Promise((resolve, reject) => {
        element.onended = resolve;
        element.onerror = () => reject(new Error(element.error?.message));
      });
      return element.duration;
    },
    { base64, fromSeconds },
  );
  await player.close();
  return seconds;
}
