import type { Page } from '@playwright/test';
import { accountMessages } from '#shared/messages/accounts.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import type { Person } from './people.ts';

export function findAccountForm(page: Page) {
  return {
    name: page.getByLabel('Full Name'),
    email: page.getByLabel('E-mail Address'),
    password: page.getByLabel('Password', { exact: true }),
    newPassword: page.getByLabel(t(accountMessages.newPassword)),
    login: page.getByRole('button', { name: 'Login', exact: true }),
    loginWithGoogle: page.getByRole('button', { name: 'Login with Google' }),
    register: page.getByRole('button', { name: 'Register', exact: true }),
    registerWithGoogle: page.getByRole('button', { name: 'Register with Google' }),
    sendReset: page.getByRole('button', { name: 'Send password reset email' }),
    signInByLink: page.getByRole('button', { name: t(accountMessages.signIn), exact: true }),
    setPassword: page.getByRole('button', { name: t(accountMessages.setPassword) }),
    close: page.getByRole('link', { name: t(pageMessages.close) }),
    requirements: page.getByRole('status').getByRole('listitem'),
  };
}

export async function fillLogin(page: Page, { email, password }: Person): Promise<void> {
  const form = findAccountForm(page);
  await form.email.fill(email);
  await form.password.fill(password);
}

export async function logIn(page: Page, person: Person): Promise<void> {
  const { login } = findAccountForm(page);
  // The screen before may have the same fields.
  await login.waitFor();
  await fillLogin(page, person);
  await login.click();
}

export async function register(page: Page, person: Person): Promise<void> {
  await findAccountForm(page).name.fill(person.name);
  await fillLogin(page, person);
  await findAccountForm(page).register.click();
}

/** By the button at the top, or beside a script in the menu. */
export async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: t(workspaceMessages.menu), exact: true });
  const button = page.getByRole('button', { name: 'Logout' });
  await menu.or(button).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await button.or(page.getByRole('menuitem', { name: 'Logout' })).click();
}

export function findDashboard(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1 }),
    logout: page.getByRole('button', { name: 'Logout' }),
    plan: page.getByRole('link', { name: t(dashboardMessages.getPremium) }),
    left: page.getByText(/narrations? left today/),
    signInAgain: page.getByRole('dialog', { name: t(dashboardMessages.signInAgain) }),
  };
}
