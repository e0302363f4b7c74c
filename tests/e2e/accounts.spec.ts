import { newPasswordErrors } from '#shared/messages/account-errors.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { fillLogin, findAccountForm, findDashboard, logIn, logOut, register } from './account-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { endSession, makePerson, signUp } from './people.ts';
import { collectAlerts } from './studio-page.ts';

test.describe('registering', () => {
  test('leads to a dashboard that greets by name', async ({ page }) => {
    await page.goto('/register');
    await register(page, makePerson({ name: 'Grace Hopper' }));
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(findDashboard(page).heading).toHaveText('Welcome, Grace Hopper');
  });

  test('without a name works, and says that the name is missing', { tag: '@long' }, async ({ page }) => {
    const alerts = collectAlerts(page);
    const person = makePerson({ name: '' });
    await page.goto('/register');
    await register(page, person);
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(alerts).toEqual(['Please enter name']);
    await expect(findDashboard(page).heading).toHaveText(`Welcome, ${person.email}`);
  });

  test('with an address that is taken is refused', { tag: '@long' }, async ({ page, complaints }) => {
    const person = await signUp(page);
    await endSession(page);
    const alerts = collectAlerts(page);
    await page.goto('/register');
    await register(page, person);
    await expect.poll(() => alerts).toHaveLength(1);
    expect(alerts[0]).toMatch(/exist/);
    await expect(findAccountForm(page).email).toHaveValue(person.email);
    ignoreRefusals(complaints);
  });

  test('with a weak password lists every requirement, updated while typing', async ({ page, complaints }) => {
    const alerts = collectAlerts(page);
    const { requirements, password, register: button } = findAccountForm(page);
    await page.goto('/register');
    await register(page, makePerson({ password: 'q7zp-9' }));
    await expect.poll(() => alerts).toHaveLength(1);
    await expect(requirements).toHaveCount(3);
    await expect(requirements.filter({ hasText: 'Missing:' })).toHaveText(/At least 8 characters/);
    await password.fill('aaaaaaaa');
    await expect(requirements.filter({ hasText: 'Missing:' })).toHaveCount(0);
    await button.click();
    await expect.poll(() => alerts).toHaveLength(2);
    await expect(requirements.filter({ hasText: 'Missing:' })).toHaveText(
      /Hard to guess: .* Repeated characters such as “aaa” are easy to guess\./,
    );
    expect(alerts[1]).toBe(t(newPasswordErrors.repeatedCharacters));
    await password.fill('a pass phrase of my own');
    await button.click();
    await expect(page).toHaveURL(/\/dashboard$/);
    ignoreRefusals(complaints);
  });

  test('with an invalid address is refused by the server, not by the browser', { tag: '@long' }, async ({
    page,
    complaints,
  }) => {
    const alerts = collectAlerts(page);
    await page.goto('/register');
    await register(page, makePerson({ email: 'nobody' }));
    await expect.poll(() => alerts).toHaveLength(1);
    expect(alerts[0]).toMatch(/e-?mail/i);
    ignoreRefusals(complaints);
  });
});

test.describe('logging in', () => {
  test('on its own screen leads to the dashboard, also with Enter', async ({ page }) => {
    const person = await signUp(page);
    await endSession(page);
    await page.goto('/login');
    await fillLogin(page, person);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(findDashboard(page).heading).toHaveText(`Welcome, ${person.name}`);
  });

  test('in the dialog of the free page keeps the draft', { tag: '@long' }, async ({ page }) => {
    const person = await signUp(page);
    await endSession(page);
    await page.goto('/');
    await page
      .getByRole('textbox', { name: t(studioMessages.prompt), exact: true })
      .fill('For my grandmother.');
    await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Login' });
    await expect(dialog).toBeVisible();
    await expect(findAccountForm(page).email).toBeFocused();
    await logIn(page, person);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: t(studioMessages.prompt), exact: true })).toHaveValue(
      'For my grandmother.',
    );
  });

  test('with a wrong password shows an alert with the reason, and can be tried again', async ({
    page,
    complaints,
  }) => {
    const person = await signUp(page);
    await endSession(page);
    const alerts = collectAlerts(page);
    await page.goto('/login');
    await logIn(page, { ...person, password: 'not this one' });
    await expect.poll(() => alerts).toEqual(['Invalid email or password']);
    await expect(findAccountForm(page).login).toBeFocused();
    await findAccountForm(page).password.fill(person.password);
    await findAccountForm(page).login.click();
    await expect(page).toHaveURL(/\/dashboard$/);
    ignoreRefusals(complaints);
  });

  test('too often with a wrong password has to wait', { tag: '@long' }, async ({ page, complaints }) => {
    const person = await signUp(page);
    await endSession(page);
    const alerts = collectAlerts(page);
    await page.goto('/login');
    for (let tries = 1; tries <= 6; tries++) {
      await logIn(page, { ...person, password: `not this one ${tries}` });
      await expect.poll(() => alerts).toHaveLength(tries);
      await expect(findAccountForm(page).login).toHaveText('Login');
    }
    expect(alerts.at(-2)).toBe('Invalid email or password');
    expect(alerts.at(-1)).not.toBe('Invalid email or password');
    ignoreRefusals(complaints);
  });

  test('without a reachable server says so', { tag: '@long' }, async ({ page, complaints }) => {
    const alerts = collectAlerts(page);
    await page.goto('/login');
    await expect(findAccountForm(page).login).toBeVisible();
    await page.route('**/api/auth/sign-in/**', route => route.abort());
    await logIn(page, makePerson());
    await expect.poll(() => alerts).toHaveLength(1);
    expect(alerts).toEqual([t(pageMessages.serverUnreachable)]);
    complaints.length = 0;
  });
});

test('logging out leads to the free page and leaves no data', async ({ page, complaints }) => {
  await signUp(page);
  await page.goto('/dashboard');
  await page.getByRole('textbox', { name: t(studioMessages.script), exact: true }).fill('Something private.');
  await logOut(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'Sign in / Sign up' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: t(studioMessages.script), exact: true })).toHaveValue('');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/$/);
  // A call that is under way at the logout may be refused.
  const others = complaints.filter(text => !text.includes('status of 401'));
  complaints.splice(0, complaints.length, ...others);
});

test('the account screens link to each other, and closing them leads to the free page', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login');
  const { close } = findAccountForm(page);
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page).toHaveURL(/\/reset$/);
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await close.click();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/register$/);
  await page.getByRole('link', { name: 'Already have an account? Login' }).click();
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(freePageMessages.heading));
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(findAccountForm(page).register).toBeVisible();
  await page.goto('/reset');
  await close.click();
  await expect(page).toHaveURL(/\/$/);
});

test('without a Google client id there is no Google button, and no setting is named', {
  tag: '@long',
}, async ({ page }) => {
  for (const address of ['/login', '/register']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
    await expect(page.getByRole('main')).not.toContainText(/google/i);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
  await expect(findAccountForm(page).login).toBeVisible();
  await expect(findAccountForm(page).loginWithGoogle).toHaveCount(0);
  expect(await (await page.request.get('/api/config')).text()).not.toMatch(/[A-Z]{3,}_[A-Z]/u);
});
