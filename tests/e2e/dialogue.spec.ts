import type { Page } from '@playwright/test';
import { castMessages } from '#shared/messages/cast.ts';
import { deliveryMessages } from '#shared/messages/delivery.ts';
import { t } from '#shared/messages/message.ts';
import { startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { makePremiumPerson, openMailedLink, signUp } from './people.ts';
import { chooseVoice, findStudio, makeVideoFile } from './studio-page.ts';
import { findVoiceList } from './voice-list-page.ts';

const dialogue = [
  'It knocks at the door.',
  'Anna: Who is there?',
  'Old man: Me.',
  'Child: And me.',
  'Anna: Come in.',
  'Old man: It is cold.',
  'Child: So cold.',
].join('\n');

async function giveVoice(page: Page, name: string, voice: string): Promise<void> {
  const field = page.getByRole('combobox', { name: t(castMessages.voice, { name }) });
  await field.click();
  await findVoiceList(page).voice(voice).click();
  await expect(field).toHaveText(voice);
}

test('a dialogue is spoken by four roles of two providers; another voice for one is spoken for its lines only', {
  tag: '@long',
}, async ({ page, mailServer, startOwnServer }) => {
  const [openAi, elevenLabs] = await Promise.all([startOpenAiStandIn(), startElevenLabsStandIn()]);
  const countSpoken = () =>
    [openAi, elevenLabs].map(({ requests }) => requests.filter(({ call }) => call === 'speech').length);
  try {
    const person = makePremiumPerson();
    const server = await startOwnServer({
      OPENAI_BASE_URL: openAi.baseUrl,
      OPENAI_API_KEY: 'key-of-this-test',
      ELEVENLABS_BASE_URL: elevenLabs.baseUrl,
      ELEVENLABS_API_KEY: 'key-of-this-test',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
      PREMIUM_EMAILS: person.email,
    });
    const url = `http://localhost:${server.port}`;
    await signUp(page, person, url);
    await openMailedLink(page, mailServer, person);
    await page.goto(`${url}/DashboardPremium`);
    const studio = findStudio(page);
    await studio.upload.setInputFiles(await makeVideoFile());
    await expect(studio.preview).toBeVisible();
    await chooseVoice(studio, 'nova');
    await studio.script.fill(dialogue);
    await page.getByText(t(castMessages.title), { exact: true }).click();
    await page.getByRole('button', { name: t(castMessages.makeRoles) }).click();
    await expect(studio.script).toHaveValue(dialogue);
    await giveVoice(page, 'Anna', 'Rachel');
    await giveVoice(page, 'Old man', 'Adam');
    await giveVoice(page, 'Child', 'shimmer');
    await expect(page.getByText(t(castMessages.saysLines, { count: 2 }))).toHaveCount(3);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoViolation(page);

    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    expect(countSpoken()).toEqual([3, 4]);

    await giveVoice(page, 'Anna', 'onyx');
    await expect(page.getByText(t(deliveryMessages.toSpeak, { count: 2 }))).toBeVisible();
    await studio.generateAudio.click();
    await expect(page.getByText(t(deliveryMessages.toSpeak, { count: 2 }))).toHaveCount(0);
    await expect(studio.download).toBeVisible();
    expect(countSpoken()).toEqual([5, 4]);

    // A line may be said in another way: by the keyboard.
    await page.getByText(t(castMessages.lines), { exact: true }).click();
    await page.getByRole('button', { name: t(castMessages.editLine, { number: 3 }) }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t(deliveryMessages.title, { number: 3 }) });
    await dialog.getByRole('combobox', { name: t(deliveryMessages.manner) }).selectOption('whispering');
    await dialog.getByRole('textbox', { name: t(deliveryMessages.pauseBefore) }).fill('1,5');
    await expectNoViolation(page);
    await dialog.getByRole('button', { name: t(deliveryMessages.done) }).click();
    await expect(page.getByText(t(deliveryMessages.toSpeak, { count: 1 }))).toBeVisible();
    await expect(
      page.getByRole('button', { name: /Old man · whispering · 1\.5 s pause before/u }),
    ).toBeFocused();
  } finally {
    await Promise.all([openAi.close(), elevenLabs.close()]);
  }
});
