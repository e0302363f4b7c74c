import { expect, test } from 'vitest';
import { isMailAddress } from './mail-address.ts';

test.each([
  'ada@example.org',
  "o'hara+tag@mail.example.co.uk",
  'a@b.co',
  'ada@münchen.example',
  'ada@xn--mnchen-3ya.example',
  '用户@例子.广告',
  'अजय@डाटा.भारत',
  'δοκιμή@παράδειγμα.δοκιμή',
  `${'a'.repeat(64)}@example.org`,
])('mail can be sent to %s', address => {
  expect(isMailAddress(address)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['no @', 'ada'],
  ['nobody', '@example.org'],
  ['nowhere', 'ada@'],
  ['two addresses', 'a@x.example, b@y.example'],
  ['two @', 'a@b@example.org'],
  ['a name and an address', 'Ada <ada@example.org>'],
  ['a line break', 'ada@example.org\r\nBcc: all@example.org'],
  ['a line break at the end', 'ada@example.org\n'],
  ['a NUL', 'ada\u0000@example.org'],
  ['a space', 'ada lovelace@example.org'],
  ['quotes', '"ada"@example.org'],
  ['a comment', 'ada(home)@example.org'],
  ['a dot at the start', '.ada@example.org'],
  ['two dots', 'ada..l@example.org'],
  ['a domain without a dot', 'ada@localhost'],
  ['an empty label', 'ada@example..org'],
  ['a dot at the end', 'ada@example.org.'],
  ['a hyphen at the edge of a label', 'ada@-example.org'],
  ['an address of a machine', 'ada@192.0.2.1'],
  ['an address of a machine in brackets', 'ada@[192.0.2.1]'],
  ['a port', 'ada@example.org:25'],
  ['a path', 'ada@example.org/x'],
  ['a name that is too long', `${'a'.repeat(65)}@example.org`],
  ['a name that is too long in bytes', `${'é'.repeat(33)}@example.org`],
  ['a label that is too long', `ada@${'a'.repeat(64)}.org`],
  ['an address that is too long', `ada@${'a.'.repeat(125)}org`],
  ['half a character', 'ada\ud800@example.org'],
])('mail cannot be sent to %s', (_what, address) => {
  expect(isMailAddress(address)).toBe(false);
});
