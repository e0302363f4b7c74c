import { findAccountForm, findDashboard, logIn } from './account-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { endSession, makePerson, signUp } from './people.ts';
import { chooseVoice, fillStudio, findStudio, openFields } from './studio-page.ts';

test.describe('a session that expires during work', () => {
  test('loses nothing: a dialog asks to sign in, and work continues', { tag: '@long' }, async ({
    page,
    complaints,
  }) => {
    const person = await signUp(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(studio.generateAudio).toBeEnabled();
    await studio.script.fill('A script with my own words.');
    await endSession(page);
    await studio.generateAudio.click();
    const { signInAgain } = findDashboard(page);
    await expect(signInAgain).toBeVisible();
    await expect(findAccountForm(page).email).toHaveValue(person.email);
    await expect(findAccountForm(page).password).toBeFocused();
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(signInAgain).toBeHidden();
    await expect(studio.script).toHaveValue('A script with my own words.');
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    await openFields(studio);
    await studio.generateNarration.click();
    await expect(studio.script).not.toHaveValue('A script with my own words.');
    ignoreRefusals(complaints);
  });

  test('before a narration keeps video and prompt', { tag: '@long' }, async ({ page, complaints }) => {
    const person = await signUp(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio);
    await endSession(page);
    await studio.generateNarration.click();
    await expect(findDashboard(page).signInAgain).toBeVisible();
    await findAccountForm(page).password.fill(person.password);
    await findAccountForm(page).login.click();
    await expect(findDashboard(page).signInAgain).toBeHidden();
    await studio.generateNarration.click();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    ignoreRefusals(complaints);
  });

  test("shows another person their own dashboard, not the first person's draft", { tag: '@long' }, async ({
    page,
    complaints,
  }) => {
    const first = await signUp(page);
    const second = makePerson({ name: 'Grace Hopper' });
    await endSession(page);
    await signUp(page, second);
    await endSession(page);
    await page.goto('/login');
    await logIn(page, first);
    const studio = findStudio(page);
    await studio.script.fill('A secret of the first one.');
    await chooseVoice(studio, 'nova');
    await endSession(page);
    await studio.generateAudio.click();
    await logIn(page, second);
    await expect(findDashboard(page).heading).toHaveText('Welcome, Grace Hopper');
    await expect(studio.script).toHaveValue('');
    ignoreRefusals(complaints);
  });
});
