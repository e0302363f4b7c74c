import type { Page } from '@playwright/test';
import { castMessages } from '#shared/messages/cast.ts';
import { checkMessages, checkNames } from '#shared/messages/checks.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { chooseVoice, dropFiles, findStudio, openPanel } from './studio-page.ts';
import { findVoices } from './voices-page.ts';

let provider: OpenAiStandIn;
test.beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
test.afterAll(() => provider.close());

const said = '1\n00:00:06,000 --> 00:00:08,000\nMy name is Ada.\n';

/** Enters a description by hand, of twelve seconds in which Ada says her name. */
async function bringDescription(page: Page, script: string, address = '/') {
  await page.goto(address);
  await page.getByRole('radio', { name: t(studioMessages.makeAccessible) }).check();
  const studio = findStudio(page);
  const clip = await makeTitledClip({ seconds: 12, width: 320, height: 180, framesPerSecond: 10 });
  await dropFiles(page, [
    { name: 'door.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) },
    { name: 'door.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(said) },
  ]);
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.script.fill(script);
  const { list, line } = findLineEditor(page);
  await expect(line(1)).toBeVisible();
  return {
    line,
    checks: (number: number) => list.getByRole('list', { name: t(checkMessages.of, { number }) }),
  };
}

test('what is wrong with a line is rewritten with one press, and accepted with one', {
  tag: '@long',
}, async ({ page, startOwnServer }) => {
  provider.setTexts({ script: 'A street is empty.' });
  const { url } = await startOwnServer({ OPENAI_BASE_URL: provider.baseUrl });
  const { line, checks } = await bringDescription(
    page,
    '[0:00] We see a street.\n[0:09] A dog was there.',
    url,
  );
  await expect(checks(1)).toContainText(t(checkMessages['no-we'], { words: 'We' }));
  const noWe = { number: 1, name: t(checkNames['no-we']) };
  await checks(1)
    .getByRole('button', { name: t(checkMessages.rewriteFor, noWe) })
    .click();
  await expect(line(1)).toHaveValue('A street is empty.');
  await expect(line(1)).toBeFocused();
  await expect(checks(1)).toHaveCount(0);
  expect(provider.requests.at(-1)?.body.messages.at(-1).content).toContain('Say it in the third person');

  const past = { number: 2, name: t(checkNames['present-tense']) };
  await checks(2)
    .getByRole('button', { name: t(checkMessages.acceptFor, past) })
    .click();
  await expect(checks(2)).toHaveCount(0);
  await expect(line(2)).toBeFocused();
  await expect(line(2)).toHaveValue('A dog was there.');
  await openPanel(page, 'review');
  await expect(page.getByText(t(checkMessages.accepted, { count: 1 }))).toBeVisible();
  await line(2).press('Control+z');
  await expect(checks(2)).toBeVisible();
});

test('people are found in what is said, and once confirmed no line names them before the video does', {
  tag: '@long',
}, async ({ page }) => {
  const { checks } = await bringDescription(page, '[0:00] Ada opens a door.');
  await findVoices(page).open();
  const find = page.getByRole('button', { name: t(castMessages.find) });
  await find.click();
  await expect(page.getByText(t(castMessages.found, { count: 1 }))).toBeVisible();
  const person = (number: number) =>
    page.getByRole('group', { name: t(castMessages.person, { number }), exact: true });
  const name = person(1).getByRole('textbox', { name: t(castMessages.name) });
  await expect(name).toHaveValue('Ada');
  await person(1)
    .getByRole('textbox', { name: t(castMessages.look) })
    .fill('a woman in a red coat');
  await person(1)
    .getByRole('checkbox', { name: t(castMessages.confirm) })
    .check();
  await expect(name).toHaveAccessibleDescription(t(castMessages.namedAt, { time: '0:06' }));
  await expect(checks(1)).toContainText(t(checkMessages['named-when-known'], { name: 'Ada', time: '0:06' }));

  const add = page.getByRole('button', { name: t(castMessages.addRole) });
  await add.click();
  await expectNoViolation(page);
  await person(2)
    .getByRole('combobox', { name: t(castMessages.samePerson) })
    .selectOption('Ada, a woman in a red coat');
  await expect(person(2)).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(name).toHaveValue('Ada');

  await page.getByRole('button', { name: t(castMessages.removePerson, { number: 1 }) }).click();
  await expect(person(1)).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(checks(1)).toHaveCount(0);
});
