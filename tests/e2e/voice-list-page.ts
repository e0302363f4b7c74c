import { expect, type Locator, type Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { voiceSamplesMessages } from '#shared/messages/voice-samples.ts';
import { voicesMessages } from '#shared/messages/voices.ts';

export function findVoiceList(page: Page) {
  const popup = page.getByRole('dialog', { name: t(voiceListMessages.title) });
  const grid = popup.getByRole('grid', { name: t(voiceListMessages.grid) });
  return {
    field: page.getByRole('combobox', { name: t(voicesMessages.voice), exact: true }),
    popup,
    search: popup.getByRole('combobox', { name: t(voiceListMessages.search) }),
    count: popup.getByRole('status'),
    showAll: popup.getByRole('button', { name: t(voiceListMessages.showAll) }),
    close: popup.getByRole('button', { name: 'Close' }),
    filter: (kind: string) => popup.getByRole('button', { name: kind, exact: true }),
    tag: (tag: string) => popup.getByRole('button', { name: new RegExp(`^${tag} \\d+$`) }),
    grid,
    rows: grid.getByRole('row'),
    names: grid.getByRole('row').locator('[role="gridcell"]:first-child > :first-child'),
    voice: (name: string) => grid.getByRole('row').filter({ hasText: new RegExp(`^${name}`) }),
    play: (name: string) => grid.getByRole('button', { name: t(voiceSamplesMessages.play, { voice: name }) }),
    pause: (name: string) =>
      grid.getByRole('button', { name: t(voiceSamplesMessages.pause, { voice: name }) }),
    sound: popup.locator('audio'),
  };
}

export type VoiceList = ReturnType<typeof findVoiceList>;

/** In the open list, of which only the rows in sight are there: a long one is searched. */
export async function pickVoice(page: Page, name: string): Promise<void> {
  const { grid, search, voice } = findVoiceList(page);
  await grid.waitFor();
  if (await search.isVisible()) await search.fill(name);
  await voice(name).first().click();
}

/** The text of the focused cell, or of the cell that the search field names as active; of a button its name. */
export function readActiveCell(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    const cell = id ? document.getElementById(id) : document.activeElement;
    return cell?.getAttribute('aria-label') ?? cell?.firstChild?.textContent ?? '';
  });
}

export async function expectActiveCell(page: Page, text: string): Promise<void> {
  await expect.poll(() => readActiveCell(page)).toBe(text);
}

type Sound = Pick<VoiceList, 'sound'>;

/** Waits until the requested sound plays, by its clock. */
export async function expectPlaying({ sound }: Sound): Promise<void> {
  await expect
    .poll(() =>
      sound.evaluate((audio: HTMLAudioElement) => (audio.paused && !audio.ended ? 0 : audio.currentTime)),
    )
    .toBeGreaterThan(0.02);
}

/** Slows playback so that a slow machine can observe three seconds. */
export async function speakSlowly({ sound }: Sound): Promise<void> {
  await sound.evaluate((audio: HTMLAudioElement) => {
    audio.defaultPlaybackRate = 0.1;
  });
}

export async function openListAndPlay(page: Page, name: string): Promise<VoiceList> {
  const list = findVoiceList(page);
  await list.field.click();
  await speakSlowly(list);
  await list.play(name).click();
  await expectPlaying(list);
  return list;
}

/** Addresses of the samples requested from now on. */
export function recordSampleRequests(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', request => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/sample.mp3')) addresses.push(decodeURIComponent(pathname + search));
  });
  return addresses;
}

/** The computed colours of an element. */
export function readPaint(element: Locator): Promise<{ ground: string; writing: string }> {
  return element.evaluate(painted => {
    const { backgroundColor, color } = getComputedStyle(painted);
    return { ground: backgroundColor, writing: color };
  });
}
