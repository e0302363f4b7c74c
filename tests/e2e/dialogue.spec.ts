import type { Page } from '@playwright/test';
import { computeLufs, createLoudnessMeter } from '#media/mix/measure-loudness.ts';
import { castMessages } from '#shared/messages/cast.ts';
import { deliveryMessages } from '#shared/messages/delivery.ts';
import { exportDialogMessages, exportFormatMessages } from '#shared/messages/export.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { musicMessages } from '#shared/messages/music.ts';
import { recordingMessages } from '#shared/messages/recording.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { accountVoices, defaultVoices, labelledVoices } from '../support/elevenlabs-bodies.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import type { MailServer } from '../support/mail-server.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { decodedRateHz, decodeTrack, describeTracks } from '../support/read-narrated-video.ts';
import type { startServerProcess } from '../support/start-server.ts';
import { expectNoViolation } from './accessibility.ts';
import { saveExport } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';
import { makePremiumPerson, openMailedLink, signUp } from './people.ts';
import { chooseMusic, makeMusic, speakingMicrophone } from './sounds.ts';
import { chooseVoice, findStudio, makeVideoFile } from './studio-page.ts';
import { pickVoice } from './voice-list-page.ts';
import { findVoices, findWord } from './voices-page.ts';

test.use(speakingMicrophone);

let openAi: OpenAiStandIn;
let elevenLabs: ElevenLabsStandIn;
test.beforeEach(async () => {
  [openAi, elevenLabs] = await Promise.all([startOpenAiStandIn(), startElevenLabsStandIn()]);
});
test.afterEach(() => Promise.all([openAi.close(), elevenLabs.close()]));

const lines = [
  'It knocks at the door.',
  'Anna: Who is there?',
  'Old man: Me.',
  'Child: And me.',
  'Anna: Come in.',
  'Old man: It is cold.',
  'Child: So cold.',
];
const dialogue = lines.join('\n');
const timedDialogue = lines
  .map((line, at) => `[0:${String(Math.floor(1.7 * at)).padStart(2, '0')}] ${line}`)
  .join('\n');

/** Texts of the requested speech. */
const readSpoken = () =>
  [openAi, elevenLabs].map(({ requests }) =>
    requests.filter(({ call }) => call === 'speech').map(({ body }) => String(body.input ?? body.text)),
  );
const countSpoken = () => readSpoken().map(texts => texts.length);

/** Signs up somebody with the premium plan of a server with both providers. @returns the address of their dashboard */
async function openPremium(page: Page, mailServer: MailServer, start: typeof startServerProcess) {
  const person = makePremiumPerson();
  const { port } = await start({
    OPENAI_BASE_URL: openAi.baseUrl,
    OPENAI_API_KEY: 'key-of-this-test',
    ELEVENLABS_BASE_URL: elevenLabs.baseUrl,
    ELEVENLABS_API_KEY: 'key-of-this-test',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Benshi <benshi@example.org>',
    PREMIUM_EMAILS: person.email,
    OWN_VOICES_EMAILS: person.email,
  });
  // The host of mailed links, so that cookies are shared.
  const url = `http://localhost:${port}`;
  await signUp(page, person, url);
  await openMailedLink(page, mailServer, person);
  return `${url}/DashboardPremium`;
}

async function giveVoice(page: Page, name: string, voice: string): Promise<void> {
  const field = page.getByRole('combobox', { name: t(castMessages.voice, { name }) });
  await field.click();
  await pickVoice(page, voice);
  await expect(field).toHaveText(voice);
}

async function sayAs(page: Page, words: Readonly<Record<string, string>>): Promise<void> {
  const voices = findVoices(page);
  const dialog = findWord(page);
  await voices.open();
  for (const [word, say] of Object.entries(words)) {
    await voices.addWord.click();
    await dialog.word.fill(word);
    await dialog.say.fill(say);
    await dialog.save.click();
    await expect(voices.removeWord(word)).toBeVisible();
  }
}

async function recordLine(page: Page, number: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t(recordingMessages.title, { number }) });
  await dialog.getByRole('button', { name: t(recordingMessages.record), exact: true }).click();
  await dialog.getByRole('button', { name: t(recordingMessages.stop) }).click({ delay: 1500 });
  await dialog.getByRole('button', { name: t(recordingMessages.use) }).click();
  await expect(dialog).toBeHidden();
}

/** Integrated loudness of a sound file whose channels are alike. */
async function measureLufs(path: string): Promise<number | undefined> {
  const { tracks } = await describeTracks(path);
  const channels = tracks[0]?.channels ?? 0;
  const meter = createLoudnessMeter(decodedRateHz, channels);
  const sound = await decodeTrack(path);
  meter.add(Array.from({ length: channels }, () => sound));
  return computeLufs(meter.energies);
}

test('a dialogue is spoken by four roles of two providers; another voice for one is spoken for its lines only', {
  tag: '@long',
}, async ({ page, mailServer, startOwnServer }) => {
  const address = await openPremium(page, mailServer, startOwnServer);
  await page.goto(address);
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeVideoFile());
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.script.fill(dialogue);
  await findVoices(page).open();
  await expect(page.getByRole('status').filter({ hasText: 'New roles: Anna' })).toBeVisible();
  await expect(studio.script).toHaveValue(dialogue);
  await giveVoice(page, 'Anna', 'Rachel');
  await giveVoice(page, 'Old man', 'Adam');
  await giveVoice(page, 'Child', 'shimmer');
  await expect(page.getByText(t(castMessages.saysLines, { count: 2 }))).toHaveCount(3);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolation(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  expect(countSpoken()).toEqual([3, 4]);

  await giveVoice(page, 'Anna', 'onyx');
  await expect(page.getByText(t(studioStatusMessages.linesNeedAudio, { count: 2 })).first()).toBeVisible();
  await studio.generateAudio.click();
  await expect(page.getByText(t(studioStatusMessages.linesNeedAudio, { count: 2 }))).toHaveCount(0);
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
  await expect(page.getByText(t(studioStatusMessages.linesNeedAudio, { count: 1 })).first()).toBeVisible();
  await expect(
    page.getByRole('button', { name: /Old man · whispering · 1\.5 s pause before/u }),
  ).toBeFocused();
});

test('a dialogue with a voice of the account, a recorded line, music and pronunciations has its loudness, and a new voice speaks its lines only', {
  tag: '@long',
}, async ({ page, mailServer, startOwnServer }) => {
  elevenLabs.setAccount({ voices: [...labelledVoices, ...accountVoices, ...defaultVoices] });
  const address = await openPremium(page, mailServer, startOwnServer);
  const bench = await openLineEditor(page, timedDialogue, address);
  const { studio, sum } = bench;
  await findVoices(page).open();
  await expect(page.getByRole('status').filter({ hasText: 'New roles: Anna' })).toBeVisible();
  await giveVoice(page, 'Anna', 'Rachel');
  await giveVoice(page, 'Old man', 'Grandpa');
  await giveVoice(page, 'Child', 'shimmer');
  await sayAs(page, { door: 'dore', there: 'thair', cold: 'kohld' });
  await bench.choose(4, recordingMessages.recordYourself);
  await recordLine(page, 4);
  await studio.generateAudio.click();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));
  const [byOpenAi = [], byElevenLabs = []] = readSpoken().map(texts => texts.toSorted());
  expect(byOpenAi).toEqual(['It knocks at the dore.', 'So kohld.']);
  expect(byElevenLabs).toEqual(['Come in.', 'It is kohld.', 'Me.', 'Who is thair?']);

  await chooseMusic(page, 'calm.mp3', await makeMusic(700));
  await expect(page.getByRole('slider', { name: t(musicMessages.level) })).toBeVisible();
  const { path } = await saveExport(page, t(exportDialogMessages.audio));
  const lufs = await measureLufs(path);
  expect(lufs).toBeGreaterThan(-17);
  expect(lufs).toBeLessThan(-15);

  await giveVoice(page, 'Anna', 'onyx');
  await studio.generateAudio.click();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));
  const [again = [], others] = readSpoken();
  expect(again.slice(byOpenAi.length).toSorted()).toEqual(['Come in.', 'Who is thair?']);
  expect(others).toHaveLength(byElevenLabs.length);
  const { bytes } = await saveExport(page, t(exportDialogMessages.subtitles), t(exportFormatMessages.srt));
  expect(readSubtitles(bytes.toString()).map(({ text }) => text)).toEqual(
    lines.map(line => line.replace(/^.*: /u, '')),
  );
});
