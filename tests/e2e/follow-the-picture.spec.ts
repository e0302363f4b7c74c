import type { Page } from '@playwright/test';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeFilm } from '../support/make-film.ts';
import { sizeOf } from '../support/measure-frame.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { findRealVideo } from '../support/real-videos.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { type Upload, writeNarration } from './narrate.ts';
import { signUp } from './people.ts';
import { recordSentBodies } from './sent-forms.ts';
import { chooseVoice, findStudio, openFields, reloadOnceKept } from './studio-page.ts';

const findSwitch = (page: Page) => page.getByRole('radio', { name: t(studioMessages.timed) });

const findTime = (page: Page) =>
  page.getByRole('textbox', { name: t(lineEditorMessages.startTime, { number: 1 }), exact: true });

/** Fills in video, prompt and voice, and waits for timed lines. */
async function writeLines(page: Page, video: Upload): Promise<void> {
  const studio = findStudio(page);
  await studio.upload.setInputFiles(video);
  await studio.prompt.fill('Tell it calmly.');
  await chooseVoice(studio, 'nova');
  await studio.generateNarration.click();
  // Each picture is analysed in full, on a busy machine.
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await expect(findTime(page)).toBeVisible();
}

/** 90 s with a new picture every five seconds. */
async function makeLongFile(): Promise<Upload> {
  const color = (seconds: number) => {
    const scene = Math.floor(seconds / 5);
    return [(scene * 67) % 256, (scene * 131) % 256, (scene * 29) % 256] as const;
  };
  const clip = await makeClip({ seconds: 90, framesPerSecond: 2, keyIntervalSeconds: 5, color });
  return { name: 'scenes.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) };
}

test('with the switch on, each scene is a line with its time, and a reload keeps the switch', async ({
  page,
}) => {
  await page.goto('/');
  await expect(findSwitch(page)).not.toBeChecked();
  await expect(findSwitch(page)).toHaveAccessibleDescription(t(studioMessages.timedHint));
  await findSwitch(page).press('Space');
  await expect(findSwitch(page)).toBeChecked();
  await writeLines(page, findRealVideo('life.mkv') as Upload);
  await expect(findTime(page)).toHaveValue('0:00');
  const line = page.getByRole('textbox', { name: 'Line 1', exact: true });
  const text = 'Lights move in the dark.';
  await line.fill(text);

  await reloadOnceKept(page);
  await expect(line).toHaveValue(text);
  await expect(findTime(page)).toHaveValue('0:00');
  await openFields(findStudio(page));
  await expect(findSwitch(page)).toBeChecked();
});

test('a longer video sends more frames, and still only frames leave the browser', {
  tag: '@long',
}, async ({ page }) => {
  const readSentBodies = await recordSentBodies(page);
  await page.goto('/');
  await page.getByText(t(studioMessages.timed), { exact: true }).click();
  await writeLines(page, await makeLongFile());
  const bodies = await readSentBodies();
  const files = bodies.flatMap(({ fields }) => fields.filter(field => field.type !== 'text'));
  expect(files.length).toBeGreaterThan(10);
  expect(files.length).toBeLessThanOrEqual(15);
  for (const file of files) expect(file).toMatchObject({ name: 'frames', type: 'image/jpeg' });
});

test('with an AI connected, a movement is sent as three small pictures, and a card as one to read', async ({
  page,
  startOwnServer,
}) => {
  const provider = await startOpenAiStandIn();
  try {
    const server = await startOwnServer({
      OPENAI_BASE_URL: provider.baseUrl,
      OPENAI_API_KEY: 'sk-of-a-test',
    });
    const film = await makeFilm(
      (['moving', 'card', 'still', 'moving'] as const).map(kind => ({ kind, seconds: 6 })),
      { width: 960, height: 540, framesPerSecond: 5 },
    );
    await page.goto(server.url);
    await findSwitch(page).check();
    const video = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from(film) };
    await writeNarration(findStudio(page), video, 'English');
    const looked = provider.requests.filter(({ call }) => call === 'vision');
    const parts: { image_url?: { url: string; detail?: string } }[] = looked.flatMap(
      ({ body }) => body.messages[1].content,
    );
    const pictures = parts.flatMap(({ image_url }) => image_url ?? []);
    const measure = async (detail: string) => {
      const ofDetail = pictures.filter(picture => picture.detail === detail);
      const sizes = ofDetail.map(({ url }) => sizeOf(Buffer.from(url.split(',')[1] ?? '', 'base64')));
      return (await Promise.all(sizes)).map(({ width }) => width);
    };
    const [low, high] = [await measure('low'), await measure('high')];
    expect(low.length).toBeGreaterThanOrEqual(3);
    expect(low.length % 3).toBe(0);
    // The page makes them 768 pixels wide; a provider may get them smaller.
    for (const width of low) expect(width).toBeLessThanOrEqual(768);
    // OpenAI knows no detail between the two.
    expect(new Set(high)).toEqual(new Set([768, 960]));
    expect(pictures.length).toBeLessThanOrEqual(60);
  } finally {
    await provider.close();
  }
});

test('the dashboard writes, speaks and shows timed lines, too', {
  tag: '@long',
}, async ({ page }) => {
  await signUp(page);
  const readSentBodies = await recordSentBodies(page);
  await page.goto('/dashboard');
  await findSwitch(page).check();
  await writeLines(page, findRealVideo('life.mkv') as Upload);
  await findLineEditor(page).line(1).fill('Lights move in the dark.');
  const studio = findStudio(page);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(findLineEditor(page).sum).toContainText(t(lineEditorMessages.someHaveAudio, { count: 1 }));
  await expect(findLineEditor(page).blocks.first()).toBeVisible();
  const bodies = await readSentBodies();
  const asked = bodies.find(({ address }) => address === '/create_script');
  expect(asked?.fields).toContainEqual({ name: 'timing', type: 'text', bytes: 'cues'.length });
  expect(bodies.filter(({ address }) => address.endsWith('fit')).map(({ address }) => address)).toEqual([
    '/api/fit',
  ]);
});

test('a script engine that ignores times gives a note, and its text is kept', { tag: '@long' }, async ({
  page,
  startOwnServer,
}) => {
  const provider = await startOpenAiStandIn();
  try {
    const server = await startOwnServer({ OPENAI_BASE_URL: provider.baseUrl });
    await page.goto(server.url);
    await findSwitch(page).check();
    const video = findRealVideo('turned-phone.mp4') as Upload;
    const script = await writeNarration(findStudio(page), video, 'English');
    expect(script).toContain('A dog waits in the sun.');
    await expect(page.getByText(t(narrationMessages.notTimed))).toBeVisible();
    await expect(findStudio(page).problem).toHaveCount(0);
  } finally {
    await provider.close();
  }
});
