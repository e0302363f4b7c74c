import { join } from 'node:path';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { t } from '#shared/messages/message.ts';
import { planMessages } from '#shared/messages/plans.ts';
import { privacyMessages } from '#shared/messages/privacy.ts';
import { recipientMessages } from '#shared/messages/recipients.ts';
import { toPattern } from '../support/message-pattern.ts';
import { copyWithThirdEngine } from '../support/third-engine/copy-with-third-engine.ts';
import { expect, test } from './fixtures.ts';
import { chooseLanguage, findStudio } from './studio-page.ts';

test('a provider added by the guide is named wherever the page names engines, without a change of the page', {
  tag: '@long',
}, async ({ page, startOwnServer }) => {
  await using copy = await copyWithThirdEngine();
  const mainFile = join(copy.path, 'src/server/main.ts');
  const server = await startOwnServer({ PARROT_BASE_URL: 'http://127.0.0.1:9' }, [
    process.execPath,
    mainFile,
  ]);
  await page.goto(`${server.url}/premium`);
  await expect(page.getByText(t(planMessages.spokenByOwnIn, { provider: 'Parrot', count: 2 }))).toBeVisible();
  await expect(page.getByText(t(planMessages.providers, { names: 'Parrot' }))).toBeVisible();
  await page.goto(`${server.url}/privacy`);
  await expect(page.getByRole('row').filter({ hasText: t(privacyMessages.videoWhy) })).toContainText(
    'Parrot',
  );
  await page.goto(server.url);
  await page.getByRole('button', { name: t(freePageMessages.privacy) }).click();
  await expect(page.getByText(t(recipientMessages.visionGets, { name: 'Parrot' }))).toBeVisible();
  await expect(page.getByText(t(engineNoteMessages.visionAndScript, { name: 'Parrot' }))).toBeVisible();
  await chooseLanguage(findStudio(page), 'German');
  await expect(
    page.getByText(toPattern(languageMessages.spokenByOther, { language: 'German', provider: 'Parrot' })),
  ).toBeVisible();
  // What it still fetches would be gone with the copy.
  await page.close();
});
