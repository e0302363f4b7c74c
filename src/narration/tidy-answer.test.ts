import { expect, test } from 'vitest';
import { describeExamples } from '#engines/prompts/describe.ts';
import { narrateExamples } from '#engines/prompts/narrate.ts';
import { isCopied, tidyLines, tidyScript } from './tidy-answer.ts';

test.each([
  ['blank ends are cut off', '\n A dog runs. \n', 'A dog runs.'],
  ['quotation marks around all of it go', '"A dog runs. It barks."', 'A dog runs. It barks.'],
  ['those of other languages too', '„Ein Hund läuft.“', 'Ein Hund läuft.'],
  ['and Japanese ones', '「犬が走る。」', '犬が走る。'],
  ['a quotation at both ends stays', '"Run!" he says. "Faster!"', '"Run!" he says. "Faster!"'],
  ['a quotation inside stays', 'He says "run" and runs.', 'He says "run" and runs.'],
  ['a code fence goes', '```\nA dog runs.\n```', 'A dog runs.'],
  ['a code fence with a name goes', '```text\nA dog runs.\n```', 'A dog runs.'],
  ['a lone mark stays', '"', '"'],
  ['a label in bold goes', '**Narration:** A dog runs.', 'A dog runs.'],
  ['in any language', '**Erzählung**: Ein Hund läuft.', 'Ein Hund läuft.'],
  [
    'a plain label goes from each paragraph',
    'Narrator: A dog runs.\n\nNarrator: It barks.',
    'A dog runs.\n\nIt barks.',
  ],
  [
    'an introduction and rules go',
    'Sure! Here is your narration:\n\n---\n\nA dog runs.\n\n---',
    'A dog runs.',
  ],
  [
    'headings and titles go',
    '# The dog\n\n**A day at sea**\n\nA dog runs.\n## End\nIt barks.',
    'A dog runs.\nIt barks.',
  ],
  ['a closing remark goes', 'A dog runs.\n\n*(Word count: 3)*', 'A dog runs.'],
  ['an offer goes', 'A dog runs.\n\nLet me know if you want it longer!', 'A dog runs.'],
  ['emphasis goes, its words stay', 'A **very** fast *brown* dog __runs__.', 'A very fast brown dog runs.'],
  ['a sentence in bold stays a sentence', '**A dog runs.**', 'A dog runs.'],
  ['quotation marks inside a label’s text go', '**Script:** "A dog runs."', 'A dog runs.'],
  ['bullets go', '* A dog runs.\n* It barks.', 'A dog runs.\nIt barks.'],
  [
    'what only looks like markup stays',
    'It is 5 * 3. A snake_case_name, a #1 hit.',
    'It is 5 * 3. A snake_case_name, a #1 hit.',
  ],
  [
    'a sentence with a colon stays',
    'Here is what counts: speed.\nIt runs.',
    'Here is what counts: speed.\nIt runs.',
  ],
  [
    'the names of a dialogue stay, without marks',
    '**Anna:** Hello.\n**Narrator:** It rains.',
    'Anna: Hello.\nNarrator: It rains.',
  ],
  ['and plain ones', 'Narrator: It rains.\nAnna: Hello.', 'Narrator: It rains.\nAnna: Hello.'],
  [
    'a narration that hopes keeps its end',
    'A dog runs.\n\nI hope you come and see it.',
    'A dog runs.\n\nI hope you come and see it.',
  ],
  [
    'and so does one that invites',
    'A dog runs.\n\nFeel free to bring yours.',
    'A dog runs.\n\nFeel free to bring yours.',
  ],
  ['paragraphs stay', 'A dog runs.\n\nIt barks.', 'A dog runs.\n\nIt barks.'],
])('%s', (_, written, expected) => {
  expect(tidyScript(written)).toBe(expected);
});

test.each([
  ['rows in bold', '**[0:05]** Five.\n**[0:08] Eight.**', '[0:05] Five.\n[0:08] Eight.'],
  ['rows of a list', '- [0:05] Five.\n2. [0:08] Eight.', '[0:05] Five.\n[0:08] Eight.'],
  ['rows that say until when', '[0:05–0:08] Five.\n[0:08 - 0:12] Eight.', '[0:05] Five.\n[0:08] Eight.'],
  [
    'rows among remarks',
    'Here are the lines:\n\n[0:05] Five.\n---\n[0:08] *Eight.*\n\nDone.',
    '[0:05] Five.\n[0:08] Eight.',
  ],
  ['rows below their time', '[0:05]\nFive.\n**[0:08]**\nEight.', '[0:05]\nFive.\n[0:08]\nEight.'],
])('lines with times are read from %s', (_, written, expected) => {
  expect(tidyLines(written)).toBe(expected);
});

test('an answer that repeats an example of the prompt is noticed, unless the notes say the same', () => {
  const [narration, line] = [narrateExamples[0].answer, describeExamples[1]?.rich ?? ''];
  expect(isCopied(`So. ${narration}`, 'A dog runs.')).toBe(true);
  expect(isCopied(line.toUpperCase(), 'A dog runs.')).toBe(true);
  expect(isCopied(line, line)).toBe(false);
  expect(isCopied('It begins with a lump of sugar, and a dog that never hurries anywhere.', '')).toBe(false);
});

test('what was rewritten keeps the name that stood before its rows', () => {
  expect(tidyScript('Narrator: It rains.', 'Narrator: It rains and rains.')).toBe('Narrator: It rains.');
  expect(tidyScript('**Narrator:** It rains.', 'It rains and rains.')).toBe('It rains.');
});
