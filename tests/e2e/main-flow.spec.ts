import { readFile } from 'node:fs/promises';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { readSpecifiedConstants } from '../specification/read-constants.ts';
import { readJpegQuality } from '../support/jpeg-quality.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { findRealVideo, realVideos, titledVideo } from '../support/real-videos.ts';
import { expect, test } from './fixtures.ts';
import { measureSound } from './measure-sound.ts';
import { downloadNarration, type Upload, writeNarration } from './narrate.ts';
import { recordSentBodies, type SentBody } from './sent-forms.ts';
import { fillStudio, findStudio } from './studio-page.ts';

async function makeClipFile(): Promise<Upload> {
  const bytes = await makeTitledClip({
    seconds: 12,
    width: 640,
    height: 360,
    framesPerSecond: 12,
    container: 'webm',
    codec: 'vp9',
  });
  return { name: 'made.webm', mimeType: 'video/webm', buffer: Buffer.from(bytes) };
}

/** Only frames may leave the browser: ten JPEGs and a few short texts, never the video. */
function expectOnlyFrames(sent: readonly SentBody[]): void {
  const files = sent.flatMap(body => body.fields.filter(field => field.type !== 'text'));
  expect(files).toHaveLength(10);
  for (const file of files) expect(file).toMatchObject({ name: 'frames', type: 'image/jpeg' });
  for (const { fields } of sent)
    for (const field of fields.filter(each => each.type === 'text')) expect(field.bytes).toBeLessThan(20_000);
}

for (const language of ['Spanish', 'Japanese'] as const) {
  test(`a visitor gets a spoken ${language} narration of a film with titles`, {
    tag: language === 'Spanish' ? [] : '@long',
  }, async ({ page }) => {
    const readSentBodies = await recordSentBodies(page);
    await page.goto('/');
    const studio = findStudio(page);

    const script = await writeNarration(studio, titledVideo.path, language);
    expect(script.length).toBeGreaterThan(20);
    await expect(studio.download).toBeHidden();
    expectOnlyFrames(await readSentBodies());

    const mp3 = await downloadNarration(studio);
    const sound = await measureSound(page, mp3);
    expect(sound.seconds).toBeGreaterThan(2);
    expect(sound.loudness).toBeGreaterThan(0.02);
    expect(sound.silentStartSeconds).toBeLessThan(1);
    expect(sound.silentEndSeconds).toBeLessThan(1.5);

    await studio.script.fill(`${script} ${script}`);
    await expect(studio.download).toBeHidden();
    const longer = await measureSound(page, await downloadNarration(studio));
    expect(longer.seconds / sound.seconds).toBeGreaterThan(1.7);
    expect(longer.seconds / sound.seconds).toBeLessThan(2.3);
  });
}

for (const { name, path } of realVideos.filter(video => video.isForServerOnly))
  test(`a video that the browser cannot decode, ${name}, sends a sparse copy instead of itself`, {
    tag: '@long',
  }, async ({ page }) => {
    const readSentBodies = await recordSentBodies(page);
    await page.goto('/');
    const studio = findStudio(page);
    await writeNarration(studio, path, 'German');
    const [analysis] = (await readSentBodies()).filter(body => body.address.includes('/api/free/analysis'));
    const sent = analysis?.fields.find(field => field.name === 'video');
    expect(sent?.bytes).toBeGreaterThan(1000);
    // Its key frames are far apart, so most frames between them are needed; the sound is not.
    expect(sent?.bytes).toBeLessThan((await readFile(path)).length * 0.9);
  });

test('with an AI provider connected, its script and its speech arrive', async ({ page, startOwnServer }) => {
  const provider = await startOpenAiStandIn();
  const server = await startOwnServer({
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'sk-key-of-this-test',
  });
  try {
    const video = findRealVideo('rabbit.mp4') ?? (await makeClipFile());
    await page.goto(server.url);
    const studio = findStudio(page);
    const script = await writeNarration(studio, video, 'English');
    expect(script).toBe(
      'A dog waits in the sun. Then it runs, and the red ball is faster. At last it has it.',
    );
    const sound = await measureSound(page, await downloadNarration(studio));
    expect(sound.loudness).toBeGreaterThan(0.02);

    expect(provider.requests.map(request => request.call)).toEqual(['vision', 'script', 'speech']);
    const [vision, writing, speech] = provider.requests;
    const parts: { type: string; image_url?: { url: string } }[] = vision?.body.messages[1].content;
    expect(parts[0]).toEqual({
      type: 'text',
      text: '<prompt>\nTell it like a calm evening story.\n</prompt>',
    });
    const { jpegQuality } = readSpecifiedConstants().frames;
    const pictures = parts.flatMap(part => part.image_url?.url ?? []);
    expect(pictures).toHaveLength(10);
    for (const picture of pictures) {
      expect(picture).toMatch(/^data:image\/jpeg;base64,\/9j\//);
      expect(readJpegQuality(Buffer.from(picture.split(',')[1] ?? '', 'base64'))).toBe(jpegQuality);
    }
    expect(vision?.body).toMatchObject({ model: 'gpt-4o', max_tokens: 1000 });
    expect(writing?.body).toMatchObject({ model: 'gpt-4o', max_tokens: 1000, stream: true });
    expect(writing?.body.messages[1].content).toContain('Tell it like a calm evening story.');
    expect(speech?.body).toEqual({ model: 'tts-1', voice: 'nova', input: script, response_format: 'mp3' });
    expect(await page.content()).not.toContain('sk-key-of-this-test');
  } finally {
    await provider.close();
  }
});

test('leaving during work asks first, and then stops it at the provider too', async ({
  page,
  startOwnServer,
}) => {
  const provider = await startOpenAiStandIn();
  await using _closing = { [Symbol.asyncDispose]: provider.close };
  const server = await startOwnServer({
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'sk-of-the-test',
  });
  provider.always('vision', () => new Promise(() => {}));
  await page.goto(server.url);
  const studio = findStudio(page);
  await fillStudio(studio);
  const asked = provider.waitForRequest('vision');
  await studio.generateNarration.click();
  const request = await asked;
  await page.getByRole('button', { name: t(pageMessages.signIn) }).click();
  const register = page.getByRole('dialog').getByRole('link', { name: 'Register' });
  const answers = [false, true];
  page.on('dialog', async dialog => {
    expect(dialog.message()).toBe(t(studioStatusMessages.leave));
    await (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  await register.click();
  await expect(studio.cancel).toBeVisible();
  await register.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(accountMessages.createAccount));
  expect(answers).toEqual([]);
  expect(await request.closed).toMatchObject({ early: true });
});
