import type { Page } from '@playwright/test';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import type { MailServer } from '../support/mail-server.ts';
import { expect, test } from './fixtures.ts';
import { makePremiumPerson, openMailedLink, type Person, signUp } from './people.ts';
import { chooseLanguage, findLanguageList, findStudio } from './studio-page.ts';
import { expectPlaying, findVoiceList, pickVoice } from './voice-list-page.ts';

const byOffline = t(languageListMessages.spokenBy, { speaker: t(voicesMessages.offlineVoice) });

/** Settings for premium voices from ElevenLabs and one premium person. */
function makeEnvironment(provider: ElevenLabsStandIn, mailServer: MailServer, { email }: Person) {
  return {
    ELEVENLABS_BASE_URL: provider.baseUrl,
    ELEVENLABS_API_KEY: 'key-of-this-test',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Benshi <benshi@example.org>',
    PREMIUM_EMAILS: email,
  };
}

async function openDashboard(page: Page, mailServer: MailServer, person: Person, port: number) {
  // The host of mailed links, so that the session cookie applies.
  const url = `http://localhost:${port}`;
  await signUp(page, person, url);
  await openMailedLink(page, mailServer, person);
  await page.goto(`${url}/DashboardPremium`);
}

test('the page names the provider of premium voices, and the languages they are not made for', {
  tag: '@long',
}, async ({ page, mailServer, startOwnServer }) => {
  const provider = await startElevenLabsStandIn();
  try {
    const person = makePremiumPerson();
    const server = await startOwnServer(makeEnvironment(provider, mailServer, person));
    await openDashboard(page, mailServer, person, server.port);
    const { language } = findStudio(page);
    const list = findVoiceList(page);
    await expect(page.getByText(t(engineNoteMessages.speech, { name: 'our own AI server' }))).toBeVisible();
    // Welsh and Maori are spoken by the default model, eleven_v4, which lacks Latvian alone of ours.
    await chooseLanguage({ language }, 'Latvian');
    await language.click();
    await expect(findLanguageList(page).option('Latvian')).toHaveText(`Latviešu · Latvian — ${byOffline}`);
    await page.keyboard.press('Escape');
    const notice = page.getByText(
      t(languageMessages.spokenByOther, {
        language: 'Latvian',
        provider: 'our own AI server',
        speaker: t(voicesMessages.offlineVoice),
      }),
    );
    await expect(notice).toBeVisible();
    await expect(page.getByText(t(engineNoteMessages.offlineSpeech))).toBeVisible();
    await list.field.click();
    await expect(list.voice('Rachel')).toContainText(byOffline);
    await list.play('Rachel').click();
    // The engine that will speak the language speaks its sample.
    await expectPlaying(list);
    expect(provider.requests.filter(({ call }) => call === 'speech')).toHaveLength(0);
    await page.keyboard.press('Escape');
    await chooseLanguage({ language }, 'French');
    await expect(notice).toHaveCount(0);
    await list.field.click();
    await expect(list.voice('Rachel')).not.toContainText(byOffline);
    await list.play('Rachel').click();
    await expectPlaying(list);
    await page.keyboard.press('Escape');
    await chooseLanguage({ language }, 'Latvian');
    await list.field.click();
    expect(provider.requests.filter(({ call }) => call === 'speech')).toHaveLength(1);
    await pickVoice(page, 'nova');
    expect(await page.content()).not.toContain('key-of-this-test');
  } finally {
    await provider.close();
  }
});

test('a long script starts to arrive before its last piece is spoken', { tag: '@long' }, async ({
  page,
  mailServer,
  startOwnServer,
}) => {
  const provider = await startElevenLabsStandIn();
  try {
    const person = makePremiumPerson();
    const server = await startOwnServer(makeEnvironment(provider, mailServer, person));
    await openDashboard(page, mailServer, person, server.port);
    const studio = findStudio(page);
    const list = findVoiceList(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const spoken: string[] = [];
    provider.always('speech', async ({ request, response, normal }) => {
      const isLast = request.body.next_text === undefined;
      if (isLast) await released;
      spoken.push(isLast ? 'last' : 'earlier');
      response.writeHead(200, { 'content-type': normal.mediaType }).end(normal.body);
    });
    await list.field.click();
    await list.voice('Rachel').click();
    await studio.script.fill('The sea is calm, and nobody is in a hurry. '.repeat(600));
    await studio.generateAudio.click();
    await expect(
      page.getByText(new RegExp(`^${t(studioWorkMessages.spoken, { size: '[1-9].*' })}$`)),
    ).toBeVisible();
    expect(spoken).not.toContain('last');
    await expect(studio.download).toBeHidden();
    release();
    await expect(studio.download).toBeVisible();
    expect(spoken.at(-1)).toBe('last');
  } finally {
    await provider.close();
  }
});
