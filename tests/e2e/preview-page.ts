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
    original: preview.getByRole('slider', { name: t(playerMessages.originalSound) }),
    fullScreen: preview.getByRole('button', { name: t(playerMessages.fullScreen) }),
    speed: page.getByRole('slider', { name: t(playerMessages.speed) }),
  };
}

/** Positions in seconds and the speed of both. */
export interface Places {
  readonly video: number;
  readonly sound: number;
  readonly speed: number;
  readonly isPlaying: boolean;
}

export function readPlaces(page: Page): Promise<Places> {
  return page.evaluate(readPlacesHere, {
    narration: t(playerMessages.narration),
    speedLabel: t(playerMessages.speed),
  });
}

function readPlacesHere({ narration, speedLabel }: { narration: string; speedLabel: string }): Places {
  const video = document.querySelector('video');
  const sound = document.querySelector<HTMLAudioElement>(`audio[aria-label="${narration}"]`);
  const label = [...document.querySelectorAll('label')].find(each => each.textContent === speedLabel);
  const speed = label?.control as HTMLInputElement | null | undefined;
  return {
    video: video?.currentTime ?? -1,
    sound: sound?.currentTime ?? -1,
    speed: Number(speed?.value),
    isPlaying: video?.paused === false && sound?.paused === false,
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
