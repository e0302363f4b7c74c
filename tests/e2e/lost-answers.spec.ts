import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findDump, writeBackup } from '#server/backups/keep-backups.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import type { Project } from '#shared/narration/project.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { toPattern } from '../support/message-pattern.ts';
import type { ServerProcess } from '../support/start-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findNarrations, findSaved } from './narrations-page.ts';
import { type Person, signUp } from './people.ts';
import { findStudio } from './studio-page.ts';

const script = '[0:01] A boat leaves.\n[0:03] The sea is calm.';

const anyOther = (page: Page) => page.getByText(toPattern(keepingMessages.otherText));
const other = (page: Page, text: string) => page.getByText(t(keepingMessages.otherText, { text }));

/** The only project on the account. */
async function readStored({ request }: Page, url = ''): Promise<{ readonly document: Project }> {
  const { projects } = await (await request.get(`${url}/api/projects`)).json();
  return await (await request.get(`${url}/api/projects/${projects[0].id}`)).json();
}

const readLines = async (page: Page, url = '') =>
  (await readStored(page, url)).document.narrations[0]?.lines.map(({ text }) => text);

/** A signed-in person's dashboard, with a script that is on the account. */
async function begin(page: Page, url = ''): Promise<Person> {
  const person = await signUp(page, undefined, url);
  await page.goto(`${url}/dashboard`);
  await findStudio(page).script.fill(script);
  await page.getByRole('button', { name: t(accountListMessages.yes) }).click();
  await expect(findSaved(page)).toBeVisible();
  return person;
}

/** Another browser of the same person, with the same project. */
async function openElsewhere(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
  { email, password }: Person,
  url = '',
): Promise<{ readonly elsewhere: BrowserContext; readonly there: Page }> {
  const elsewhere = await browser.newContext(options);
  const there = await elsewhere.newPage();
  const answer = await there.request.post(`${url}/api/auth/sign-in/email`, { data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await there.goto(`${url}/dashboard`);
  await findNarrations(there).show();
  await there.getByRole('checkbox', { name: t(accountListMessages.save) }).check();
  const list = findNarrations(there);
  await list.open('A boat leaves.').click();
  await expect(findLineEditor(there).line(2)).toHaveValue('The sea is calm.');
  return { elsewhere, there };
}

/** The next document arrives, and the page does not hear of it. */
async function cutNextAnswer(page: Page): Promise<{ readonly stored: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isCut = false;
  await page.route(/\/api\/projects\/\w+$/, async route => {
    if (route.request().method() !== 'PUT' || isCut) return await route.fallback();
    isCut = true;
    await route.fetch();
    await route.abort();
    resolve();
  });
  return { stored: promise };
}

/** What the browser itself writes of calls that fail. */
function ignoreCutCalls(complaints: string[]): void {
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter(text => !/Failed to load resource/.test(text)),
  );
}

test('a save whose answer is lost takes nothing from who types on', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  await begin(page);
  const { line } = findLineEditor(page);
  const { stored } = await cutNextAnswer(page);
  await line(1).fill('A red boat leaves.');
  await stored;
  await line(1).pressSequentially(' It is early.');
  await expect.poll(() => readLines(page)).toEqual(['A red boat leaves. It is early.', 'The sea is calm.']);
  await expect(findSaved(page)).toBeVisible();
  await expect(line(1)).toHaveValue('A red boat leaves. It is early.');
  await expect(anyOther(page)).toBeHidden();
  ignoreCutCalls(complaints);
});

test('what another browser makes of a line after an answer was lost is offered, also after a reload', {
  tag: '@long',
}, async ({ page, context, browser, baseURL, extraHTTPHeaders, complaints }) => {
  const person = await begin(page);
  const options = { ...(baseURL && { baseURL }), ...(extraHTTPHeaders && { extraHTTPHeaders }) };
  const { elsewhere, there } = await openElsewhere(browser, options, person);
  await using _ = elsewhere;
  const [here, second] = [findLineEditor(page), findLineEditor(there)];
  const { stored } = await cutNextAnswer(page);
  await here.line(1).fill('A red boat leaves.');
  await stored;
  await context.setOffline(true);
  await expect(second.line(1)).toHaveValue('A red boat leaves.');
  await second.line(1).fill('A blue boat leaves.');
  await expect.poll(() => readLines(there)).toContain('A blue boat leaves.');
  await here.line(1).fill('A green boat leaves.');
  await context.setOffline(false);
  await expect(second.line(1)).toHaveValue('A green boat leaves.');
  await expect(other(page, 'A blue boat leaves.')).toBeVisible();
  await expect(here.line(1)).toHaveValue('A green boat leaves.');
  await page.reload();
  await expect(other(page, 'A blue boat leaves.')).toBeVisible();
  await page.getByRole('button', { name: t(keepingMessages.useIt) }).click();
  for (const editor of [here, second]) await expect(editor.line(1)).toHaveValue('A blue boat leaves.');
  await expect(anyOther(page)).toBeHidden();
  ignoreCutCalls(complaints);
});

test('a project that was deleted for good and made anew takes nothing from a browser that was offline', {
  tag: '@long',
}, async ({ page, browser, baseURL, extraHTTPHeaders, complaints }) => {
  const person = await begin(page);
  const options = { ...(baseURL && { baseURL }), ...(extraHTTPHeaders && { extraHTTPHeaders }) };
  const { elsewhere, there } = await openElsewhere(browser, options, person);
  await using _ = elsewhere;
  await page.goto('about:blank');
  await elsewhere.setOffline(true);
  const second = findLineEditor(there);
  await second.line(2).fill('The sea is calm and grey.');
  const { document } = await readStored(page);
  const path = `/api/projects/${document.id}`;
  expect((await page.request.delete(`${path}?forGood=true`)).ok()).toBe(true);
  const anew = JSON.parse(JSON.stringify(document).replace('A boat leaves.', 'A new boat leaves.'));
  const data = { document: { ...anew, updatedAt: new Date().toISOString() }, base: 0 };
  expect((await page.request.put(path, { data })).ok()).toBe(true);
  await elsewhere.setOffline(false);
  // The newer text of a line that was not changed here.
  await expect(second.line(1)).toHaveValue('A new boat leaves.');
  await expect(other(there, 'A boat leaves.')).toBeVisible();
  await expect(second.line(2)).toHaveValue('The sea is calm and grey.');
  await expect.poll(() => readLines(page)).toEqual(['A new boat leaves.', 'The sea is calm and grey.']);
  ignoreCutCalls(complaints);
});

const restoreCommand = fileURLToPath(new URL('../../src/cli/restore.ts', import.meta.url));

async function stop(server: ServerProcess): Promise<void> {
  server.process.kill('SIGTERM');
  await server.waitForExit();
}

/** Of a server that was stopped. @returns the file */
async function backUp(dataDir: string): Promise<string> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const dump = findDump(database);
    if (!dump) throw new Error('The embedded database cannot be backed up.');
    return await writeBackup({ folder: join(dataDir, 'backups'), dump });
  } finally {
    await database.close();
  }
}

test('a server that was restored from a backup takes nothing from two browsers with newer work', {
  tag: '@long',
}, async ({ page, browser, startOwnServer, complaints }) => {
  // Three starts of a server, one after the other.
  test.setTimeout(600_000);
  await using folder = await makeTemporaryFolder();
  const dataDir = folder.path;
  const first = await startOwnServer({ DATA_DIR: dataDir });
  const { url, port } = first;
  const start = () => startOwnServer({ DATA_DIR: dataDir, PORT: String(port) });
  const person = await begin(page, url);
  // Both sign in before the backup, so that both sessions are restored.
  const { elsewhere, there } = await openElsewhere(browser, {}, person, url);
  await using _ = elsewhere;
  await stop(first);
  const backup = await backUp(dataDir);
  const second = await start();
  const [here, far] = [findLineEditor(page), findLineEditor(there)];
  await here.line(1).fill('A red boat leaves.');
  await expect(far.line(1)).toHaveValue('A red boat leaves.');
  await elsewhere.setOffline(true);
  await far.line(2).fill('The sea is calm and grey.');
  await stop(second);
  const env = { ...childEnvironment, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [restoreCommand, backup], { env });
  await start();
  await expect(other(page, 'A boat leaves.')).toBeVisible();
  await expect(here.line(1)).toHaveValue('A red boat leaves.');
  await expect.poll(() => readLines(page, url)).toEqual(['A red boat leaves.', 'The sea is calm.']);
  await elsewhere.setOffline(false);
  for (const editor of [here, far]) {
    await expect(editor.line(2)).toHaveValue('The sea is calm and grey.');
    await expect(editor.line(1)).toHaveValue('A red boat leaves.');
  }
  await expect.poll(() => readLines(page, url)).toEqual(['A red boat leaves.', 'The sea is calm and grey.']);
  ignoreCutCalls(complaints);
});
