import { expect, test } from 'vitest';
import { tidyScript } from './check-lines.ts';

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
  ['paragraphs stay', 'A dog runs.\n\nIt barks.', 'A dog runs.\n\nIt barks.'],
])('%s', (_, written, expected) => {
  expect(tidyScript(written)).toBe(expected);
});
