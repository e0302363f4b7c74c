import { expect, test } from 'vitest';
import { getVisitorAddress, toMailbox } from './require-visitor.ts';

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

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:5678', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:1:ffff::1', '2001:db8:1::/48'],
  ['[2001:db8:1::1]', '2001:db8:1::/48'],
  ['[2001:db8:1::1]:80', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::', '0:0:0::/48'],
  ['[::1]:80', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', 'unknown'],
  ['_hidden:5678', 'unknown'],
  ['192.0.2.7, 192.0.2.8', 'unknown'],
  ['', 'unknown'],
])('%s counts as %s', (ip, visitor) => {
  expect(getVisitorAddress(ip)).toBe(visitor);
});
