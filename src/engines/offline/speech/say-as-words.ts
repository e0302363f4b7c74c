import type { LanguageCode } from '#shared/languages.ts';
import { allForms, type Rule, type SpokenForms } from './spoken-forms.ts';

/** Digits with signs between them. */
const number = String.raw`(?<![\d.,])\d(?:[\d.,\u00a0\u202f]*\d)?`;

type Step = (text: string) => string;

const stepsOfLanguages = new Map<LanguageCode, readonly Step[]>();

/**
 * Writes as words what the language's voice would read wrongly: numbers with signs and units, dates, times, ordinals and
 * abbreviations. Plain numbers stay: the voices read them.
 */
export function sayAsWords(text: string, code: LanguageCode): string {
  const forms = allForms[code];
  if (!forms) return text;
  const steps = stepsOfLanguages.get(code) ?? createSteps(forms, code);
  stepsOfLanguages.set(code, steps);
  return steps.reduce((said, step) => step(said), text);
}

function createSteps(forms: SpokenForms, code: LanguageCode): readonly Step[] {
  return [
    replaceAll(
      forms.abbreviations.map(([pattern, words]) => [String.raw`(?<![\p{L}\p{N}])(?:${pattern})`, words]),
    ),
    spellPhoneNumbers,
    text => sayDates(text, forms),
    text => sayYears(text, forms),
    text => sayTimes(text, forms),
    text => sayOrdinals(text, forms),
    replaceAll([
      [String.raw`(?<=\d)\s?[–～〜]\s?(?=[\d−])`, ` ${forms.range} `],
      [String.raw`(?<![\p{L}\d])[−-](?=\d)`, `${forms.minus} `],
      [String.raw`\s?&\s?`, ` ${forms.and} `],
      [String.raw`(?<=\d)\s?×\s?(?=\d)`, ` ${forms.by} `],
      [String.raw`(?<=\d)\s?×(?!\d)`, ` ${forms.times}`],
      [String.raw`(?<=\d)\s?\+\s?(?=\d)`, ` ${forms.plus} `],
      [String.raw`(?<=\d)\s?=\s?(?=[\d])`, ` ${forms.equals} `],
    ]),
    text => sayFractions(text, forms),
    text => sayPrices(text, forms, code),
    text => sayUnits(text, forms.units, forms, code),
    replaceAll(forms.rules),
    text => sayDecimals(text, forms),
  ];
}

function replaceAll(rules: readonly Rule[]): Step {
  const patterns = rules.map(([pattern, words]) => [new RegExp(pattern, 'gu'), words] as const);
  return text => patterns.reduce((said, [pattern, words]) => said.replace(pattern, words), text);
}

/** Digit by digit: 555-0123, and groups that begin with a zero. */
function spellPhoneNumbers(text: string): string {
  return text.replace(/(?<![\d.,:/-])(?:\d{3}-\d{3,4}|0\d{2,}(?:[ -]\d{3,})*)(?![\d.,:/-]\d|\d)/gu, found =>
    found
      .split(/[ -]/u)
      .map(group => group.split('').join(' '))
      .join(', '),
  );
}

function sayDates(text: string, forms: SpokenForms): string {
  const { dateOrder } = forms;
  const say = (found: string, day: string, month: string, year: string) =>
    sayDate(found, { day, month, year }, forms);
  return text
    .replace(/(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?![\d-])/gu, (found, year, month, day) =>
      say(found, day, month, year),
    )
    .replace(/(?<![\d./])(\d{1,2})([./])(\d{1,2})\2(\d{4})(?![\d/])/gu, (found, first, _, second, year) =>
      dateOrder === 'mdy' ? say(found, second, first, year) : say(found, first, second, year),
    );
}

interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

function sayDate(found: string, { day, month, year }: DateParts, forms: SpokenForms): string {
  const name = forms.months[Number(month) - 1];
  const number = Number(day);
  if (!name || number < 1 || number > 31) return found;
  return forms.date
    .replace('{day}', number === 1 && forms.firstDay ? forms.firstDay : String(number))
    .replace('{ordinal}', forms.ordinals?.[number - 1] ?? String(number))
    .replace('{month}', name)
    .replace('{year}', sayYear(year, forms));
}

/** "2026" or, where a year is an ordinal number, its thousands and hundreds and the rest in words. */
function sayYear(year: string, { years, ordinals }: SpokenForms): string {
  const rest = Number(year.slice(-2));
  if (!years || !ordinals || rest === 0) return year;
  const last =
    rest <= 20
      ? ordinals[rest - 1]
      : `${years.tens[Math.floor(rest / 10)]} ${ordinals[(rest % 10) - 1] ?? ''}`;
  return `${Number(year) - rest} ${last}`.trim();
}

function sayYears(text: string, forms: SpokenForms): string {
  if (!forms.years) return text;
  return text.replace(new RegExp(forms.years.pattern, 'gu'), year => sayYear(year, forms));
}

function sayTimes(text: string, { time, timeUnit, hours }: SpokenForms): string {
  if (!time) return text;
  const unit = timeUnit ? String.raw`(?:\s${timeUnit}(?![\p{L}\p{M}]))?` : '';
  return text.replace(
    new RegExp(String.raw`(?<![\d:.,])([01]?\d|2[0-4]):([0-5]\d)(?![\d:])${unit}`, 'gu'),
    (_, hour: string, minute: string) =>
      time
        .replace('{hour}', hours?.[Number(hour)] ?? String(Number(hour)))
        .replace('{minute}', minute === '00' ? '' : String(Number(minute)))
        .trim(),
  );
}

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

function readRoman(roman: string): number {
  const values = Array.from(roman, letter => romanDigits[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

function sayOrdinals(text: string, forms: SpokenForms): string {
  const { ordinals = [], ordinalRules = [], roman = [], kings, kingEnd, feminine, nominative = [] } = forms;
  const write = (words: string, number: number, found: string) => {
    const ordinal = ordinals[number - 1];
    if (words.includes('{number}')) return words.replace('{number}', String(number));
    if (/\{\w+\}/u.test(words) && ordinal === undefined) return found;
    return words
      .replace('{ordinal}', ordinal ?? '')
      .replace(
        '{feminine}',
        (ordinal ?? '').replace(new RegExp(feminine?.[0] ?? '$', 'u'), feminine?.[1] ?? ''),
      )
      .replace('{nominative}', replaceAll(nominative)(ordinal ?? ''));
  };
  const ofRoman: Rule[] = [...roman];
  if (kings)
    ofRoman.push([
      String.raw`(?<=(?<![\p{L}])\p{Lu}[\p{Ll}\p{M}]+\s|[\p{Lo}\p{M}]+\s)(I{2,3}|I?V|VI{1,3}|I?X|X[IVX]{1,4})(?![\p{L}\p{N}])${kingEnd ? `(?:${kingEnd})?` : ''}`,
      kings,
    ]);
  return [
    ...ordinalRules.map(rule => [rule, Number] as const),
    ...ofRoman.map(rule => [rule, readRoman] as const),
  ].reduce(
    (said, [[pattern, words], read]) =>
      said.replace(new RegExp(pattern, 'gu'), (found: string, digits: string | number) =>
        write(words, typeof digits === 'string' ? read(digits) : 0, found),
      ),
    text,
  );
}

function sayFractions(text: string, { fractions }: SpokenForms): string {
  return text.replace(/(?<![\d/.,])\d\/\d(?![\d/])/gu, found => fractions[found] ?? found);
}

function sayPrices(text: string, forms: SpokenForms, code: LanguageCode): string {
  const signs = Object.keys(forms.currencies).map(escapePattern).join('|');
  const power = forms.powers ? String.raw`(?:\s(?:${forms.powers}))?` : '';
  const before = new RegExp(String.raw`(?<![\p{L}\p{N}])(${signs})\s?(${number}${power})`, 'gu');
  const behind = new RegExp(String.raw`(${number})([.,])(\d\d)\s?(${signs})(?![\p{L}\p{N}])`, 'gu');
  const moved = text.replace(before, (_, sign: string, amount: string) => `${amount} ${sign}`);
  const { price } = forms;
  const prices = price
    ? moved.replace(behind, (_, whole: string, _point, cents: string, sign: string) =>
        price
          .replace('{whole}', whole)
          .replace('{currency}', choosePlural(forms.currencies[sign] ?? [], whole, code))
          .replace('{cents}', cents),
      )
    : moved;
  return sayUnits(prices, forms.currencies, forms, code);
}

function sayUnits(
  text: string,
  units: SpokenForms['units'],
  { one, powers }: SpokenForms,
  code: LanguageCode,
): string {
  const names = Object.keys(units)
    .sort((first, second) => second.length - first.length)
    .map(escapePattern);
  const pattern = new RegExp(
    String.raw`(${number})(\s${powers ?? '(?!)'})?\s?(${names.join('|')})(?![\p{L}\p{N}\p{M}²³/])`,
    'gu',
  );
  return text.replace(pattern, (_, amount: string, power: string | undefined, unit: string) => {
    const said = amount === '1' && one && !power ? one : amount;
    return `${said}${power ?? ''} ${choosePlural(units[unit] ?? [], power ? '1000000' : amount, code)}`;
  });
}

/** By the plural rules of CLDR. */
function choosePlural(forms: readonly string[], amount: string, code: LanguageCode): string {
  const rules = new Intl.PluralRules(code);
  // Else the signs in it are between thousands.
  const isFraction = /^\d+[.,]\d{1,2}$/u.test(amount);
  const value = Number(isFraction ? amount.replace(',', '.') : amount.replace(/\D/gu, ''));
  const order =
    code === 'ar'
      ? ['one', 'many', 'few']
      : code === 'pl'
        ? ['one', 'few', 'many', 'other']
        : ['one', 'other'];
  const at = order.indexOf(rules.select(value));
  return forms[at === -1 ? 0 : Math.min(at, forms.length - 1)] ?? forms.at(-1) ?? '';
}

function sayDecimals(text: string, { decimal }: SpokenForms): string {
  if (!decimal) return text;
  return text.replace(
    /(?<![\d.,])(\d+(?:,\d{2,3})*)\.(\d+)(?![\d.,]\d)/gu,
    (_, whole: string, rest: string) => `${whole.replaceAll(',', '')} ${decimal} ${rest.split('').join(' ')}`,
  );
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
