import { expect, test } from 'vitest';
import { contactFieldsSchema } from './api/contact.ts';
import { formErrors } from './messages/form-errors.ts';
import { t } from './messages/message.ts';
import { cleanName } from './person-name.ts';

const invisible = [
  ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x061c, 0x2060, 0xfeff, 0x00ad, 0xe0041],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
].map(code => String.fromCodePoint(code));

test.each(invisible)('%j is removed anywhere in a name', character => {
  expect(cleanName(`${character}Ada ${character}Love${character}lace${character}`)).toBe('Ada Lovelace');
});

test.each(['Ada Lovelace', 'José-María O’Neill', 'محمد بن سلمان', 'דוד', '王小明', 'ครูสมชาย', '👩🏽 Ada'])(
  '%s is unchanged',
  name => {
    expect(cleanName(name)).toBe(name);
  },
);

const contactName = contactFieldsSchema.shape.from_name;

test('a name of only invisible characters is empty', () => {
  const problem = contactName.safeParse(invisible.join('')).error;
  expect(problem?.issues[0]?.message).toBe(t(formErrors.noName));
});

test.each(['a\r\nb', 'a\nb', 'a\u0000b', 'a\u2028b', 'a\u0085b'])(
  '%j is not allowed in a mail header',
  name => {
    expect(contactName.safeParse(name).error?.issues[0]?.message).toBe(t(formErrors.nameWithBreak));
  },
);
