import { describe, expect, test } from 'vitest';
import { getLanguage, languages } from '../languages.ts';
import { countSpokenUnits, leaveOutSentences } from './time-budget.ts';

const english = getLanguage('English');
const count = (text: string) => countSpokenUnits(english, text);
const script = 'One is first. Two is next. Three is here. Four is there. Five is last.';

describe('a script that is too long', () => {
  test('loses whole sentences until it fits, and keeps its first and last', () => {
    expect(leaveOutSentences(script, english, 12)).toBe(
      'One is first. Two is next. Three is here. Five is last.',
    );
    expect(leaveOutSentences(script, english, 9)).toBe('One is first. Three is here. Five is last.');
    expect(leaveOutSentences(script, english, 6)).toBe('One is first. Five is last.');
  });

  test('keeps sentences from all parts', () => {
    const long = Array.from({ length: 40 }, (_, at) => `Sentence number x${at} is said. `).join('');
    const kept = [...leaveOutSentences(long, english, 50).matchAll(/x(\d+)/gu)].map(([, at]) => Number(at));
    expect(kept).toHaveLength(10);
    const gaps = kept.slice(1).map((at, before) => at - (kept[before] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10);
  });

  test('keeps its first sentence if no more fits, or if not even that fits', () => {
    expect(leaveOutSentences(script, english, 5)).toBe('One is first.');
    expect(leaveOutSentences(script, english, 0)).toBe('One is first.');
    expect(leaveOutSentences('One sentence alone.', english, 1)).toBe('One sentence alone.');
  });

  test('keeps its paragraphs, whichever of their sentences is left out', () => {
    const paragraphs = 'One is first. Two is next.\n\nThree is here. Four is there.\n\nFive is last.';
    expect(leaveOutSentences(paragraphs, english, 9)).toBe(
      'One is first.\n\nThree is here.\n\nFive is last.',
    );
  });

  test('never cuts a quotation in two', () => {
    const quoting = 'A dog comes. It says here: “Chapter 1. The river. The sea”. A cat comes. It ends.';
    for (let most = 0; most < 20; most++) {
      const marks = leaveOutSentences(quoting, english, most).match(/[“”]/gu) ?? [];
      expect([0, 2]).toContain(marks.length);
    }
  });

  test('is unchanged if it already fits', () => {
    expect(leaveOutSentences(script, english, 100)).toBe(script);
  });
});

test.each(['Thai', 'Japanese', 'Chinese', 'Arabic', 'Hindi'] as const)(
  '%s is shortened by whole sentences',
  name => {
    const texts = {
      Thai: 'หมาวิ่งมา\nแมวนอนอยู่\nนกบินไป\nจบแล้ว',
      Japanese: '犬が走る。猫が寝る。鳥が飛ぶ。終わりです。',
      Chinese: '狗跑来了。猫在睡觉。鸟飞走了。结束了。',
      Arabic: 'يأتي الكلب. تنام القطة. يطير الطائر. هذه هي النهاية.',
      Hindi: 'कुत्ता आता है। बिल्ली सोती है। चिड़िया उड़ती है। यह अंत है।',
    };
    const language = getLanguage(name);
    const text = texts[name];
    const whole = countSpokenUnits(language, text);
    const shortened = leaveOutSentences(text, language, whole - 1);
    expect(countSpokenUnits(language, shortened)).toBeLessThan(whole);
    expect(shortened.slice(0, 3)).toBe(text.slice(0, 3));
    expect(shortened.slice(-3)).toBe(text.slice(-3));
  },
);

test('only left-out sentences are lost, in any text', () => {
  const texts = [
    'x'.repeat(300),
    '. . . '.repeat(50),
    '“a. b',
    `e${'\u0301'.repeat(200)}. B.`,
    'a\ud800b. C. D.',
  ];
  for (const language of languages)
    for (const text of texts) {
      const kept = leaveOutSentences(text, language, 3);
      expect(kept).not.toBe('');
      expect(kept.length).toBeLessThanOrEqual(text.length);
    }
  expect(count('')).toBe(0);
});
