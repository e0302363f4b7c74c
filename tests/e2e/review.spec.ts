import { accountListMessages } from '#shared/messages/account-list.ts';
import { commentMessages } from '#shared/messages/comments.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { reviewErrors } from '#shared/messages/review-errors.ts';
import { reviewPageMessages as messages } from '#shared/messages/review-page.ts';
import { sharingMessages } from '#shared/messages/sharing.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findSaved } from './narrations-page.ts';
import { signUp } from './people.ts';
import { findStudio, makeVideoFile } from './studio-page.ts';

const hostile = '<img src=x onerror=alert(1)>';

test('a reviewer without an account comments on a line, which its author sees, resolves and stops sharing', {
  tag: '@long',
}, async ({ page, browser, baseURL, extraHTTPHeaders }) => {
  await signUp(page);
  await page.goto('/dashboard');
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeVideoFile('boat.mp4'));
  await studio.script.fill('[0:00] A boat leaves.\n[0:01] הים שקט.');
  await page.getByRole('button', { name: t(accountListMessages.yes) }).click();
  await expect(findSaved(page)).toBeVisible();
  const share = page.getByRole('button', { name: t(sharingMessages.share), exact: true });
  await share.click();
  const dialog = page.getByRole('dialog', { name: t(sharingMessages.title) });
  await dialog.getByRole('textbox', { name: t(sharingMessages.name) }).fill('Client');
  await dialog.getByRole('checkbox', { name: t(sharingMessages.pictures) }).check();
  await expect(dialog.getByRole('checkbox', { name: t(sharingMessages.showsOthers) })).not.toBeChecked();
  await expectNoViolation(page);
  await dialog.getByRole('button', { name: t(sharingMessages.create) }).click();
  const url = await dialog.getByRole('textbox', { name: t(sharingMessages.link) }).inputValue();
  await expect(dialog.getByRole('listitem')).toContainText(t(sharingMessages.withPictures));
  await dialog.getByRole('button', { name: 'Close' }).click();

  await using elsewhere = await browser.newContext({
    ...(baseURL && { baseURL }),
    ...(extraHTTPHeaders && { extraHTTPHeaders }),
    viewport: { width: 360, height: 740 },
  });
  const review = await elsewhere.newPage();
  await review.goto(url);
  const lines = review.getByRole('main').locator('ol').getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first().locator('img')).toHaveJSProperty('complete', true);
  await review.getByRole('button', { name: t(messages.commentOn, { number: 2 }) }).click();
  const field = review.getByRole('textbox', { name: t(messages.yourComment, { number: 2 }) });
  await expect(field).toBeFocused();
  await field.fill(`Too short. ${hostile}`);
  await review.getByRole('button', { name: t(messages.send) }).click();
  const name = review.getByRole('textbox', { name: t(messages.name) });
  await expect(name).toBeFocused();
  await expect(review.getByText(t(messages.nameMissing))).toBeVisible();
  await name.fill('Bo');
  await review.getByRole('button', { name: t(messages.send) }).click();
  await expect(review.getByText(t(messages.sent))).toBeVisible();
  await expect(lines.last()).toContainText(`Too short. ${hostile}`);
  await expect(lines.last()).toContainText(t(commentMessages.guest));
  await expect(review.locator('img[src="x"]')).toHaveCount(0);
  await expectNoOverhang(review);
  await expectNoViolation(review);

  await expect(page.getByText(t(commentMessages.changed, { count: 1 }))).toBeVisible();
  const rows = page.getByRole('list', { name: t(lineEditorMessages.list) }).locator('> li');
  await expect(rows.nth(1)).toContainText(hostile);
  await expect(rows.nth(1)).toContainText(t(commentMessages.guestVia, { name: 'Client' }));
  await expectNoViolation(page);
  await page.getByRole('button', { name: t(commentMessages.resolveThis, { author: 'Bo' }) }).click();
  await expect(page.getByText(t(commentMessages.resolvedCount, { count: 1 }))).toBeVisible();

  await share.click();
  await dialog.getByRole('button', { name: t(sharingMessages.revokeThis, { name: 'Client' }) }).click();
  await expect(dialog.getByText(t(sharingMessages.revoked, { name: 'Client' }))).toBeVisible();
  await review.reload();
  await expect(review.getByRole('alert')).toContainText(t(reviewErrors.noLink));
});
