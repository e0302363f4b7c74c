import { describe, expect, it } from 'vitest';
import { readThai } from './read-thai.ts';

describe('readThai', () => {
  it.each([
    ['a long vowel, falling', 'ภาพ', 'p_h5a:p'],
    ['a greeting', 'สวัสดีครับ', 's2a|w2at|d3i k_hr4ap'],
    ['an unwritten o', 'คน', 'k_h3on'],
    ['an unwritten a that lends its class', 'ตลาด', 't2a|l2a:t'],
    ['a vowel around its consonant', 'เมือง', 'm3WaN'],
    ['a silent leading h', 'เหลือง', 'l1WaN'],
    ['a silent r', 'จริง', 'tS3iN'],
    ['a consonant under the sign of silence', 'รถยนต์', 'r4ot|j3on'],
    ['two said as one', 'ทราย', 's3a:i'],
    ['a doubled r', 'ธรรม', 't_h3am'],
    ['a repeated word', 'ช้าๆ', 'tSh4a: tSh4a:'],
  ])('reads %s', (_, written, spoken) => {
    expect(readThai(written)).toBe(`[[${spoken}]]`);
  });

  it.each([
    ['mid', 'กา', '3'],
    ['low', 'ก่า', '2'],
    ['falling', 'ก้า', '5'],
    ['high', 'ค้า', '4'],
    ['rising', 'ขา', '1'],
  ])('gives the %s tone', (_, written, tone) => {
    expect(readThai(written)).toMatch(new RegExp(`^\\[\\[k(?:_h)?${tone}a:\\]\\]$`, 'u'));
  });

  it('leaves numbers and foreign words as they are', () => {
    expect(readThai('วิดีโอ 12 OpenAI')).toBe('[[w4i|d3i|?3o]]  12 OpenAI');
  });

  it('takes any signs in any order', () => {
    for (const text of ['์์์', 'ๆๆๆ', 'เเเเ', `ก${'็'.repeat(300)}`, 'ก'.repeat(400), '่้๊๋']) {
      expect(() => readThai(text)).not.toThrow();
    }
  });
});
