import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { makeClip } from '../support/make-clip.ts';
import { expect } from './fixtures.ts';
import { chooseVoice, findStudio, type Studio } from './studio-page.ts';

export function findPreview(page: Page) {
  const preview = page.getByRole('group', { name: t(playerMessages.player) });
  return {
    preview,
    play: preview.getByRole('button', { name: /^(Play|Pause) / }),
    line: preview.getByRole('slider', { name: t(playerMessages.position) }),
    /** Opens the slider of the original sound. */
    volume: preview.getByRole('button', { name: t(playerMessages.originalSound) }),
    original: preview.getByRole('slider', { name: t(playerMessages.originalSound) }),
    fullScreen: preview.getByRole('button', { name: t(playerMessages.fullScreen) }),
    speed: page.getByRole('slider', { name: t(playerMessages.speed) }),
  };
}

/** Positions in seconds. */
export interface Places {
  readonly video: number;
  /** Of the preview; -1 without its slider. */
  readonly preview: number;
  readonly isPlaying: boolean;
}

export function readPlaces(page: Page): Promise<Places> {
  return page.evaluate(readPlacesHere, t(playerMessages.position));
}

function readPlacesHere(position: string): Places {
  const video = document.querySelector('video');
  const line = document.querySelector<HTMLInputElement>(`input[aria-label="${position}"]`);
  return {
    video: video?.currentTime ?? -1,
    preview: Number(line?.value ?? -1),
    isPlaying: video?.paused === false,
  };
}

/** A video of this length with a script that a stand-in speaks as a tone: 15 characters a second, at most 20 s. */
export async function makePreview(
  page: Page,
  { videoSeconds, soundSeconds }: { readonly videoSeconds: number; readonly soundSeconds: number },
): Promise<Studio> {
  const studio = findStudio(page);
  const clip = await makeClip({ seconds: videoSeconds, width: 160, height: 96, framesPerSecond: 10 });
  await studio.upload.setInputFiles({
    name: 'lake.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from(clip),
  });
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await speakFor(studio, soundSeconds);
  return studio;
}

export async function speakFor(studio: Studio, seconds: number): Promise<void> {
  await studio.script.fill('A calm sea. '.repeat(Math.ceil((15 * seconds) / 12)).slice(0, 15 * seconds - 5));
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
}
