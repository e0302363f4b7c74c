import { describe, expect, it } from 'vitest';
import { getLanguage, languages } from '#shared/languages.ts';
import { sayAsWords } from './say-as-words.ts';

describe.each(languages)('in $name', ({ code }) => {
  const group = new Intl.NumberFormat(code, { useGrouping: true }).formatToParts(1e6)[1]?.value ?? '';

  it.each([' ', '\u00a0', '\u2009', '\u202f', "'", '’', group])('12%s000 is one number', sign => {
    const said = sayAsWords(`12${sign}000 x, 1${sign}234${sign}567 y`, code);
    expect(said.replace(/(?<=\d)[.,](?=\d)/gu, '')).toBe('12000 x, 1234567 y');
  });

  // These languages say the numbers one after the other.
  it.skipIf(['az', 'hu', 'kk'].includes(code))('the ends of a range have a word between them', () => {
    const said = sayAsWords('200-250 x', code);
    expect(said).toMatch(/^200 [\p{L}\p{M}]+(?: [\p{L}\p{M}]+)? 250 x$/u);
    expect(sayAsWords('200–250 x', code)).toBe(said);
  });
});

it.each([
  ['English', 'Open 9:00-17:30', 'Open 9:00 to 17:30'],
  ['English', 'The season 2023-24', 'The season 2023 to 24'],
  ['English', 'They won 3-2 and lost 2:3', 'They won 3-2 and lost 2:3'],
  ['English', 'Version 2.10, not 1.2.3-4', 'Version 2.10, not 1.2.3-4'],
  ['English', 'In 1950 12 000 came', 'In 1950 12,000 came'],
  ['English', '500-1000 m, 10 000-12 000 m', '500 to 1000 m, 10,000 to 12,000 m'],
  ['English', 'A formation of 4-4-2 on 01-05', 'A formation of 4-4-2 on 01-05'],
  ['English', '5 10 15 20 25 30', '5 10 15 20 25 30'],
  ['English', 'Call 555-1230', 'Call 5 5 5, 1 2 3 0'],
  ['English', 'Call +1 (555) 123-4567', 'Call plus 1, 5 5 5, 1 2 3, 4 5 6 7'],
  ['English', 'They call 100 000 people', 'They call 100,000 people'],
  ['English', '1-800-555-0199', '1, 8 0 0, 5 5 5, 0 1 9 9'],
  ['English', 'DE89 3704 0044 0532 0130 00', 'DE89 3 7 0 4, 0 0 4 4, 0 5 3 2, 0 1 3 0, 0 0'],
  ['German', "12'000.50 Franken", '12000.50 Franken'],
  ['German', 'Vom 3.–5. Mai', 'Vom dritten bis fünften Mai'],
  ['French', 'Le 01 23 45 67 89', 'Le 01, 23, 45, 67, 89'],
  ['Russian', '8 800 555-35-35', '8, 8 0 0, 5 5 5, 3 5, 3 5'],
  ['Chinese', '2026-11-29', '2026-11-29'],
] as const)('numbers in %s: %s', (language, text, said) => {
  expect(sayAsWords(text, getLanguage(language).code)).toBe(said);
});

it.each([
  ['English', 'World War I, Act V, Super Bowl LVIII', 'World War 1, Act 5, Super Bowl 58'],
  ['English', 'Malcolm X is size XL, an IV drip', 'Malcolm X is size XL, an IV drip'],
  ['English', 'Charles I went with', 'Charles I went with'],
  ['English', 'Charles I, Queen Zita II', 'Charles the first, Queen Zita the second'],
  ['English', 'The Lion King II', 'The Lion King 2'],
  ['German', 'Wilhelm II. und Band III.', 'Wilhelm der zweite und Band 3.'],
  ['French', 'François Ier, Louis XIV, tome II', 'François premier, Louis 14, tome 2'],
  ['Spanish', 'Felipe VI, Alfonso XIII', 'Felipe sexto, Alfonso 13'],
  ['Polish', 'Jana Pawła II, część III', 'Jana Pawła drugi, część 3'],
  ['Hindi', 'विश्व युद्ध II', 'विश्व युद्ध 2'],
] as const)('Roman numbers in %s: %s', (language, text, said) => {
  expect(sayAsWords(text, getLanguage(language).code)).toBe(said);
});
