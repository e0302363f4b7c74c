import type { Page } from '@playwright/test';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { languagesMessages as messages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { answerWithReply, refusals } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { isTranslation, readAsked } from '../support/translating.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';
import { findVersions } from './narrations-page.ts';
import { findStudio } from './studio-page.ts';

/** A sentence in each language, of four scripts. */
const sentences = {
  French: 'Le renard lève la tête hors de l’herbe.',
  Spanish: 'El zorro levanta la cabeza entre la hierba.',
  Russian: 'Лиса поднимает голову из густой травы.',
  Arabic: 'يرفع الثعلب رأسه من بين العشب.',
  Japanese: '狐は草むらから顔を上げます。',
  Greek: 'Η αλεπού σηκώνει το κεφάλι της από το γρασίδι.',
} as const satisfies Partial<Record<LanguageName, string>>;

const script = ['[0:00] One fox looks up.', '[0:04] Two foxes run.', '[0:08] Nobody saw all 40.'].join('\n');

let provider: OpenAiStandIn;
let server: ServerProcess;
test.beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startServerProcess({ OPENAI_BASE_URL: provider.baseUrl, FREE_NARRATIONS_PER_DAY: '50' });
});
test.beforeEach(() => {
  provider.reset();
  provider.always('script', translate);
});
test.afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});

const translate: Behaviour = exchange => {
  const { language, rows } = readAsked(exchange.request.body);
  const sentence = sentences[language as keyof typeof sentences];
  return answerWithReply({ content: rows.map(({ number }) => `${number}: ${sentence}`).join('\n') })(
    exchange,
  );
};

const listTranslated = () =>
  provider.requests.flatMap(({ body }) => (isTranslation(body) ? [readAsked(body)] : []));
const countSpoken = () => provider.requests.filter(({ call }) => call === 'speech').length;

function findLanguages(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(messages.title), exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    dialog,
    search: dialog.getByRole('combobox', { name: t(languageListMessages.search) }),
    option: (language: LanguageName) =>
      dialog.getByRole('option', { name: new RegExp(`(^|· )${language}( —|$)`) }),
    speak: dialog.getByRole('radio', { name: t(messages.translateAndSpeak) }),
    begin: dialog.getByRole('button', { name: t(messages.begin), exact: true }),
    effort: dialog.getByRole('status').last(),
    update: button(t(messages.update)),
    tryAgain: button(t(messages.tryAgain)),
    cancel: findStudio(page).cancel,
    done: (names: string) => page.getByText(t(messages.done, { languages: names })),
  };
}

type Languages = ReturnType<typeof findLanguages>;

async function choose(
  page: Page,
  { option, search }: Languages,
  names: readonly LanguageName[],
): Promise<void> {
  await findVersions(page).addLanguage();
  await expect(search).toBeFocused();
  for (const name of names) {
    await search.fill(getLanguage(name).code);
    await search.press('Enter');
    await expect(option(name)).toHaveAttribute('aria-selected', 'true');
  }
  await search.fill('');
}

test('a changed line is translated and spoken alone, and a failure names its language', {
  tag: '@long',
}, async ({ page, complaints }) => {
  const { line } = await openLineEditor(page, script, server.url);
  const found = findLanguages(page);
  const versions = findVersions(page);
  await choose(page, found, ['French', 'Arabic']);
  await found.speak.check();
  await expect(found.effort).toContainText(t(messages.toTranslate, { count: 6 }));
  await expectNoViolation(page);
  await found.begin.click();
  await expect(found.done('French and Arabic')).toBeVisible();
  expect(await versions.listLanguages()).toHaveLength(3);
  await expect(line(1)).toHaveValue('One fox looks up.');
  expect(listTranslated().map(({ rows }) => rows.length)).toEqual([3, 3]);
  const spoken = countSpoken();

  await line(1).fill('One fox looks down.');
  expect(await versions.listLanguages()).toContain(`Arabic — ${t(messages.linesChanged, { count: 1 })}`);
  await page.getByRole('button', { name: t(messages.show, { language: 'Arabic' }) }).press('Enter');
  await expect(line(1)).toHaveAttribute('lang', 'ar');
  await expect(
    page.getByRole('status').filter({ hasText: 'Arabic' }).and(page.locator(':focus')),
  ).toBeVisible();
  const original = page.getByText('One fox looks down.');
  await expect(original).toHaveAttribute('dir', 'auto');
  await expect(page.getByText(t(messages.lineChanged))).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverhang(page);
  await expectNoViolation(page);
  await found.update.click();
  await expect(found.done('Arabic')).toBeVisible();
  await expect(original).toHaveCount(0);
  const numbers = page.getByText(t(messages.numbersDiffer));
  await line(3).fill('لم ير أحد كل الـ400.');
  await expect(numbers).toBeVisible();
  await expect(page.getByText('Nobody saw all 40.')).toBeVisible();
  await expectNoOverhang(page);
  await line(3).fill('لم ير أحد كل الـ٤٠.');
  await expect(numbers).toHaveCount(0);
  await versions.addLanguage();
  await expect(found.option('Arabic')).toContainText(t(messages.upToDate));
  await expect(found.option('French')).toContainText(t(messages.linesChanged, { count: 1 }));
  await expectNoOverhang(page);
  provider.always('script', refusals.serverErrorFor1ms);
  await found.dialog.getByRole('button', { name: t(messages.updateAll, { count: 1 }) }).click();
  await expect(page.getByText(/Not finished: French\./)).toBeVisible();
  provider.always('script', translate);
  await found.tryAgain.click();
  await expect(found.done('French')).toBeVisible();
  const changed = listTranslated().slice(2);
  for (const { rows } of changed) expect(rows).toEqual([{ number: 1, text: 'One fox looks down.' }]);
  expect(new Set(changed.map(({ language }) => language))).toEqual(new Set(['Arabic', 'French']));
  // The translation is the same sentence as before: its sound is there.
  expect(countSpoken()).toBe(spoken);
  expect(provider.requests.some(({ call }) => call === 'vision')).toBe(false);
  complaints.splice(0, complaints.length, ...complaints.filter(text => !/status of 5\d\d/u.test(text)));
});

test('six languages of four scripts are made side by side, and a cancel keeps what is done', {
  tag: '@long',
}, async ({ page }) => {
  const { line } = await openLineEditor(page, script, server.url);
  const found = findLanguages(page);
  const versions = findVersions(page);
  const all = Object.keys(sentences) as (keyof typeof sentences)[];
  provider.always('script', exchange => {
    // It never answers.
    if (readAsked(exchange.request.body).language !== ('Greek' as string)) return translate(exchange);
  });
  await choose(page, found, all);
  await found.speak.check();
  await found.begin.click();
  // The person goes on with the original.
  await line(3).fill('Nobody is here.');
  await expect(page.getByText(t(studioWorkMessages.translated, { done: 5, count: 6 }))).toBeVisible();
  await found.cancel.click();
  await expect(page.getByText(t(messages.cancelled))).toBeVisible();
  expect(await versions.listLanguages()).toHaveLength(6);
  await expect(line(3)).toHaveValue('Nobody is here.');

  provider.reset();
  provider.always('script', translate);
  await versions.addLanguage();
  await expect(found.option('Greek')).toHaveAttribute('aria-selected', 'true');
  await found.begin.click();
  await expect(page.getByText(/^Done: /).first()).toBeVisible();
  expect(await versions.listLanguages()).toHaveLength(7);
  const greek = listTranslated().filter(({ language }) => language === ('Greek' as string));
  expect(greek.map(({ rows }) => rows.length)).toEqual([3]);
  for (const language of all) {
    await versions.choose(new RegExp(`^${language}`));
    await expect(line(3)).toHaveAttribute('lang', getLanguage(language).code);
    await expect(line(3)).toHaveValue(sentences[language]);
    await expect(findStudio(page).download).toBeVisible();
  }
});
