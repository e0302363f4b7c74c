import { pathToFileURL } from 'node:url';
import { type Page, expect as plainExpect, test } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { publishedMessages as messages } from '#shared/messages/published-page.ts';
import { publishTalk, serveFolder } from '../support/publish-talk.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';

test.setTimeout(60_000);
const expect = plainExpect.configure({ timeout: 20_000 });

let folder: TemporaryFolder;
let server: Awaited<ReturnType<typeof serveFolder>>;
test.beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await publishTalk(folder);
  server = await serveFolder(folder.path);
});
test.afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Notes what the page asks for, and its errors. */
async function openPage(page: Page, address: string) {
  const asked: string[] = [];
  const errors: string[] = [];
  page.on('request', request => asked.push(request.url()));
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', error => errors.push(error.message));
  // The voice is no element of the page.
  await page.addInitScript(() => {
    const Plain = window.Audio;
    window.Audio = class extends Plain {
      constructor() {
        super();
        Reflect.set(window, 'voice', this);
      }
    };
  });
  await page.goto(address);
  await page.evaluate(() => {
    const video = document.querySelector('video');
    const moments: [string, number][] = [];
    for (const event of ['play', 'pause'])
      video?.addEventListener(event, () => moments.push([event, video.currentTime]));
    video?.addEventListener('volumechange', () => {
      const isHeard = !Reflect.get(window, 'voice').paused && !video.paused;
      if (isHeard && video.volume < 0.3) moments.push(['quiet', video.currentTime]);
    });
    Reflect.set(window, 'moments', moments);
  });
  const listMoments = (): Promise<[string, number][]> => page.evaluate(() => Reflect.get(window, 'moments'));
  const read = () =>
    page.evaluate(() => {
      const video = document.querySelector('video') as HTMLVideoElement;
      const voice: HTMLAudioElement = Reflect.get(window, 'voice');
      const tell = ({ paused, currentTime, volume }: HTMLMediaElement) => ({ paused, currentTime, volume });
      return { video: tell(video), voice: tell(voice) };
    });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    asked,
    errors,
    read,
    listMoments,
    play: button(t(messages.play)),
    pause: button(t(messages.pause)),
    voice: button(t(messages.description)),
    captions: button(t(messages.captions)),
    time: (time: string) => page.getByRole('listitem').getByRole('button', { name: time, exact: true }),
  };
}

const places = [
  ['a web server', () => server.address],
  ['a folder', () => `${pathToFileURL(folder.path)}/index.html`],
] as const;

for (const [place, getAddress] of places)
  test(`the page from ${place} lowers the video for a line with room, and pauses it for a long one`, async ({
    page,
  }) => {
    const { asked, errors, read, listMoments, play, pause } = await openPage(page, getAddress());
    await play.click();
    await expect(pause).toBeVisible();
    const listOf = async (kind: string) =>
      (await listMoments()).flatMap(([event, seconds]) => (event === kind ? [seconds] : []));
    await expect.poll(async () => (await listOf('play')).length).toBe(2);
    const [begin = 0, end = 0] = await listOf('play');
    const [wait = 0] = await listOf('pause');
    const [quiet = 0] = await listOf('quiet');
    expect(begin).toBeLessThan(0.5);
    // Under the first line, while both play.
    expect(quiet).toBeGreaterThan(0.5);
    expect(quiet).toBeLessThan(2.5);
    expect(wait).toBeGreaterThan(5);
    expect(wait).toBeLessThan(6);
    expect(end - wait).toBeLessThan(0.3);
    await expect.poll(async () => (await read()).video.volume).toBe(1);
    const { voice } = await read();
    expect(voice.paused).toBe(true);
    // The second clip of the sound, to its end.
    expect(voice.currentTime).toBeGreaterThan(7.4);

    const base = getAddress().replace(/index\.html$/, '');
    expect(asked.filter(address => !address.startsWith(base) && !/^(?:blob|data):/.test(address))).toEqual(
      [],
    );
    expect(errors).toEqual([]);
    expect(await page.title()).toBe('A talk');
  });

test('it is walked by keyboard: play, description, captions, and times that seek', async ({ page }) => {
  const { read, play, pause, voice, captions, time } = await openPage(page, server.address);
  await expect(voice).toHaveAttribute('aria-pressed', 'true');
  await play.focus();
  await page.keyboard.press('Tab');
  await expect(voice).toBeFocused();
  await page.keyboard.press('Space');
  await expect(voice).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Tab');
  await expect(captions).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(captions).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(time('0:00')).toBeFocused();
  await time('0:06').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read()).video.currentTime).toBe(6);
  const readCaption = () =>
    page.evaluate(() => {
      const cue = document.querySelector('video')?.textTracks[0]?.activeCues?.[0];
      return cue instanceof VTTCue ? cue.getCueAsHTML().textContent : undefined;
    });
  // A browser chooses its cues some time after the jump.
  await expect.poll(readCaption).toBe('This is <b>not</b> bold & not a tag.');

  await page.reload();
  await expect(voice).toHaveAttribute('aria-pressed', 'false');
  await voice.press('Enter');
  await expect(voice).toHaveAttribute('aria-pressed', 'true');
  await time('0:05').press('Enter');
  await play.press('Space');
  await expect.poll(async () => (await read()).video.paused && !(await read()).voice.paused).toBe(true);
  await pause.press('Space');
  await expect.poll(async () => (await read()).voice.paused).toBe(true);
  await play.press('Space');
  await expect.poll(async () => (await read()).voice.paused).toBe(false);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await read()).video.paused).toBe(false);
});

test('it has no axe violation, fits 360 px, moves nothing, and is read without a script', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const { voice, captions } = await openPage(page, server.address);
  await expectNoViolation(page);
  await expectNoOverhang(page);
  for (const each of await page.getByRole('button').all())
    expect(Math.min(...Object.values((await each.boundingBox()) ?? {}).slice(2))).toBeGreaterThanOrEqual(24);
  await captions.click();
  await voice.click();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.emulateMedia({ forcedColors: 'active' });
  await voice.click();
  await expect(voice).toHaveCSS('border-top-width', '3px');
  await page.goto(`${server.address}report.html`);
  await expectNoViolation(page);
  await expectNoOverhang(page);
  await page.getByRole('link', { name: /red coat/ }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime)).toBe(5);
  await context.close();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const silent = await plain.newPage();
  await silent.goto(server.address);
  await expect(silent.getByRole('listitem').filter({ hasText: 'red coat' })).toBeVisible();
  await expect(silent.getByRole('button')).toHaveCount(0);
  await expect(silent.getByRole('link', { name: '0:05', exact: true })).toHaveAttribute(
    'href',
    'video.mp4#t=5',
  );
  await plain.close();
});
