import type { Locator, Page } from '@playwright/test';
import { castMessages } from '#shared/messages/cast.ts';
import { exportDialogMessages, exportFormatMessages } from '#shared/messages/export.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { ownScriptMessages } from '#shared/messages/own-script.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { saveExport } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { measureSound } from './measure-sound.ts';
import { downloadNarration } from './narrate.ts';
import {
  type BrowserFile,
  chooseInScriptMenu,
  chooseVoice,
  dropFiles,
  findStudio,
  makeVideoFile,
} from './studio-page.ts';
import { findVoices } from './voices-page.ts';

const srt =
  '\ufeff1\r\n00:00:00,500 --> 00:00:02,000\r\n<i>The fox</i>\r\nlooks up.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nIt runs.\r\n';
const timed = [
  ['0:00.5', 'The fox looks up.'],
  ['0:03', 'It runs.'],
] as const;

const toFile = (name: string, content: string | Buffer): BrowserFile => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content),
});

/** By the button under the empty script; beside a script by its menu. */
async function load(page: Page, file: BrowserFile): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  const button = page.getByRole('button', { name: t(studioMessages.openScript), exact: true });
  if (await button.isVisible()) await button.click();
  else await chooseInScriptMenu(page, t(studioMessages.openScript));
  await (await asked).setFiles(file);
}

/** The lines of a timed script, by their times. */
async function expectTimed(
  page: Page,
  lines: readonly (readonly [time: string, text: string])[],
): Promise<void> {
  const editor = findLineEditor(page);
  await expect(editor.rows).toHaveCount(lines.length);
  for (const [index, [time, text]] of lines.entries()) {
    await expect(editor.time(index + 1)).toHaveValue(time);
    await expect(editor.line(index + 1)).toHaveValue(text);
  }
}

test('a script from a file is spoken without a video', async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  await load(page, toFile('fox.txt', Buffer.from('Füchse laufen über den Hügel.\r\n', 'latin1')));
  await expect(studio.script).toHaveValue('Füchse laufen über den Hügel.');
  await expect(page.getByText(t(studioMessages.scriptOpened, { name: 'fox.txt' }))).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
});

test('subtitles become a timed script, Undo reverts that, and the sound keeps the times', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  await studio.script.fill('What stood there before.');
  await load(page, toFile('fox.srt', srt));
  await expectTimed(page, timed);
  await expect(
    page.getByText(t(studioMessages.timedScriptOpened, { name: 'fox.srt', count: 2 })),
  ).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: t(studioMessages.undo) }).click();
  await expect(studio.script).toHaveValue('What stood there before.');
  await page.getByRole('button', { name: 'Redo' }).click();
  await chooseVoice(studio, 'nova');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  const { bytes } = await saveExport(page, t(exportDialogMessages.subtitles), t(exportFormatMessages.srt));
  const cues = readSubtitles(bytes.toString());
  expect(cues.map(({ text }) => text)).toEqual(['The fox looks up.', 'It runs.']);
  expect(cues.map(({ startSeconds }) => Math.round(10 * startSeconds) / 10)).toEqual([0.5, 3]);
});

test('a line without words, and words that the voice cannot read, are left out and listed beside their lines', async ({
  page,
}) => {
  await page.goto('/');
  const studio = findStudio(page);
  const cues = ['The harbour wakes up, Привет, and a ferry leaves the pier.', '…', 'It runs.'].map(
    (text, at) => `00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`,
  );
  await load(page, toFile('fox.srt', Buffer.from(cues.join('\n'), 'utf16le')));
  await expect(findLineEditor(page).rows).toHaveCount(3);
  await chooseVoice(studio, 'nova');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(page.getByText(t(lineMessages.wordsUnread, { text: 'Привет' }))).toBeVisible();
  await expect(page.getByText(t(lineMessages.withoutWords, { text: '…' }))).toBeVisible();
  // Lines without words are not requested again; the line after them is spoken.
  await page.getByRole('textbox', { name: 'Line 3', exact: true }).fill('It runs away.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
});

test('with a video the sound of subtitles is as long as the video', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeVideoFile());
  await expect(studio.preview).toBeVisible();
  await load(page, toFile('fox.srt', srt));
  await expect(page.getByRole('region', { name: t(timelineMessages.timeline) })).toBeVisible();
  await chooseVoice(studio, 'nova');
  const { seconds } = await measureSound(page, await downloadNarration(studio));
  expect(seconds).toBeCloseTo(4, 1);
});

test('subtitles dropped together with their video are what is said in it, not the script', async ({
  page,
}) => {
  await page.goto('/');
  const studio = findStudio(page);
  await dropFiles(page, [
    await makeVideoFile('fox.mp4'),
    toFile('fox.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nIt runs.\n'),
  ]);
  await expect(studio.preview).toBeVisible();
  await expect(studio.script).toHaveValue('');
  await page.getByRole('button', { name: t(transcriptPanelMessages.transcript), exact: true }).click();
  await expect(
    page.getByText(t(transcriptPanelMessages.fromSubtitles, { name: 'fox.vtt' })).last(),
  ).toBeVisible();
  await expect(
    page.getByRole('textbox', { name: t(transcriptPanelMessages.saidAt, { time: '0:01' }) }),
  ).toHaveValue('It runs.');
});

test('a broadcast file that is named .xml and begins at ten hours is a script, dropped as any other', async ({
  page,
}) => {
  await page.goto('/');
  const cues =
    '<p begin="10:00:00.500" end="10:00:02">The fox<br/>looks up.</p><p begin="10:00:03">It runs.</p>';
  await dropFiles(page, [
    toFile('fox.xml', `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${cues}</div></body></tt>`),
  ]);
  await expectTimed(page, timed);
  await expect(page.getByText(t(ownScriptMessages.startsLate, { count: 10 }))).toBeVisible();
});

test('pasted subtitles become a timed script on request', async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  await studio.script.fill(srt.replaceAll('\r', ''));
  await chooseInScriptMenu(page, t(studioMessages.convertSubtitles));
  await expectTimed(page, timed);
  await page.getByRole('button', { name: t(workspaceMessages.scriptActions), exact: true }).click();
  await expect(page.getByRole('menuitem', { name: t(studioMessages.openScript), exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t(studioMessages.convertSubtitles) })).toBeHidden();
});

/** As a person pastes it; the clipboard of the machine is left alone. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((area: HTMLTextAreaElement, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    area.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
    document.execCommand('insertText', false, pasted);
  }, text);
}

test('a transcript that is pasted has its times, and its speakers are roles until Undo', async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  await paste(studio.script, 'Anna  0:01\nThe meeting begins.\n\nTom  0:07\nPlease bring chairs.\n');
  const made = page.getByRole('status').filter({ hasText: 'New roles: Anna (nova), Tom (onyx).' });
  await expect(made).toBeVisible();
  await expectTimed(page, [
    ['0:01', 'The meeting begins.'],
    ['0:07', 'Please bring chairs.'],
  ]);
  await expectNoViolation(page);
  await made.getByRole('button', { name: t(castMessages.undo) }).click();
  await expect(made).toBeHidden();
  await expectTimed(page, [
    ['0:01', 'Anna: The meeting begins.'],
    ['0:07', 'Tom: Please bring chairs.'],
  ]);
});

test('names that were typed are roles once the field is left, headings are none; undone they stay text, also after a reload', async ({
  page,
}) => {
  await page.goto('/');
  const studio = findStudio(page);
  const roles = page.getByRole('status').filter({ hasText: 'New roles: Anne (nova), Marc (onyx).' });
  await studio.script.fill('Cause: A loose wire.\nRemedy: Tighten it.\nCause: Rust.\nRemedy: Oil it.');
  await studio.script.press('Tab');
  await expect(page.getByText('New roles')).toHaveCount(0);
  await studio.script.fill('Anne : Bonjour, où es-tu ?\nMarc : Je suis à la maison.\nAnne : Très bien.');
  await studio.script.press('Tab');
  await expect(roles).toBeVisible();
  await expect(studio.script).toHaveValue(/^Anne: Bonjour/u);
  await roles.getByRole('button', { name: t(castMessages.undo) }).click();
  await expect(studio.script).toHaveValue(/^Anne : Bonjour/u);
  await page.reload();
  await expect(studio.script).toHaveValue(/^Anne : Bonjour/u);
  await studio.script.press('End');
  await studio.script.pressSequentially('!');
  await studio.script.press('Tab');
  await findVoices(page).open();
  await expect(page.getByText('New roles')).toHaveCount(0);
});

test('sounds of subtitles are left out, and come back with Undo', async ({ page }) => {
  await page.goto('/');
  const cue = (at: number, text: string) => `${at}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`;
  const said = ['[door creaks]', 'ANNA: (whispers) Who is there?', '♪ Row, row ♪', 'TOM: Only me.'];
  await load(page, toFile('sdh.srt', said.map((text, at) => cue(at + 1, text)).join('\n')));
  const told = page.getByRole('status').filter({ hasText: '3 sounds are not spoken: [door creaks]' });
  await expect(told).toContainText('ANNA (nova), TOM (onyx)');
  await expectTimed(page, [
    ['0:02', 'Who is there?'],
    ['0:04', 'Only me.'],
  ]);
  await told.getByRole('button', { name: t(castMessages.undo) }).click();
  await expectTimed(
    page,
    said.map((text, at) => [`0:0${at + 1}`, text]),
  );
});

for (const [what, file, message] of [
  ['has a time that there is not', toFile('fox.txt', '[0:05] Five.\n[0:75] Seventy-five.'), ': 2. Correct'],
  ['is no text', toFile('fox.srt', Buffer.of(0x50, 0x4b, 3, 4, 0, 0, 1)), '“fox.srt” is not a text file.'],
  [
    'holds no subtitles',
    toFile('fox.srt', '1\nsoon --> later\nThe fox'),
    '“fox.srt” has no readable subtitles.',
  ],
  ['is too large', toFile('fox.txt', 'The fox. '.repeat(900_000)), '“fox.txt” is too large'],
] as const)
  test(`a file that ${what} is refused with a sentence, and the script stays`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/');
    const studio = findStudio(page);
    await studio.script.fill('What stood there before.');
    await load(page, file);
    await expect(studio.problem).toContainText(message);
    await expect(studio.script).toHaveValue('What stood there before.');
  });

test('the layout holds an uploaded script on a phone and on a wide screen', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  await load(page, toFile('fox.srt', srt));
  await expectTimed(page, timed);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverhang(page);
    await expectNoViolation(page);
  }
});
