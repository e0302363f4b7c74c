import type { Page } from '@playwright/test';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expect, test } from './fixtures.ts';
import { downloadNarration } from './narrate.ts';
import { returnToTab } from './people.ts';
import { collectAlerts, fillStudio, findStudio } from './studio-page.ts';

const written = 'A dog waits in the sun. Then it runs, and the red ball is faster. At last it has it.';
const connected = t(engineNoteMessages.visionAndScript, { name: 'our own AI server' });

test('a provider that is down when Benshi starts is used once it is up, without a restart', {
  tag: '@long',
}, async ({ page, complaints, startOwnServer }) => {
  // Closed at once: its port stays free for the later server.
  const { baseUrl, close } = await startOpenAiStandIn();
  await close();
  const server = await startOwnServer({ OPENAI_BASE_URL: baseUrl });
  await page.goto(server.url);
  collectAlerts(page);
  const studio = findStudio(page);
  // No other engine replaces it silently.
  await expect(page.getByText(connected)).toBeVisible();
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.problem).toHaveText(t(engineMessages.unreachable));
  const standIn = await startOpenAiStandIn({ port: Number(new URL(baseUrl).port) });
  try {
    await expect(async () => {
      await studio.generateNarration.click();
      await expect(studio.script).toHaveValue(written, { timeout: 5000 });
    }).toPass();
    // That nobody answered is known for three seconds.
    await expect(async () => {
      await studio.generateAudio.click();
      await expect(studio.download).toBeVisible({ timeout: 5000 });
    }).toPass();
    expect((await downloadNarration(studio)).length).toBeGreaterThan(1000);
    complaints.length = 0;
  } finally {
    await standIn.close();
  }
});

test('a provider that loses its models reports it, and from then on the page says why it works offline', {
  tag: '@long',
}, async ({ page, complaints, startOwnServer }) => {
  const standIn = await startOpenAiStandIn();
  try {
    const server = await startOwnServer({ OPENAI_BASE_URL: standIn.baseUrl });
    await page.goto(server.url);
    collectAlerts(page);
    const studio = findStudio(page);
    await expect(page.getByText(connected)).toBeVisible();
    standIn.setModels();
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(studio.problem).toBeVisible();
    await expect(page.getByText(t(engineNoteMessages.offline))).toBeVisible();
    await expect(
      page.getByText(t(engineMessages.noScriptModel, { provider: 'our own AI server' })),
    ).toBeVisible();
    await expect(page.getByText(connected)).toBeHidden();
    // A provider is connected: the page names what it lacks instead.
    await expect(page.getByText(t(engineNoteMessages.writeYourself))).toBeHidden();
    complaints.length = 0;
  } finally {
    await standIn.close();
  }
});

test('returning to the page updates the providers, and keeps the content meanwhile', async ({ page }) => {
  const note = t(engineMessages.noScriptModel, { provider: 'our own AI server' });
  const answers = await answerConfigWith(page, note);
  await page.goto('/');
  await expect(page.getByText(note)).toBeVisible();
  answers.holdBack();
  await returnToTab(page);
  await expect.poll(() => answers.asked).toBe(2);
  await expect(page.getByText(note)).toBeVisible();
  answers.release();
  await expect(page.getByText(note)).toBeHidden();
  await expect(page.getByText(t(engineNoteMessages.offline))).toBeVisible();
});

/** The first answer has a note, later ones have none; they can be delayed. */
async function answerConfigWith(page: Page, note: string) {
  let asked = 0;
  let release = () => {};
  let released = Promise.resolve();
  await page.route('**/api/config', async route => {
    asked++;
    const isFirst = asked === 1;
    await released;
    const response = await route.fetch();
    const config = await response.json();
    if (isFirst) config.engines.script.note = note;
    await route.fulfill({ response, json: config });
  });
  return {
    get asked() {
      return asked;
    },
    holdBack() {
      ({ promise: released, resolve: release } = Promise.withResolvers<void>());
    },
    release: () => release(),
  };
}
