import forms from './japanese-forms.json' with { type: 'json' };

// espeak-ng's Japanese voice says 1234 as "ichi sen ni hyaku …" and reads no counters.

/** The reading behind any number; readings with the last digits of one, which stand instead of both; those of whole numbers. */
type Counter = readonly [
  usual: string,
  byEnd?: Readonly<Record<string, string>>,
  whole?: Readonly<Record<string, string>>,
];

const counters = forms.counters as unknown as Readonly<Record<string, Counter>>;
const units: Readonly<Record<string, string>> = forms.units;

const digits = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュウ'];
const places: readonly (readonly [name: string, irregular: Readonly<Record<number, string>>])[] = [
  ['セン', { 3: 'サンゼン', 8: 'ハッセン' }],
  ['ヒャク', { 3: 'サンビャク', 6: 'ロッピャク', 8: 'ハッピャク' }],
  ['ジュウ', {}],
];
const powers = ['', 'マン', 'オク', 'チョウ'];

const unitNames = Object.keys(units).map(unit => unit.replace(/[$/]/gu, String.raw`\$&`));
const unitPattern = new RegExp(`(?<=\\d)\\s?(?:${unitNames.join('|')})(?![A-Za-z])`, 'gu');
const number = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const counterPattern = new RegExp(`(${number})(${Object.keys(counters).join('|')})?`, 'gu');

const signs: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/gu, '$1年$2月$3日'],
  [/(?<!\d)(\d{1,2}):00(?!\d)/gu, '$1時'],
  [/(?<!\d)(\d{1,2}):(\d\d)(?!\d)/gu, '$1時$2分'],
  [/(?<!\d)(\d{1,2})\/(\d{1,2})(?!\d)/gu, '$2ブンノ$1'],
  [/(?<![A-Za-z\d])[−-](?=\d)/gu, 'マイナス'],
  [/No\.\s?(?=\d)/gu, 'ナンバー'],
  [/([€$¥])\s?(\d[\d,.]*)/gu, '$2$1'],
  [/(?<=\d)\s?[％%]/gu, 'パーセント'],
  [/(?<=\d)\s?×\s?(?=\d)/gu, 'カケル'],
  [/(?<=\d)\s?×/gu, '倍'],
  [/(?<=\d)\s?\+\s?(?=\d)/gu, 'タス'],
  [/(?<=\d)\s?=\s?(?=\d)/gu, 'ワ'],
  [/\s?[&＆]\s?/gu, 'アンド'],
];

/** Writes the numbers of a Japanese text as they are read, in katakana, with what counts, measures or dates them. */
export function sayJapaneseNumbers(text: string): string {
  const half = text.replace(/[０-９]/gu, digit => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  const said = signs
    .reduce((before, [pattern, words]) => before.replace(pattern, words), half)
    .replace(unitPattern, found => units[found.trim()] ?? found);
  return said.replace(counterPattern, (_, amount: string, counter: string | undefined) =>
    sayCounted(amount, counter),
  );
}

function sayCounted(amount: string, counter: string | undefined): string {
  const [usual = '', byEnd = {}, whole = {}] = (counter && counters[counter]) || [];
  const [integer = '', decimals] = amount.replaceAll(',', '').split('.');
  const value = Number(integer);
  if (decimals !== undefined)
    return `${sayInteger(value)}テン${Array.from(decimals, digit => digits[Number(digit)]).join('')}${usual}`;
  const ofWhole = whole[String(value)];
  if (ofWhole !== undefined) return ofWhole;
  const ten = value % 100 === 0 ? undefined : value % 10 === 0 ? byEnd['10'] : undefined;
  if (ten !== undefined) return sayInteger(value).replace(/ジュウ$/u, '') + ten;
  const one = value % 10 === 0 ? undefined : byEnd[String(value % 10)];
  if (one === undefined) return sayInteger(value) + usual;
  const tens = value - (value % 10);
  return (tens === 0 ? '' : sayInteger(tens)) + one;
}

function sayInteger(value: number): string {
  if (value === 0) return digits[0] ?? '';
  let said = '';
  for (let power = powers.length - 1; power >= 0; power--) {
    const group = Math.floor(value / 10_000 ** power) % 10_000;
    if (group === 0) continue;
    said += sayGroup(group) + (powers[power] ?? '');
  }
  return said;
}

/** @param group 1 to 9999 */
function sayGroup(group: number): string {
  const parts = places.map(([name, irregular], at) => {
    const digit = Math.floor(group / 10 ** (3 - at)) % 10;
    if (digit === 0) return '';
    return irregular[digit] ?? (digit === 1 ? '' : (digits[digit] ?? '')) + name;
  });
  return parts.join('') + (group % 10 === 0 ? '' : (digits[group % 10] ?? ''));
}
