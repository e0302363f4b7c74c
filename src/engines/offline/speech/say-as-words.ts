import type { LanguageCode } from '#shared/languages.ts';
import { languageVoices } from './offline-voices.ts';
import romanWords from './roman-numbers.json' with { type: 'json' };
import { allForms, type Rule, type SpokenForms } from './spoken-forms.ts';

/** Digits with signs between them. */
const number = String.raw`(?<![\d.,])\d(?:[\d.,\u00a0\u202f]*\d)?`;

type Step = (text: string) => string;

const stepsOfLanguages = new Map<LanguageCode, readonly Step[]>();

/**
 * Writes as words what the language's voice would read wrongly: grouped thousands, ranges and telephone numbers in all
 * languages, and in some numbers with signs and units, dates, times, ordinals and abbreviations. Plain numbers stay: the voices
 * read them.
 */
export function sayAsWords(text: string, code: LanguageCode): string {
  const steps = stepsOfLanguages.get(code) ?? createSteps(code);
  stepsOfLanguages.set(code, steps);
  return steps.reduce((said, step) => step(said), text);
}

function createSteps(code: LanguageCode): readonly Step[] {
  const forms = allForms[code];
  const { range } = forms ?? languageVoices[code];
  const numbers: readonly Step[] = [
    text => spellPhoneNumbers(text, forms?.plus ?? '+'),
    joinThousands(code),
    ...(range ? [(text: string) => sayRanges(text, range)] : []),
  ];
  if (!forms) return numbers;
  return [
    replaceAll(
      forms.abbreviations.map(([pattern, words]) => [String.raw`(?<![\p{L}\p{N}])(?:${pattern})`, words]),
    ),
    ...numbers,
    text => sayDates(text, forms),
    text => sayYears(text, forms),
    text => sayTimes(text, forms),
    text => sayOrdinals(text, forms),
    replaceAll([
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

/** Words before a telephone number, as they begin. */
const phoneLabel =
  /(?<!\p{L})(?:call|dial|tel(?!\p{L})|telef|teleph|téléph|telèf|phone|fax|sms|whatsapp|hotline|ruf|anruf|appel|llam|chiam|ligue|dzwo|zadzwo|звон|позвон|тел(?!\p{L})|телеф|τηλ|फ़ोन|फोन|कॉल|اتصل|هاتف|電話|电话|전화|โทร)[^\d\n]{0,25}$/iu;
/** Words with digits in them, or digits in groups and what may follow. */
const digitRuns = /[\p{Lu}\p{Ll}][\p{Lu}\p{Ll}\d]*|[+(]?\d[\d()/ \u00a0\u2009\u202f-]*/gu;

/** Digit by digit what is a telephone number, an IBAN or the like. */
function spellPhoneNumbers(text: string, plus: string): string {
  return text.replace(digitRuns, (run, at: number) => {
    const groups = run.match(/\d+/gu) ?? [];
    const last = groups.at(-1) ?? '';
    const found = run.slice(0, run.lastIndexOf(last) + last.length);
    const before = text.slice(Math.max(0, at - 40), at);
    const isPart =
      /\d[.,:’'٬]$/u.test(before) || /^(?:[\p{Lu}\p{Ll}]|[.,:’']\d)/u.test(text.slice(at + found.length));
    if (isPart || !isPhoneNumber(found, groups, phoneLabel.test(before))) return run;
    // Pairs are said as numbers: 01 23 45 67.
    const isOfPairs = groups.every(group => group.length <= 2);
    const said = groups.map(group => (isOfPairs ? group : group.split('').join(' '))).join(', ');
    return (found.startsWith('+') ? `${plus} ${said}` : said) + run.slice(found.length);
  });
}

function isPhoneNumber(found: string, groups: readonly string[], isLabelled: boolean): boolean {
  if (!/^[+(]?\(?\d+(?:\/\d{3,})?(?:\)?[\s-]\(?\d+)*$/u.test(found)) return false;
  const count = groups.join('').length;
  if (/^0\d\d/u.test(found)) return true;
  if (/^(?:\+|\(?0\d[)\s])/u.test(found)) return count >= 7;
  const isRound = found.endsWith('0');
  if (/^\d{3}-\d{4}$/u.test(found)) return isLabelled || !isRound;
  const [from = '', to, ...more] = found.split(/-/u);
  const isNumber = (side: string) => /^(?:\d{1,4}|[1-9]\d{0,2}(?:\s\d{3})+)$/u.test(side);
  if (more.length === 0 && isNumber(from) && (to === undefined || (isNumber(to) && isAscending(from, to))))
    return isLabelled && !isRound && groups.length > 1 && count >= 6;
  if (found.endsWith(' 000')) return false;
  if (isLabelled) return count >= 6;
  return count >= 7 && groups.length >= 3 && groups.filter(group => group.length >= 3).length >= 2;
}

/**
 * "12 000", "12’000" and what else the language groups by is one number: without signs, as not all voices read them, but where a
 * plain number of four digits is read as a year.
 */
function joinThousands(code: LanguageCode): Step {
  const parts = new Intl.NumberFormat(code, { useGrouping: true }).formatToParts(1e6);
  const own = parts.find(({ type }) => type === 'group')?.value ?? '';
  const isRead = allForms[code] && /[.,]/u.test(own);
  const sign = String.raw`[ \u00a0\u2009\u202f'’٬${isRead ? '' : own}]`;
  const pattern = new RegExp(
    String.raw`(?<!\d|(?<!\d)\d{1,3}${sign}|\d[.,:/])[1-9]\d{0,2}(?:${sign}\d{3})+(?!\d|${sign}\d)`,
    'gu',
  );
  return text =>
    text.replace(pattern, (found, at: number) =>
      // Such as the Swiss 12'000.50 in German.
      found.replace(/\D/gu, isRead && text[at + found.length] !== own ? own : ''),
    );
}

/** "200–250" and, where the second is larger, "200-250", "1939-45", "9:00-17:30". */
function sayRanges(text: string, word: string): string {
  const dashed = text.replace(/(?<=\d\.?)\s?[–～〜]\s?(?=[\d−])/gu, ` ${word} `);
  return dashed.replace(/\s?-\s?/gu, (dash, at: number) => {
    const rest = dashed.slice(at + dash.length, at + 25);
    const [to = ''] = /^\d(?:[\d.,:]*\d)?/u.exec(rest) ?? [];
    const from =
      dashed
        .slice(Math.max(0, at - 20), at)
        .split(/[^\p{Lu}\p{Ll}\d.,:/+-]/u)
        .at(-1) ?? '';
    const isRange = [from, to].every(end => /^\d+(?:[.,:]\d+)*$/u.test(end)) && isAscending(from, to);
    return isRange && !/^(?:\/|\s?=|-\d)/u.test(rest.slice(to.length)) ? ` ${word} ` : dash;
  });
}

function isAscending(from: string, to: string): boolean {
  if (/^0\d+$/u.test(from)) return false;
  const isYear = /^\d{4}$/u.test(from) && /^\d\d$/u.test(to);
  const read = (side: string) => Number(side.replace(/[.,\s](?=\d{3}(?!\d))/gu, '').replace(/[,:]/u, '.'));
  return read(isYear ? from.slice(-2) : from) < read(to);
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

function sayDate(
  found: string,
  { day, month, year }: Readonly<Record<'day' | 'month' | 'year', string>>,
  forms: SpokenForms,
): string {
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

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };

function readNumber(digits: string): number {
  const values = Array.from(digits, letter => romanDigits[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    Number(digits) || 0,
  );
}

function sayOrdinals(text: string, forms: SpokenForms): string {
  const said = [...(forms.ordinalRules ?? []), ...(forms.roman ?? [])].reduce(
    (before, [pattern, words]) =>
      before.replace(new RegExp(pattern, 'gu'), (found: string, digits: string | number) =>
        writeOrdinal(words, typeof digits === 'string' ? readNumber(digits) : 0, found, forms),
      ),
    text,
  );
  return sayRomanNumbers(said, forms);
}

function writeOrdinal(words: string, number: number, found: string, forms: SpokenForms): string {
  const { ordinals = [], feminine: [end, feminineEnd] = ['$', ''], nominative = [] } = forms;
  const ordinal = ordinals[number - 1];
  if (words.includes('{number}')) return words.replace('{number}', String(number));
  if (/\{\w+\}/u.test(words) && ordinal === undefined) return found;
  return words
    .replace('{ordinal}', ordinal ?? '')
    .replace('{feminine}', (ordinal ?? '').replace(new RegExp(end, 'u'), feminineEnd))
    .replace('{nominative}', replaceAll(nominative)(ordinal ?? ''));
}

const nameOf = (names: readonly string[]) => new RegExp(`^(?:${names.join('|')})[\\p{Ll}\\p{M}]{0,3}$`, 'u');
const [kingName, queenName] = [nameOf(romanWords.kings), nameOf(romanWords.queens)];
/** Behind one or two words. */
const romanNumber = String.raw`(?=[IVXL])(?<=(?:([\p{L}\p{M}]+)\s)?(?<![\p{L}\p{M}])([\p{L}\p{M}]+)\s)(X?L?X{0,3}(?:I[XV]|V?I{0,3}))(?![\p{L}\p{M}\p{N}]|['’-]\p{L})`;

/** Ordinal, or as the language says it, behind the name of a king, a queen or a pope; else how many: "Chapter IV". */
function sayRomanNumbers(text: string, forms: SpokenForms): string {
  const { kings, queens = kings, kingEnd = '(?!)', kingOne = '' } = forms;
  const pattern = new RegExp(`${romanNumber}(${kingEnd})?`, 'gu');
  return text.replace(pattern, (found, title = '', word: string, roman: string, end = '', at = 0) => {
    const isTitled = (titles: readonly string[]) => titles.includes(title.toLowerCase());
    const isName = /^(?!(?:An?|The)$)[\p{Lu}\p{Lo}]/u.test(word);
    const isQueen = isTitled(romanWords.queenTitles) || queenName.test(word);
    const number = readNumber(roman);
    if (isName && (isQueen || isTitled(romanWords.kingTitles) || kingName.test(word))) {
      const words = isQueen ? queens : kings;
      const isPronoun = roman === 'I' && !new RegExp(kingOne, 'u').test(text.slice(at + 1, at + 20));
      return words && !isPronoun ? writeOrdinal(words, number, String(number), forms) : found;
    }
    const isCounted = romanWords.counted.includes(word.toLowerCase());
    return isCounted || (isName && roman.length > 1 && roman !== 'XL') ? `${number}${end}` : found;
  });
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
  return text.replace(/\d[\d.,]*/gu, found =>
    found.replace(
      /^(\d+(?:,\d{2,3})*)\.(\d+)([.,]*)$/u,
      (_, whole: string, rest: string, end: string) =>
        `${whole.replaceAll(',', '')} ${decimal} ${rest.split('').join(' ')}${end}`,
    ),
  );
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
