import { describe, expect, test } from 'vitest';
import { Reading } from './compare-reading.ts';

const same: [title: string, code: string, text: string, said: string][] = [
  ['case and punctuation', 'en', 'A dog, they say: “Wait!”', 'a dog they say wait'],
  ['a contraction', 'en', 'I am here, and it is not far.', "I'm here and it isn't far."],
  ['a spelling', 'en', 'The colour of the theatre.', 'The color of the theater.'],
  [
    'figures in words',
    'en',
    'In 1999 there were 3 dogs, 50 % of all.',
    'In nineteen ninety-nine there were three dogs, fifty percent of all.',
  ],
  ['words in figures', 'en', 'Twenty-one dogs ran.', '21 dogs ran.'],
  [
    'a sign in words',
    'en',
    'Salt & pepper at 5 €/kg + tax.',
    'Salt and pepper at five euros per kilogram plus tax.',
  ],
  ['an abbreviation', 'en', 'Dr. Smith walks 5 km.', 'Doctor Smith walks five kilometres.'],
  [
    'German compounds and figures',
    'de',
    'Der Fluss ist 1.234 m lang, ein Haupt-Fluss.',
    'Der Fluß ist eintausendzweihundertvierunddreißig Meter lang, ein Hauptfluss.',
  ],
  ['a French apostrophe', 'fr', "L’homme s'arrête.", "L'homme s’arrete"],
  ['Turkish letters', 'tr', 'İstanbul’da ılık bir gün.', "istanbul'da ilik bir gun"],
  [
    'Serbian in the other script',
    'sr',
    'Пас чека на сунцу. Његова љубав.',
    'Pas čeka na suncu. Njegova ljubav.',
  ],
  ['Arabic with vowel signs', 'ar', 'الكلب ينتظر في الشمس', 'الكَلْبُ يَنْتَظِرُ فِي الشَّمْسِ'],
  ['Hebrew with points', 'he', 'הכלב מחכה בשמש', 'הַכֶּלֶב מְחַכֶּה בַּשֶּׁמֶשׁ'],
  ['Hindi', 'hi', 'कुत्ता धूप में इंतज़ार करता है।', 'कुत्ता धूप में इंतजार करता है'],
  ['Chinese punctuation and figures', 'zh', '一只狗在2024年的阳光下等待。', '一只狗在二零二四年的阳光下等待'],
  ['Japanese syllabaries', 'ja', 'イヌが太陽の下で待っています。', 'いぬが太陽の下で待っています'],
  ['Thai without spaces', 'th', 'สุนัขรออยู่กลางแดด', 'สุนัข รออยู่ กลางแดด'],
  ['Korean', 'ko', '개가 햇볕에서 기다린다.', '개가 햇볕에서 기다린다'],
  ['a text of signs', 'en', '… ♪ …', 'Music'],
];

const different: [title: string, code: string, text: string, said: string, sentence: string][] = [
  [
    'a word left out',
    'en',
    'A dog waits. The red ball is faster.',
    'A dog waits. The ball is faster.',
    'The red ball is faster.',
  ],
  ['a sentence left out', 'en', 'A dog waits. It runs.', 'A dog waits.', 'It runs.'],
  [
    'a preamble',
    'en',
    'A dog waits in the sun.',
    'Sure, here is the text. A dog waits in the sun.',
    'A dog waits in the sun.',
  ],
  ['a comment at the end', 'en', 'A dog waits. It runs.', 'A dog waits. It runs. Shall I go on?', 'It runs.'],
  [
    'an answer',
    'en',
    'What is the capital of Wales?',
    'The capital of Wales is Cardiff.',
    'What is the capital of Wales?',
  ],
  [
    'a translation',
    'cy',
    'Mae ci yn aros yn yr haul.',
    'A dog is waiting in the sun.',
    'Mae ci yn aros yn yr haul.',
  ],
  ['another script', 'ru', 'Собака ждёт на солнце.', 'The dog waits in the sun.', 'Собака ждёт на солнце.'],
  ['a Chinese half', 'zh', '一只狗在阳光下等待。然后它跑了。', '一只狗在阳光下等待。', '然后它跑了。'],
  ['nothing', 'en', 'A dog waits.', '', 'A dog waits.'],
];

describe('comparing two readings', () => {
  test.each(same)('%s does not matter', (_, code, text, said) => {
    expect(new Reading(text, code).findDifference(said, 'strict')).toBeUndefined();
  });

  test.each(different)('%s is found, with its sentence', (_, code, text, said, sentence) => {
    expect(new Reading(text, code).findDifference(said, 'strict')).toBe(sentence);
    expect(new Reading(text, code).findDifference(said, 'lenient')).toBeDefined();
  });
});

test('on the last try a long sentence may differ in one word of ten, a short one in none', () => {
  const long = new Reading('I would say that a dog waits here in the warm sun today.', 'en');
  expect(long.findDifference("I'd say that a dog waits here in the warm sun today.", 'strict')).toBeDefined();
  expect(
    long.findDifference("I'd say that a dog waits here in the warm sun today.", 'lenient'),
  ).toBeUndefined();
  const short = new Reading('It does not run.', 'en');
  expect(short.findDifference('It does run.', 'lenient')).toBe('It does not run.');
});

describe('the start of a reading', () => {
  const reading = new Reading('A dog waits in the sun. Then it runs.', 'en');

  test('is undecided after a word or two', () => {
    expect(reading.begins('', 'strict')).toBeUndefined();
    expect(reading.begins('A dog wa', 'strict')).toBeUndefined();
    expect(reading.begins('A hot dog', 'strict')).toBeUndefined();
  });

  test('matches while it follows the text, whatever the last word becomes', () => {
    expect(reading.begins('A dog wait', 'strict')).toBe(true);
    expect(reading.begins('A dog waits in th', 'strict')).toBe(true);
    expect(reading.begins('A dog waits in the sun. Then it r', 'strict')).toBe(true);
  });

  test('does not match after a preamble', () => {
    expect(reading.begins('Sure, I will read it now', 'strict')).toBe(false);
  });
});
