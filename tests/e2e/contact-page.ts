import { expect, type Page } from '@playwright/test';
import { contactMessages } from '#shared/messages/contact.ts';
import { t } from '#shared/messages/message.ts';
import { makePerson } from './people.ts';

export const endpoint = '/api/v1.0/email/send-form';

export function findContactForm(page: Page) {
  const form = page.getByRole('form', { name: t(contactMessages.title) });
  return {
    form,
    name: form.getByPlaceholder('Your Name'),
    email: form.getByPlaceholder('Your Email'),
    message: form.getByPlaceholder('Your Message'),
    send: form.getByRole('button', { name: 'Send Message' }),
    sending: form.getByRole('button', { name: 'Loading...' }),
  };
}

export interface Letter {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

export function makeLetter(changes: Partial<Letter> = {}): Letter {
  const { email } = makePerson();
  return { name: `Ada ${email}`, email, message: 'Hello,\n\nplease narrate <b>everything</b>.', ...changes };
}

export async function fill(page: Page, letter: Letter): Promise<void> {
  const form = findContactForm(page);
  await form.name.fill(letter.name);
  await form.email.fill(letter.email);
  await form.message.fill(letter.message);
}

export async function expectFilled(page: Page, letter: Letter): Promise<void> {
  const form = findContactForm(page);
  await expect(form.name).toHaveValue(letter.name);
  await expect(form.email).toHaveValue(letter.email);
  await expect(form.message).toHaveValue(letter.message);
}

export const empty = { name: '', email: '', message: '' };
