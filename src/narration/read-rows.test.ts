import { expect, test } from 'vitest';
import { readRows } from './read-rows.ts';

const row = (number: number, text: string, isJoined = false) => ({ number, text, isJoined });

test.each([
  ['plain', '1: Un.\n2: Deux.', [row(1, 'Un.'), row(2, 'Deux.')]],
  [
    'with digits of Arabic, and marks of direction',
    '\u200f١: الثعلب Benshi.\n٢: المزارع.',
    [row(1, 'الثعلب Benshi.'), row(2, 'المزارع.')],
  ],
  ['with a wide colon, and no space', '1：狐。\n12：農夫。', [row(1, '狐。'), row(12, '農夫。')]],
  [
    'in Thai, without spaces',
    '1: สุนัขจิ้งจอกเงยหน้าขึ้น\n2: ชาวนาเดินมา',
    [row(1, 'สุนัขจิ้งจอกเงยหน้าขึ้น'), row(2, 'ชาวนาเดินมา')],
  ],
  [
    'with Markdown, and the maximum that was told',
    '**1:** Un.\n2 (≤12): Deux.',
    [row(1, 'Un.'), row(2, 'Deux.')],
  ],
  ['that go on below', '1:\nUn\ndeux.\n2: Trois.', [row(1, 'Un deux.'), row(2, 'Trois.')]],
  ['for two numbers', '1-2: Un et deux.', [row(1, 'Un et deux.', true)]],
  ['between remarks', 'Here:\n\n1: Un, 12:30.\n\nDone.', [row(1, 'Un, 12:30.')]],
  [
    'with echoes, and a number at the beginning',
    '1|The fox looks|Le renard.\n2|40 kilos of|40 kilos.',
    [row(1, 'The fox looks|Le renard.'), row(2, '40 kilos of|40 kilos.')],
  ],
  ['in a fence', '```\n1: Un.\n2: Deux.\n```\nDone.', [row(1, 'Un.'), row(2, 'Deux.')]],
  ['in a table', '| # | |\n|---|---|\n| 1 | Un. |\n| 2 | Deux. |', [row(1, 'Un.'), row(2, 'Deux.')]],
  [
    'in JSON',
    '{"rows":["1|The fox|\\"Un\\".","2|\\u4e8c|Deux."]}',
    [row(1, 'The fox|"Un".'), row(2, '二|Deux.')],
  ],
  ['in JSON that is cut', '{"rows":["1|The fox|Un.","2|The farm|Deu', [row(1, 'The fox|Un.')]],
  [
    'in JSON after a remark, over several rows',
    'Here:\n```json\n{\n "rows": [\n  {"n": 1, "o": "The fox", "t": "Un: [a] {b}."},\n  {"n": "2", "t": "Deux."}\n ]\n}\n```\n3: no.',
    [row(1, 'The fox|Un: [a] {b}.'), row(2, 'Deux.')],
  ],
  ['in JSON by number', '{"1": "Un.", "2": "Deux."}', [row(1, 'Un.'), row(2, 'Deux.')]],
  ['in a list of JSON', '[[1, "The fox", "Un."], [2, "Deux."]]', [row(1, 'The fox|Un.'), row(2, 'Deux.')]],
])('rows %s are read', async (_, written, rows) => {
  for (const pieces of [[written], [...written]]) {
    async function* answer() {
      yield* pieces;
    }
    expect(await Array.fromAsync(readRows(answer()))).toEqual(rows);
  }
});
