import { expect, test } from 'vitest';
import { redactContacts } from './narration-log.ts';

test.each([
  'ada@example.org',
  'Ada.Lovelace+video@mail.example.co.uk',
  'ada (at) example.org',
  'josé@exämple.de',
  'root@localhost',
])('the address %s is redacted', address => {
  expect(redactContacts(`Say: write to ${address}, please.`)).toBe('Say: write to [e-mail], please.');
});

test.each([
  '+49 30 1234567',
  '(555) 123-4567',
  '555.123.4567',
  '0301234567',
  '+1-555-0100-200',
  '٠١٢٣٤٥٦٧٨٩',
])('the number %s is redacted', number => {
  expect(redactContacts(`Call ${number} now.`)).toBe('Call [phone] now.');
});

test.each(['In 1911 it ran for 90 minutes.', 'Scene 4, take 12.', '10 of 100', 'It @ the end'])(
  '%s is kept',
  text => {
    expect(redactContacts(text)).toBe(text);
  },
);

test('characters that a database cannot store are removed', () => {
  expect(redactContacts('a\u0000b\ud800c')).toBe('ab\ufffdc');
});
