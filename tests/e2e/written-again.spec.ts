import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expect, test } from './fixtures.ts';
import { fillStudio, findStudio, openFields } from './studio-page.ts';

/** How often each step was asked for. */
function countCalls(page: Page): { look: number; write: number } {
  const calls = { look: 0, write: 0 };
  page.on('request', request => {
    if (request.url().endsWith('/api/free/analysis')) calls.look++;
    if (request.url().endsWith('/api/free/script')) calls.write++;
  });
  return calls;
}

test('another prompt is written from what was seen; Analyze again looks anew', async ({
  page,
  startOwnServer,
}) => {
  const provider = await startOpenAiStandIn();
  const server = await startOwnServer({ OPENAI_BASE_URL: provider.baseUrl });
  const calls = countCalls(page);
  await page.goto(server.url);
  const studio = findStudio(page);
  await fillStudio(studio, 'Tell it calmly.');
  await studio.generateNarration.click();
  await expect(studio.script).not.toHaveValue('');
  await expect(studio.generateAudio).toBeEnabled();
  expect(calls).toEqual({ look: 1, write: 1 });

  await openFields(studio);
  await studio.prompt.fill('Tell it like a thriller.');
  await studio.generateNarration.click();
  await expect(studio.cancel).toHaveCount(0);
  await expect.poll(() => calls).toEqual({ look: 1, write: 2 });
  await expect(studio.generateNarration).toBeEnabled();

  await page.getByRole('button', { name: t(studioMessages.lookAgain) }).click();
  await expect.poll(() => calls).toEqual({ look: 2, write: 3 });
  await expect(studio.generateNarration).toBeEnabled();
  await provider.close();
});
