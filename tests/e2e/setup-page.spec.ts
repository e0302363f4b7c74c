import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { setupMessages as messages } from '#shared/messages/setup.ts';
import { setupErrors } from '#shared/messages/setup-errors.ts';
import { offerTinyModels } from '../support/offer-tiny-models.ts';
import { ollamaModels, startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import type { ServerProcess } from '../support/start-server.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';

const key = 'sk-proj-0123456789abcdefghijklmnop3fq8';
const calls = ['vision', 'script', 'speech', 'transcription'] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function findLink({ url, dataDir }: ServerProcess): Promise<string> {
  return `${url}/setup#key=${(await readFile(join(dataDir, 'setup-key'), 'utf8')).trim()}`;
}

async function expectReadable(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverhang(page);
    await expectNoViolation(page);
  }
}

function findForm(page: Page) {
  const panel = page.getByRole('tabpanel', { name: t(messages.withKey) });
  return {
    other: panel.getByRole('radio', { name: t(messages.otherAddress) }),
    address: panel.getByRole('textbox', { name: t(messages.address) }),
    key: panel.getByLabel(t(messages.optional, { name: t(messages.key) })),
    button: (name: string) => panel.getByRole('button', { name, exact: true }),
    trials: panel.getByRole('listitem'),
  };
}

const findRow = (page: Page, step: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: step, exact: true }) });

const findReturn = (page: Page) => page.getByRole('main').getByRole('link', { name: t(messages.toStart) });

/** As far as the button that tests. */
async function fillKey(page: Page, { baseUrl }: Pick<OpenAiStandIn, 'baseUrl'>): Promise<void> {
  const form = findForm(page);
  await form.other.check();
  await form.address.fill(baseUrl);
  await form.key.fill(key);
}

test('a wrong key is explained, a right one is tested, saved, and gone from the page', async ({
  page,
  startOwnServer,
}) => {
  await using openAi = await openStandIn();
  const server = await startOwnServer();
  await page.goto(await findLink(server));
  await expect(page.getByRole('heading', { name: t(messages.who) })).toBeVisible();
  expect(page.url()).toBe(`${server.url}/setup`);
  await expectReadable(page);

  const form = findForm(page);
  await form.other.check();
  await form.button(t(messages.testAndSave)).click();
  await expect(form.address).toBeFocused();
  await expect(form.address).toHaveAccessibleDescription(new RegExp(t(messages.fieldMissing)));

  for (const call of calls) openAi.always(call, refusals.invalidKey);
  await fillKey(page, openAi);
  await form.button(t(messages.testAndSave)).click();
  await expect(page.getByRole('alert')).toHaveText(t(messages.nothingWorked));
  await expect(form.trials.first()).toContainText(t(messages.failed, { step: t(messages.vision) }));
  await expect(form.button(t(messages.saveAnyway))).toBeVisible();
  await expect(form.key).toHaveValue(key);
  await expectReadable(page);

  openAi.reset();
  await form.button(t(messages.again)).click();
  const link = findReturn(page);
  await expect(link).toBeVisible();
  await expect(form.trials.first()).toContainText(t(messages.worked, { step: t(messages.vision) }));
  await expect(page.locator(':focus')).toContainText(t(messages.toStart));
  await expect(form.key).toHaveValue('');
  await expect(findRow(page, t(messages.vision))).toContainText(t(messages.page));
  await expectReadable(page);
  expect(await page.content()).not.toContain(key);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  expect(kept).not.toContain(key);

  await link.click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByText(t(engineNoteMessages.offline))).toBeHidden();
});

test('an AI that does not work now can be saved anyway, and be disconnected', async ({
  page,
  startOwnServer,
}) => {
  await using openAi = await openStandIn();
  for (const call of calls) openAi.always(call, refusals.invalidKey);
  await page.goto(await findLink(await startOwnServer()));
  await fillKey(page, openAi);
  const form = findForm(page);
  await form.button(t(messages.testAndSave)).click();
  await form.button(t(messages.saveAnyway)).click();
  await expect(page.getByText(t(messages.savedUntested))).toBeVisible();
  await expect(form.key).toHaveValue('');

  const disconnect = t(messages.disconnectThis, { name: t(messages.otherAddress) });
  await page.getByRole('button', { name: disconnect }).click();
  const dialog = page.getByRole('dialog');
  await expectNoViolation(page);
  await dialog.getByRole('button', { name: t(messages.disconnect) }).click();
  await expect(page.locator(':focus')).toHaveText(t(messages.nobodyWorks));
  await expect(findRow(page, t(messages.vision))).toContainText(t(messages.builtIn));
});

test('without the key the page says whom to ask, and opens with a pasted link', async ({
  page,
  complaints,
  startOwnServer,
}) => {
  const server = await startOwnServer();
  await page.goto(`${server.url}/setup`);
  await expect(page.getByText(t(setupErrors.askOperator))).toBeVisible();
  await expectReadable(page);
  const field = page.getByRole('textbox', { name: t(messages.linkOrKey) });
  const open = page.getByRole('button', { name: t(messages.openPage), exact: true });
  await field.fill('not-the-key');
  await open.click();
  await expect(page.getByText(t(setupErrors.wrongKey))).toBeVisible();
  await field.fill(await findLink(server));
  await open.click();
  await expect(page.getByRole('heading', { name: t(messages.who) })).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: t(messages.free) }).click();
  const panel = page.getByRole('tabpanel', { name: t(messages.free) });
  await panel.getByRole('button', { name: /more model/u }).click();
  await expect(
    panel.getByRole('button', { name: t(messages.downloadThis, { name: '' }) }).first(),
  ).toBeVisible();
  await expectReadable(page);
  ignoreRefusals(complaints);
});

test('a server of this machine is found, and used with the model that is chosen', async ({
  page,
  startOwnServer,
}) => {
  const ollama = await startOllamaStandIn();
  try {
    const { port } = new URL(ollama.origin);
    const server = await startOwnServer({ LOCAL_AI_PORTS: port });
    await page.goto(await findLink(server));
    await page.getByRole('tab', { name: t(messages.running) }).click();
    const panel = page.getByRole('tabpanel', { name: t(messages.running) });
    const model = panel.getByRole('combobox', { name: t(messages.model) });
    await expect(model).toContainText(t(messages.seesPictures, { name: ollamaModels.gemma.name }));
    await model.selectOption(ollamaModels.gemma.name);
    await expectReadable(page);
    await panel.getByRole('button', { name: t(messages.use) }).click();
    await expect(findRow(page, t(messages.vision))).toContainText(t(messages.page));
    await expect(findRow(page, t(messages.vision))).toContainText(ollamaModels.gemma.name);
  } finally {
    await ollama.close();
  }
});

test('a download goes on while the page is reloaded, is paused, continued, and then in use', async ({
  page,
  startOwnServer,
}) => {
  await using offer = await offerTinyModels({
    phrases: ['A red kite', ' circles above', ' the green hill', '.'],
  });
  const server = await startOwnServer({ ...offer.settings });
  offer.host.failNext({ kind: 'stall', afterBytes: 1000 });
  await page.goto(await findLink(server));
  await page.getByRole('tab', { name: t(messages.free) }).click();
  const model = page
    .getByRole('tabpanel', { name: t(messages.free) })
    .getByRole('listitem')
    .first();
  await model.getByRole('button').click();
  await expect(model.getByRole('progressbar')).toBeVisible();
  await expect(model.getByRole('status')).toHaveText(t(messages.downloading));
  await expect(model).toBeFocused();
  await expectReadable(page);

  await page.reload();
  await expect(model.getByRole('status')).toHaveText(t(messages.downloading));
  await model.getByRole('button', { name: /^Pause/u }).click();
  await expect(model.getByRole('status')).toHaveText(t(messages.paused));
  await model.getByRole('button', { name: /^Continue/u }).click();
  await expect(model.getByRole('status')).toHaveText(t(messages.installed));
  await expect(findReturn(page)).toBeVisible();
  await expect(findRow(page, t(messages.vision))).toContainText(t(messages.installed));
});

test('the model of a step is changed by keyboard alone, once it has been tested', async ({
  page,
  startOwnServer,
}) => {
  await using openAi = await openStandIn();
  await page.goto(await findLink(await startOwnServer()));
  const form = findForm(page);
  await tabTo(page, page.getByRole('radio', { checked: true }));
  while (!(await form.other.isChecked())) await page.keyboard.press('ArrowDown');
  await tabTo(page, form.address);
  await page.keyboard.type(openAi.baseUrl);
  await tabTo(page, form.key);
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toContainText(t(messages.toStart));

  const row = findRow(page, t(messages.vision));
  await tabTo(page, row.getByRole('button'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const model = dialog.getByRole('textbox', { name: t(messages.model) });
  await tabTo(page, model);
  await page.keyboard.type('no-such-model');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(t(messages.nothingWorked));
  await expectNoViolation(page);
  await model.fill('gpt-4o-mini');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('gpt-4o-mini');
  await expect(row.getByRole('button')).toBeFocused();
});

async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate(each => each === document.activeElement);
  for (let tabs = 0; tabs < 60 && !(await isThere()); tabs++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

async function openStandIn(): Promise<OpenAiStandIn & AsyncDisposable> {
  const openAi = await startOpenAiStandIn();
  return Object.assign(openAi, { [Symbol.asyncDispose]: () => openAi.close() });
}
