import { expect, test } from 'vitest';
import { replaceQuotations } from './split-sentences.ts';

test.each([
  ['Written here: “Hello”. And “Bye”.', 'Written here: Q. And Q.'],
  ['Hier steht: „Hello“ und „Bye“.', 'Hier steht: Q und Q.'],
  ['Här står: ”Hello” och ”Bye”.', 'Här står:Q ochQ.'],
  ['هنا: ”Hello“ و”Bye“.', 'هنا:Q Q.'],
  ['Ici : « Hello » et « Bye ».', 'Ici : Q et Q.'],
  ['ここに「Hello」、「Bye」。', 'ここにQ、Q。'],
  ['这里写着：“Say “{things}””和“Bye”。', '这里写着：Q和Q。'],
  ['It is 5" wide.', 'It is 5" wide.'],
  ['It’s the dogs’ “bed', 'It’s the dogs’ “bed'],
])('the quotations in %s are found', (text, found) => {
  expect(replaceQuotations(text, () => 'Q')).toBe(found);
});
