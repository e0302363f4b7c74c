import type { LanguageCode } from '#shared/languages.ts';

/**
 * Words that espeak-ng's voice for a language says wrongly as they are written, most of them English ones that it reads by
 * the language's own rules, and how to write them so that it says them as its speakers do. What ends in a hyphen begins
 * longer words, too. In lower case.
 */
const respellings: Partial<Readonly<Record<LanguageCode, Readonly<Record<string, string>>>>> = {
  // Without its short vowels, the voice says consonants only.
  ar: {
    بقرة: 'بَقَرَه',
    موزة: 'مَوزَه',
    تفاحة: 'تُفّاحَه',
    برتقالة: 'بُرتُقالَه',
    كعكة: 'كَعكَه',
    فأرة: 'فَأرَة',
    قف: 'قِف',
    دوغ: 'دُوغ',
  },
  az: { pizza: 'pitsa' },
  bs: { laptop: 'leptop', pizza: 'pica', skateboard: 'skejtbord', snowboard: 'snoubord', wc: 've-ce' },
  ca: { frisbee: 'frisbi', snowboard: 'esnoubord' },
  cs: {
    'baseball-': 'bejzbol',
    frisbee: 'frizbí',
    notebook: 'noutbuk',
    skateboard: 'skejtbord',
    snowboard: 'snoubord',
  },
  de: { 'baseball-': 'Beisboll', donut: 'Dohnatt', toaster: 'Tohster' },
  es: { frisbee: 'frisbi', snowboard: 'esnoubord' },
  fi: { 'baseball-': 'beisbol', frisbee: 'frisbi' },
  // The voice takes it for the name of a program.
  fr: { dos: 'deau' },
  gl: { frisbee: 'frisbi', snowboard: 'esnoubord' },
  hr: { laptop: 'leptop', pizza: 'pica', skateboard: 'skejtbord', snowboard: 'snoubord' },
  hu: { 'baseball-': 'bézból', laptop: 'leptop', pizza: 'picca' },
  id: {
    frisbee: 'frisbi',
    laptop: 'leptop',
    microwave: 'maikrowef',
    mouse: 'maus',
    pizza: 'pitsa',
    skateboard: 'skétbord',
  },
  it: { frisbee: 'frisbi', skateboard: 'schèitbord', snowboard: 'snobord' },
  nb: { 'baseball-': 'bæisbål', frisbee: 'frisbi' },
  nl: { frisbee: 'frisbie', sandwich: 'sentwitsj', skateboard: 'skeetbord', snowboard: 'snoobord' },
  pl: { frisbee: 'frizbi', snowboard: 'snołbord' },
  pt: { skate: 'squêiti', snowboard: 'snoubórdi' },
  ro: {
    baseball: 'beisbol',
    frisbee: 'frizby',
    laptop: 'leptop',
    mouse: 'maus',
    pizza: 'pița',
    skateboard: 'scheitbord',
    snowboard: 'snoubord',
  },
  sk: {
    frisbee: 'frizbí',
    notebook: 'noutbuk',
    pizza: 'pica',
    skateboard: 'skejtbord',
    snowboard: 'snoubord',
  },
  sv: { frisbee: 'frisbi', skateboard: 'sckejtbård', snowboard: 'snåbård' },
  tl: {
    backpack: 'bakpak',
    baseball: 'besbol',
    bear: 'ber',
    cake: 'keik',
    cellphone: 'selfon',
    control: 'kontrol',
    dryer: 'drayer',
    fire: 'fayer',
    frisbee: 'frisbi',
    giraffe: 'jiraf',
    hair: 'her',
    hydrant: 'haidrant',
    keyboard: 'kibord',
    light: 'lait',
    meter: 'miter',
    microwave: 'maikroweiv',
    mouse: 'maus',
    pizza: 'pitsa',
    refrigerator: 'refrijereitor',
    remote: 'rimot',
    sandwich: 'sandwits',
    sign: 'sain',
    skateboard: 'sketbord',
    snowboard: 'snobord',
    surfboard: 'serfbord',
    teddy: 'tedi',
    toaster: 'towster',
    traffic: 'trafik',
  },
  tr: { donut: 'donat', pizza: 'pitsa', snowboard: 'snovbord' },
  vi: { sofa: 'sô pha' },
};

/** Writes the words that a language's voice would say wrongly as it has to read them. */
export function respellWords(text: string, languageCode: LanguageCode): string {
  const words = respellings[languageCode];
  if (!words) return text;
  return text.replace(/[\p{L}\p{M}]+/gu, word => respellWord(word, words));
}

function respellWord(word: string, words: Readonly<Record<string, string>>): string {
  const lower = word.toLowerCase();
  const said = Object.hasOwn(words, lower) ? words[lower] : undefined;
  if (said !== undefined) return said;
  // The Arabic "and" is written in one with the word behind it.
  if (lower.startsWith('و') && Object.hasOwn(words, lower.slice(1))) return `و${words[lower.slice(1)]}`;
  const beginning = Object.keys(words).find(
    each => each.endsWith('-') && lower.startsWith(each.slice(0, -1)),
  );
  return beginning === undefined ? word : (words[beginning] ?? '') + word.slice(beginning.length - 1);
}
