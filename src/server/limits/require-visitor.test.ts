import { expect, test } from 'vitest';
import { toMailbox } from './require-visitor.ts';

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  ['ada+1@example.org', 'ada@example.org'],
  ['ada+1+2@example.org', 'ada@example.org'],
  ['+ada@example.org', '+ada@example.org'],
  ['a.d.a@example.org', 'a.d.a@example.org'],
  ['A.d.a+x@GoogleMail.com', 'ada@gmail.com'],
])('%s belongs to the mailbox %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});
