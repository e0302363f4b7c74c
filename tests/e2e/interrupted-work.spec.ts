import type { Page } from '@playwright/test';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { chooseVoice, fillStudio, findStudio, reloadOnceKept } from './studio-page.ts';

let standIn: OpenAiStandIn;
let server: ServerProcess;

test.beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  server = await startServerProcess({ OPENAI_BASE_URL: standIn.baseUrl });
});
test.beforeEach(() => standIn.reset());
test.afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await standIn.close();
});

/** Reloads although work is going on. */
async function reloadAnyway(page: Page): Promise<void> {
  page.once('dialog', dialog => void dialog.accept().catch(() => {}));
  await page.reload();
}

test('a reload in the middle of writing keeps what had come, and says what was lost', async ({ page }) => {
  standIn.always('script', brokenAnswers.halfThenSilence);
  await page.goto(`http://localhost:${server.port}`);
  const studio = findStudio(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.script).not.toHaveValue('');
  const written = await studio.script.inputValue();
  await reloadAnyway(page);
  await expect(studio.script).toHaveValue(written);
  const notice = page.getByText(t(keepingMessages.writingInterrupted));
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: t(keepingMessages.dismiss) }).click();
  await expect(notice).toBeHidden();
  await reloadOnceKept(page);
  await expect(studio.script).toHaveValue(written);
  await expect(notice).toBeHidden();
});

test('a reload in the middle of speaking keeps the lines that were spoken, and says what was lost', async ({
  page,
}) => {
  standIn.always('speech', ({ request, response, normal }) => {
    if (JSON.stringify(request.body).includes('The sea is calm.')) return;
    response.writeHead(200, { 'content-type': normal.mediaType });
    response.end(normal.body);
  });
  await page.goto(`http://localhost:${server.port}`);
  const studio = findStudio(page);
  const editor = findLineEditor(page);
  await chooseVoice(studio, 'nova');
  await studio.script.fill('[0:01] A boat leaves.\n[0:09] The sea is calm.');
  await expect(editor.rows).toHaveCount(2);
  const estimated = await editor.need(1).textContent();
  await studio.generateAudio.click();
  await expect(editor.need(1)).not.toHaveText(estimated ?? '');
  const measured = await editor.need(1).textContent();
  await reloadAnyway(page);
  await expect(page.getByText(t(keepingMessages.speakingInterrupted))).toBeVisible();
  await expect(editor.need(1)).toHaveText(measured ?? '');
  // Only the other line is spoken now.
  standIn.reset();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  const texts = standIn.requests
    .filter(({ call }) => call === 'speech')
    .map(({ body }) => JSON.stringify(body));
  expect(texts.filter(text => text.includes('A boat leaves.'))).toEqual([]);
});
