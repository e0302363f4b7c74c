import { expect, test } from 'vitest';
import { voiceCatalogue } from '../voice-catalogue.ts';
import { findRoles, nameScript } from './find-roles.ts';
import { type CastMember, printSaid, readSaid } from './project.ts';

const anna: CastMember = { id: 'anna', name: 'Anna', look: '' };

const nameAll = (text: string, isSubtitles = false, voice: string | undefined = 'fable') =>
  nameScript(text, [], { voice, isSubtitles });
const list = (text: string) => nameAll(text).added.map(({ name }) => name);

test('a name before a colon is a role where it begins two rows, once beside another, or is in the cast', () => {
  const rows = ['Anna: Who is there?', 'Old man: Me.', 'Old man: It is cold.', 'Ben: Hm.'];
  expect(findRoles(rows, []).roles).toEqual(['Anna', 'Old man', 'Ben']);
  expect(findRoles(['Anna: Who is there?', 'Nobody answers.'], []).roles).toEqual([]);
  expect(nameScript(rows.join('\n'), [anna], { sure: ['Zoë'] }).added.map(({ name }) => name)).toEqual([
    'Zoë',
    'Old man',
    'Ben',
  ]);
});

const said = 'Anna: Who is there?\nTom: Only me.\nAnna: Come in.\nTom: Thanks.';
test.each([
  ['a list', said.replace(/^/gmu, '- '), said],
  ['a list without spaces', said.replace(/^/gmu, '–'), said],
  ['bold names', said.replace(/^(\w+):/gmu, '**$1:**'), said],
  ['bold names before the colon', said.replace(/^(\w+):/gmu, '**$1**:'), said],
  ['names as in a film script', said.replaceAll('Anna:', 'Anna (V.O.):'), said],
  ['marks of another speaker', said.replace(/^/gmu, '>> '), said],
  ['a space before the colon', said.replaceAll(':', ' :'), said],
  ['a narrow space before the colon', said.replaceAll(':', '\u202f:'), said],
  ['names on rows of their own', said.replaceAll(': ', ':\n'), said],
  [
    'names above several rows',
    "UNA:\nI have it.\nLook.\n\nM'BENGA: Good.\nUNA:\nFirst log entry.",
    "UNA: I have it. Look.\n\nM'BENGA: Good.\nUNA: First log entry.",
  ],
])('%s begin what roles say', (_, written, script) => {
  const named = nameAll(written);
  expect(named.script).toBe(script);
  expect(named.added).toHaveLength(2);
  expect(named.script.split('\n').filter(row => row && !readSaid(row, named.added).castId)).toEqual([]);
});

test.each([
  [
    'causes and remedies',
    'Cause: A loose wire.\nRemedy: Tighten it.\nCause: An empty battery.\nRemedy: Charge it.',
  ],
  [
    'the same in German',
    'Ursache: Ein Draht.\nAbhilfe: Festziehen.\nUrsache: Die Batterie.\nAbhilfe: Laden.',
  ],
  ['a recipe', 'Ingredients: eggs.\nMethod: Stir.\nServes: two.'],
  ['weather', 'Berlin: 12 Grad.\nParis: 14 Grad.\nRom: 18 Grad.'],
  ['days', 'Monday: Rain.\nTuesday: Sun.\nMonday: Rain again.'],
  ['main points', 'Main cause: A wire.\nMain cause: A battery.'],
])('%s are no roles, and are offered by nobody', (_, text) => {
  expect(nameAll(text)).toMatchObject({ added: [], script: text, told: '' });
});

test('unknown names are roles unless they repeat like headings, which is told', () => {
  expect(list('Zork: Who?\nBlip: Me.\nZork: Come.\nZork: Now.\nBlip: No.')).toEqual(['Zork', 'Blip']);
  expect(list('Zork: Who?\nAnna: Me.\nZork: Come.\nAnna: No.')).toEqual(['Zork', 'Anna']);
  const unsure = nameAll('Zork: Who?\nBlip: Me.\nZork: Come.\nBlip: No.');
  expect(unsure.added).toEqual([]);
  expect(unsure.told).toBe('These names or headings are read aloud: Zork, Blip.');
});

test('roles have different voices, of their sex where their names tell it, of the plan of the narrator', () => {
  const script = 'Bob: Hi.\nAnna: Hi.\nMarie: Hi.\nOld man: Hi.\nBob: Bye.';
  const choose = (voice: string) => nameScript(script, [], { voice }).added.map(each => each.voice);
  expect(choose('fable')).toEqual(['onyx', 'nova', 'shimmer', 'alloy']);
  expect(choose('nova')).toEqual(['fable', 'shimmer', 'alloy', 'onyx']);
  const premium = choose('Rachel');
  expect(new Set([...premium, 'Rachel']).size).toBe(5);
  const getTags = (voice: unknown) => voiceCatalogue.find(({ name }) => name === voice)?.tags ?? [];
  expect(premium.map(voice => getTags(voice)[2])).toEqual(['male', 'female', 'female', 'male']);
  const own = { provider: 'parrot', id: 'polly', name: 'Polly' };
  expect(nameScript(script, [], { voice: own }).added.map(each => each.voice)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('sounds of subtitles are not spoken, speakers in capitals are roles, and both are told', () => {
  const sdh =
    '[0:01] [door creaks]\n[0:04] ANNA: (whispers) Who is there?\n[0:07] ♪ Row, row your boat ♪\n[0:10] TOM: Only me.\n[0:13] ANNA: Come in.';
  const { script, told, added } = nameAll(sdh, true);
  expect(script).toBe('[0:04] ANNA: Who is there?\n[0:10] TOM: Only me.\n[0:13] ANNA: Come in.');
  expect(added.map(({ name, voice }) => [name, voice])).toEqual([
    ['ANNA', 'nova'],
    ['TOM', 'onyx'],
  ]);
  expect(told).toContain('3 sounds are not spoken: [door creaks], (whispers), ♪ Row, row your boat ♪.');
  expect(nameAll(sdh).script).toContain('[door creaks]');
});

test.each([
  ['(DOOR SLAMS)', undefined],
  ['- MAN: Hey! (laughs) You.', 'MAN: Hey! You.'],
  ['ANNA: [sighs] It was (as he said in 1990) cold.', 'ANNA: It was (as he said in 1990) cold.'],
  ['TOM: [coughs]', undefined],
  ['The (small) fox.', 'The (small) fox.'],
  ['♪ Happy birthday', undefined],
  ['（ため息）はい。', 'はい。'],
  ['[thunder]\nRun!', 'Run!'],
])('of “%s” in subtitles what is said is spoken', (text, left) => {
  const { script } = nameAll(`[0:01] ${text}\n[0:09] Yes.`, true);
  expect(script).toBe(left === undefined ? '[0:09] Yes.' : `[0:01] ${left}\n[0:09] Yes.`);
});

test('subtitles of nothing but sounds stay as they are', () => {
  expect(nameAll('[0:01] [rain]', true).script).toBe('[0:01] [rain]');
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
  expect(findRoles([row, row], [])).toEqual({ roles: [], unsure: [] });
});

test('a script with times keeps them, and names that differ in case or space are one role', () => {
  const { added, script } = nameScript('[0:01] ANNA:  Hello.\n[0:02.5] Anna: Come in.', [anna], {});
  expect(added).toEqual([]);
  expect(script).toBe('[0:01] Anna: Hello.\n[0:02.5] Anna: Come in.');
});

test('Chinese names need no space behind their colon', () => {
  const { added, script } = nameScript('安娜：谁在那里？\n安娜： 请进。', [], {});
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
