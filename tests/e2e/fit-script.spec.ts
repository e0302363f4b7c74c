import type { Page } from '@playwright/test';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { answerWithReply, refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { expect, test } from './fixtures.ts';
import { makePerson, signUp } from './people.ts';
import { chooseVoice, collectAlerts, fillVideoAndPrompt, findStudio, openFields } from './studio-page.ts';

const findFit = (page: Page) => ({
  shorten: page.getByRole('button', { name: t(studioMessages.shorten) }),
  lengthen: page.getByRole('button', { name: t(studioMessages.lengthen) }),
});
/** About 13 s of speech; the clip lasts four. */
const long =
  'A dog comes into the garden and looks around. It finds a ball under the old tree. It plays with it for a while. Then it runs down to the sea.';

test('offline, shortening a long script drops whole sentences, can be undone, and speaks only on request', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  const { shorten, lengthen } = findFit(page);
  await fillVideoAndPrompt(studio);
  await chooseVoice(studio, 'nova');
  await studio.script.fill('A dog.');
  await expect(shorten).toBeHidden();
  await expect(lengthen).toBeHidden();
  await studio.script.fill(long);
  let speeches = 0;
  page.on('request', request => {
    if (request.url().endsWith('/api/free/speech')) speeches += 1;
  });
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await shorten.click();
  await expect(studio.script).toHaveValue('A dog comes into the garden and looks around.');
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await expect(studio.download).toBeHidden();
  await expect(
    page.getByRole('region', { name: t(studioMessages.script), exact: true }).locator(':focus'),
  ).toBeVisible();
  expect(speeches).toBe(1);
  await page.getByRole('button', { name: t(studioMessages.undo) }).click();
  await expect(studio.script).toHaveValue(long);
  await expect(studio.download).toBeVisible();
});

test.describe('with a script engine', () => {
  let standIn: OpenAiStandIn;
  let server: ServerProcess;
  test.beforeAll(async () => {
    standIn = await startOpenAiStandIn();
    server = await startServerProcess({ OPENAI_BASE_URL: standIn.baseUrl, FREE_NARRATIONS_PER_DAY: '2' });
  });
  test.beforeEach(() => standIn.reset());
  test.afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await standIn.close();
  });

  for (const [surface, path] of [
    ['the free page', '/'],
    ['a dashboard', '/dashboard'],
  ] as const)
    test(`${surface} shortens and lengthens a script in one call each, and keeps it when that fails`, {
      tag: path === '/' ? [] : '@long',
    }, async ({ page }) => {
      const url = `http://localhost:${server.port}`;
      if (path !== '/') await signUp(page, makePerson(), url);
      await page.goto(url + path);
      const alerts = collectAlerts(page);
      const studio = findStudio(page);
      const { shorten, lengthen } = findFit(page);
      await fillVideoAndPrompt(studio, 'Tell it as a fairy tale.');
      await studio.script.fill(long);

      standIn.always('script', refusals.serverError);
      await shorten.click();
      await expect(studio.problem).toBeVisible();
      await expect(studio.script).toHaveValue(long);
      expect(alerts.length).toBeLessThanOrEqual(1);

      standIn.reset();
      standIn.always('script', answerWithReply({ content: 'A dog runs.' }));
      await shorten.click();
      await expect(studio.script).toHaveValue('A dog runs.');
      await expect(shorten).toBeHidden();
      expect(standIn.requests.map(({ call }) => call)).toEqual(['script']);
      const [system, user] = standIn.requests[0]?.body.messages ?? [];
      expect(system.content).toContain('Make it shorter.');
      expect(user.content).toContain(long);
      expect(user.content).toContain('Tell it as a fairy tale.');

      standIn.reset();
      standIn.always('script', answerWithReply({ content: 'A dog runs down to the sea.' }));
      await lengthen.click();
      await expect(studio.script).toHaveValue('A dog runs down to the sea.');
      expect(standIn.requests[0]?.body.messages[0].content).toContain('Make it longer.');
    });
});

test('a visitor sees how many narrations are left before the first, and why none can start after the last', {
  tag: '@long',
}, async ({ page }) => {
  await using server = await startServerProcess({ FREE_NARRATIONS_PER_DAY: '1' });
  await page.goto(server.url);
  const noneLeft = new RegExp(t(studioMessages.noneLeft, { time: '.*\\d.*' }));
  const studio = findStudio(page);
  await expect(page.getByText(t(freePageMessages.narrationsLeft, { left: 1, count: 1 }))).toBeVisible();
  await fillVideoAndPrompt(studio);
  await chooseVoice(studio, 'nova');
  await studio.generateNarration.click();
  await expect(studio.script).not.toHaveValue('');
  await openFields(studio);
  await expect(page.getByText(noneLeft)).toBeVisible();
  await expect(studio.generateNarration).toHaveAttribute('aria-disabled', 'true');
  await expect(studio.generateNarration).toHaveAccessibleDescription(noneLeft);
  await page.reload();
  await page.locator('[data-workspace]').waitFor();
  await openFields(studio);
  await expect(page.getByText(noneLeft)).toBeVisible();
});
