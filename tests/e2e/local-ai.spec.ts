import { createLocalChat } from '#engines/local/chat/create-local-chat.ts';
import { createLocalSpeech } from '#engines/local/speech/create-local-speech.ts';
import { createFrameReader, fitForEngine } from '#server/decoding/frame-reader.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { installTinyModel, listLlamas } from '../support/local-model.ts';
import { installTinyVoice, listVoiceProcesses } from '../support/local-voice.ts';
import { startTestServer } from '../support/start-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { expect, test } from './fixtures.ts';
import { chooseVoice, findStudio, makeVideoFile } from './studio-page.ts';

/** Long enough for the steps of a slow machine. */
const restMs = 8000;

test('models on this machine look, write and speak; cancelling stops them, and rest ends them', async ({
  page,
}) => {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await makeTemporaryFolder());
  const reader = opened.adopt(createFrameReader({ maxSeconds: 100, workers: 1 }), each => each.close());
  const seen = { phrases: ['[0:00] A dog', ' runs.', '\n[0:02] It', ' barks.'] };
  const model = await installTinyModel(folder.path, seen);
  const voice = await installTinyVoice(folder.path);
  const modelsFolder = folder.path;
  const fitPictures = fitForEngine(reader);
  const chat = createLocalChat({ modelsFolder, models: [model], fitPictures, restMs });
  opened.defer(() => chat.vision.close?.());
  const speech = createLocalSpeech({ modelsFolder, installed: [voice], restMs });
  opened.defer(() => speech.close?.());
  const server = opened.use(await startTestServer({ engines: { ...chat, speech } }));
  opened.defer(async () => void (await page.goto('about:blank')));

  await page.goto(server.url);
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeVideoFile());
  await studio.prompt.fill('Tell it.');
  await chooseVoice(studio, 'nova');
  await page.getByRole('radio', { name: t(studioMessages.timed) }).check();
  await studio.generateNarration.click();
  await studio.cancel.click();
  await expect(page.getByText(t(studioStatusMessages.cancelled)).first()).toBeVisible();

  await studio.generateNarration.click();
  const line = (number: number) =>
    page.getByRole('textbox', { name: t(lineEditorMessages.line, { number }), exact: true });
  await expect(line(1)).toHaveValue(/^(?:A dog runs|It barks)\./u);
  await studio.generateAudio.click();
  await expect(page.getByText(t(studioStatusMessages.audioReady)).first()).toBeVisible();
  await expect(studio.download).toBeVisible();
  await expect.poll(() => [...listLlamas(), ...listVoiceProcesses()]).toEqual([]);
});
