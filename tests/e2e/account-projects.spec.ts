import type { Page } from '@playwright/test';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findNarrations, findSaved } from './narrations-page.ts';
import { type Person, signUp } from './people.ts';
import { findStudio } from './studio-page.ts';
import { findVoiceList } from './voice-list-page.ts';

const script = '[0:01] A boat leaves.\n[0:03] The sea is calm.\n[0:05] Night falls.';

/** The text of the only project on the account. */
async function readStored({ request }: Page): Promise<string> {
  const { projects } = await (await request.get('/api/projects')).json();
  return await (await request.get(`/api/projects/${projects[0].id}`)).text();
}

async function logInElsewhere(page: Page, { email, password }: Person): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(answer.ok()).toBe(true);
  await page.goto('/dashboard');
}

test('two machines on one account, one of them offline for a while, lose nothing that was typed', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  complaints,
}) => {
  const person = await signUp(page);
  await page.goto('/dashboard');
  await findStudio(page).script.fill(script);
  await page.getByRole('button', { name: t(accountListMessages.yes) }).click();
  await expect(findSaved(page)).toBeVisible();

  await using elsewhere = await browser.newContext({
    ...(baseURL && { baseURL }),
    ...(extraHTTPHeaders && { extraHTTPHeaders }),
  });
  const other = await elsewhere.newPage();
  await logInElsewhere(other, person);
  await findNarrations(other).show();
  await other.getByRole('checkbox', { name: t(accountListMessages.save) }).check();
  const list = findNarrations(other);
  await expect(list.row('A boat leaves.')).toContainText(t(accountListMessages.onAccount));
  await list.open('A boat leaves.').click();
  const [here, there] = [findLineEditor(page), findLineEditor(other)];
  await expect(there.line(3)).toHaveValue('Night falls.');

  // Each sees what the other changes.
  await here.line(1).fill('A red boat leaves.');
  await expect(there.line(1)).toHaveValue('A red boat leaves.');

  await elsewhere.setOffline(true);
  await there.line(2).fill('The sea is calm and grey.');
  await there.line(3).fill('Night falls there.');
  await expect(other.getByText(t(workspaceMessages.savedOffline))).toBeVisible();
  await here.line(1).fill('A red boat leaves early.');
  await here.line(3).fill('Night falls here.');
  // First here, so that the text of the machine that comes later is in force.
  await expect.poll(() => readStored(page)).toContain('Night falls here.');
  await elsewhere.setOffline(false);

  for (const editor of [here, there]) {
    await expect(editor.line(1)).toHaveValue('A red boat leaves early.');
    await expect(editor.line(2)).toHaveValue('The sea is calm and grey.');
    await expect(editor.line(3)).toHaveValue('Night falls there.');
  }
  await expect(other.getByText(t(keepingMessages.otherText, { text: 'Night falls here.' }))).toBeVisible();
  await other.getByRole('button', { name: t(keepingMessages.useIt) }).click();
  await expect(here.line(3)).toHaveValue('Night falls here.');
  // Who writes second is told to merge.
  ignoreRefusals(complaints);
});

test('the question about the account does not push an open list out of the window', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard');
  const { field, popup } = findVoiceList(page);
  const box = await field.boundingBox();
  await page.setViewportSize({ width: 1280, height: Math.ceil((box?.y ?? 0) + (box?.height ?? 0)) });
  // Now there is something to keep, of which the page soon asks.
  await findStudio(page).prompt.fill('Tell it calmly.');
  await field.click();
  await expect(page.getByText(t(accountListMessages.question))).toBeVisible();
  await expect(popup).toBeInViewport({ ratio: 1 });
});

test('a project goes into a folder, into the trash and back, and stays in this browser if nobody asks for more', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/dashboard');
  await findStudio(page).script.fill('A boat leaves.');
  await page.getByRole('button', { name: t(accountListMessages.no), exact: true }).click();
  const list = findNarrations(page);
  await list.show();
  const stored = async () => (await (await page.request.get('/api/projects')).json()).total;
  await expect(list.row('A boat leaves.')).toBeVisible();
  expect(await stored()).toBe(0);

  await page.getByRole('checkbox', { name: t(accountListMessages.save) }).check();
  await expect.poll(stored).toBe(1);
  const name = 'A boat leaves.';
  const search = page.getByRole('searchbox', { name: t(accountListMessages.search) });
  await search.fill('BOAT');
  await page.getByRole('button', { name: t(accountListMessages.moveThis, { name }) }).click();
  await page.getByRole('textbox', { name: t(accountListMessages.folderName) }).fill('Sea');
  await page.keyboard.press('Enter');
  await expect(list.row(name)).toContainText(t(accountListMessages.folder, { folder: 'Sea' }));
  await page.getByRole('button', { name: t(accountListMessages.versionsOf, { name }) }).click();
  await expect(page.getByText(t(accountListMessages.noVersions))).toBeVisible();
  await search.fill('plane');
  await expect(list.rows).toHaveCount(0);
  await expect(list.dialog).toContainText(t(accountListMessages.noMatch));
  await search.fill('');
  await list.remove(name).click();
  await list.close.click();
  await list.show();
  const show = page.getByRole('combobox', { name: t(accountListMessages.show) });
  await show.selectOption(t(accountListMessages.trash));
  await page.getByRole('button', { name: t(accountListMessages.restoreThis, { name }) }).click();
  await show.selectOption('Sea');
  await expect(list.row(name)).toBeVisible();
});
