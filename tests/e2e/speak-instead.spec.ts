import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { measureSound } from './measure-sound.ts';
import { makePremiumPerson, openMailedLink, signUp } from './people.ts';
import { chooseVoice, collectAlerts, findStudio, openPanel, type Studio } from './studio-page.ts';
import { findVoiceList } from './voice-list-page.ts';

const script = 'The sea is calm, and nobody is in a hurry.';

function findOffers(page: Page) {
  const offers = page.getByRole('group', { name: t(studioMessages.otherProvider) });
  return { offers, buttons: offers.getByRole('button') };
}

async function download(page: Page, studio: Studio): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), studio.download.click()]);
  return readFile(await file.path());
}

test('when speech fails on the free page, the reason is shown, and the offline voice speaks only on request', {
  tag: '@long',
}, async ({ page, complaints, startOwnServer }) => {
  const standIn = await startOpenAiStandIn();
  try {
    const server = await startOwnServer({ OPENAI_BASE_URL: standIn.baseUrl });
    standIn.always('speech', ({ response }) => void response.writeHead(403).end());
    await page.goto(server.url);
    const alerts = collectAlerts(page);
    const studio = findStudio(page);
    const { offers, buttons } = findOffers(page);
    await expect(page.getByText(t(engineNoteMessages.speech, { name: 'our own AI server' }))).toBeVisible();
    await studio.script.fill(script);
    await chooseVoice(studio, 'nova');
    await expect(offers).toBeHidden();
    await studio.generateAudio.focus();
    await page.keyboard.press('Enter');
    await expect(studio.problem).toHaveText(t(engineMessages.keyRejected));
    await expect.poll(() => alerts).toHaveLength(1);
    await expect(studio.generateAudio).toBeFocused();
    await expect(studio.player).toHaveCount(0);
    await expect(buttons).toHaveText([t(studioMessages.speakOffline)]);
    await buttons.press('Enter');
    await expect(studio.download).toBeVisible();
    await expect(offers).toBeHidden();
    await expect(studio.problem).toBeHidden();
    await expect(
      page.getByRole('region', { name: t(workspaceMessages.player) }).locator(':focus'),
    ).toHaveCount(1);
    await openPanel(page, 'voices');
    await expect(page.getByText(/^Narration: synthetic voice, nova by the offline engine/)).toBeVisible();
    const heard = await measureSound(page, await download(page, studio));
    expect(heard.seconds).toBeGreaterThan(1);
    expect(heard.loudness).toBeGreaterThan(0.01);
    expect(standIn.requests.filter(({ call }) => call === 'speech')).toHaveLength(1);
    complaints.length = 0;
  } finally {
    await standIn.close();
  }
});

test('a dashboard offers every other provider that can speak, also after another failure', {
  tag: '@long',
}, async ({ page, mailServer, complaints, startOwnServer }) => {
  const standIn = await startOpenAiStandIn();
  const voices = await startElevenLabsStandIn();
  try {
    const person = makePremiumPerson();
    const server = await startOwnServer({
      OPENAI_BASE_URL: standIn.baseUrl,
      ELEVENLABS_BASE_URL: voices.baseUrl,
      ELEVENLABS_API_KEY: 'key-of-this-test',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
      PREMIUM_EMAILS: person.email,
    });
    const url = `http://localhost:${server.port}`;
    await signUp(page, person, url);
    await openMailedLink(page, mailServer, person);
    await page.goto(`${url}/DashboardPremium`);
    voices.always('speech', ({ response }) => void response.writeHead(500).end());
    standIn.next('speech', ({ response }) => void response.writeHead(403).end());
    const studio = findStudio(page);
    const list = findVoiceList(page);
    const { offers, buttons } = findOffers(page);
    await list.field.click();
    await list.voice('Rachel').click();
    await studio.script.fill(script);
    await studio.generateAudio.click();
    const provider = t(studioMessages.speakWith, { name: 'our own AI server' });
    const offline = t(studioMessages.speakOffline);
    await expect(buttons).toHaveText([provider, offline]);
    await offers.getByRole('button', { name: provider }).click();
    await expect(studio.problem).toHaveText(t(engineMessages.keyRejected));
    expect(standIn.requests.filter(({ call }) => call === 'speech')).toHaveLength(1);
    // The first choice is offered again beside the offline voice.
    await expect(buttons).toHaveText([provider, offline]);
    await offers.getByRole('button', { name: offline }).click();
    await expect(studio.download).toBeVisible();
    expect(standIn.requests.filter(({ call }) => call === 'speech')).toHaveLength(1);
    complaints.length = 0;
  } finally {
    await standIn.close();
    await voices.close();
  }
});

test('the offers after a failure have no axe violation and fit a phone', {
  tag: '@long',
}, async ({ page, complaints, startOwnServer }) => {
  const standIn = await startOpenAiStandIn();
  try {
    const server = await startOwnServer({ OPENAI_BASE_URL: standIn.baseUrl });
    standIn.always('speech', ({ response }) => void response.writeHead(403).end());
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(server.url);
    collectAlerts(page);
    const studio = findStudio(page);
    await chooseVoice(studio, 'nova');
    await studio.script.fill(script);
    await studio.generateAudio.click();
    await expect(findOffers(page).buttons).toHaveCount(1);
    await expectNoViolation(page);
    await expectNoOverhang(page);
    complaints.length = 0;
  } finally {
    await standIn.close();
  }
});
