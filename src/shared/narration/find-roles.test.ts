import { expect, test } from 'vitest';
import { findRoles, nameScript } from './find-roles.ts';
import type { CastMember } from './project.ts';
import { printSaid, readSaid } from './roles.ts';

const anna: CastMember = { id: 'anna', name: 'Anna', look: '' };

test('a name before a colon is a role where it begins two rows, or is in the cast', () => {
  const rows = ['Anna: Who is there?', 'Old man: Me.', 'Old man: It is cold.', 'Ben: Hm.'];
  expect(findRoles(rows, [])).toEqual(['Old man']);
  expect(nameScript(rows.join('\n'), [anna], ['Ben']).added.map(({ name }) => name)).toEqual([
    'Ben',
    'Old man',
  ]);
});

test.each([
  ['remarks', 'Note: The fox is real.'],
  ['times', 'At 12:30 it rains.'],
  ['clocks', 'Noon 12:30'],
  ['addresses', 'https://example.com'],
  ['sentences', 'This is what she found under the bridge: a fox.'],
  ['what somebody says', 'He said: come in.'],
  ['words in lower case', 'ingredients: eggs'],
])('%s before a colon are no roles', (_, row) => {
  expect(findRoles([row, row], [])).toEqual([]);
});

test('a script with times keeps them, and names that differ in case or space are one role', () => {
  const { added, script } = nameScript('[0:01] ANNA:  Hello.\n[0:02.5] Anna: Come in.', [anna], []);
  expect(added).toEqual([]);
  expect(script).toBe('[0:01] Anna: Hello.\n[0:02.5] Anna: Come in.');
});

test('Chinese names need no space behind their colon', () => {
  const { added, script } = nameScript('安娜：谁在那里？\n安娜： 请进。', [], []);
  expect(added.map(({ name }) => name)).toEqual(['安娜']);
  expect(script).toBe('安娜：谁在那里？\n安娜：请进。');
});

test('what is typed stays as it is while it is typed', () => {
  const cast = [anna, { id: 'old', name: 'Old man', look: '' }, { id: 'nobody', name: ' ', look: '' }];
  const typed = 'Old man:  No: I said Anna: no.';
  for (let length = 0; length <= typed.length; length++) {
    const row = typed.slice(0, length);
    expect(printSaid(readSaid(row, cast), cast)).toBe(row);
  }
  expect(readSaid('Anna: Hi.', cast)).toEqual({ castId: 'anna', text: 'Hi.' });
});
