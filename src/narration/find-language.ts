import { eld } from 'eld/extrasmall';
import { defaultLanguageName } from '#shared/defaults.ts';
import { getLanguage, type Language, languages } from '#shared/languages.ts';
import { replaceQuotations } from '#shared/script/split-sentences.ts';

/**
 * Small words of languages that letters do not distinguish, by family: languages that the detector does not know, and the related
 * ones that it mistakes them for. Shared words are listed with each.
 */
const smallWords: readonly Readonly<Record<string, string>>[] = [
  {
    af: "'n ’n ŉ die nie sy hy hulle word vir oor uit van en in op met dit is was wat daar by ons jy ek se na terwyl baie meer nou weer nog begin wys skuif kyk stadig hier lê lig beweeg bly byna niks nuwe mekaar saggies kom sien skemer skaduwee as kleure geskryf hiervan teks verskyn ander",
    nl: 'een het de zijn niet wordt worden naar uit van en in op met dit is was wat daar er bij ons je ik hij zij terwijl veel meer nu weer nog begint toont kijk langzaam deze die hier ligt licht beweegt blijft bijna niets nieuwe elkaar schaduw kleuren ogen',
  },
  {
    bs: 'se i u na je su za od do sa polahko lahko uvečer raskrsnica raskrsnici hiljada sedmica muzika historija porodica niko ko neko tačka tačno snimak općenito svjetlost evropa također cijelo vrijeme opet gdje lijepo bijelo šta flaša voz šolja kašika viljuška makaze frižider narandža tastatura lavabo',
    hr: 'se i u na je su za od do sa tijekom navečer križanje križanju tisuća tjedan glazba povijest obitelj nitko tko netko točka točno snimka cesta cestu europa također svjetlo cijelo vrijeme opet gdje lijepo bijelo zaslon zaslonu prizor boca vlak šalica žlica vilica škare hladnjak naranča tipkovnica umivaonik',
    sr: 'se i u na je su za od do sa uveče raskrsnica raskrsnici hiljada nedelja muzika istorija porodica niko ko neko tačka tačno snimak svetlost svetlo evropa takođe celo vreme opet gde lepo belo mesto deo reč šta flaša voz šolja kašika viljuška makaze frižider narandža tastatura lavabo',
  },
  {
    gl: 'o a os as un unha do da dos das no na nos nas ao á aos ás co coa cos coas cun cunha dun dunha nun nunha polo pola e é de en con que se xa máis moi ata tamén agora seu súa mentres este esta isto hai está están todo onde só pero ou imaxe xente aínda case entre cara sen outra outro ver fai',
    pt: 'o a os as um uma do da dos das no na nos nas ao à aos às com pelo pela e é de em que se já mais muito até também agora seu sua enquanto este esta isto há está estão tudo onde só mas ou imagem gente ainda quase entre sem outra outro ver faz não são num numa',
    es: 'el la los las un una del en al con por y es de que se ya más muy hasta también ahora su mientras este esta esto hay está están todo donde solo pero o imagen gente aún casi entre hacia sin otra otro ver hace no lo',
    ca: 'el la els les un una del dels en al als amb per i és de que es ja més molt fins també ara seu seva mentre aquest aquesta això hi està estan tot on només però o imatge gent encara gairebé entre cap sense altra altre veure fa no ho',
  },
  {
    id: 'yang dan di ke dari ini itu dengan pada untuk tidak akan karena juga lebih hanya saat bisa warna cahaya gambar menjadi sedang mobil berbeda kembali lalu detik adalah video adegan bahwa beberapa tampak terlihat sangat perlahan kota sore beralih coba kini banyak telah sejak semula sebagian bisa beda jika namun terus ketika seperti tetap hal dapat mari masih melihat dilihat gerakan sesuatu adegan semuanya sesaat sini pula kereta tulisan kata menampilkan menjauh makin bus truk mobil sepeda kursi tas',
    ms: 'yang dan di ke dari daripada ini itu dengan pada untuk tidak akan kerana juga lebih hanya semasa boleh warna cahaya gambar menjadi sedang kereta berbeza kembali lalu saat ialah video babak kelihatan sangat perlahan bahawa pelbagai nampak cuma bandar petang sahaja sini ketika manakala banyak telah sejak sebahagian boleh beza bezanya jika namun terus seperti tetap dapat mari masih melihat dilihat gerakan sesuatu babak semuanya seketika amat tiada ialah baharu pula kini perkataan tadi tona maka bermulalah permulaannya bas lori basikal motosikal kerusi katil pokok epal beg menunjukkan',
    tl: 'ang ng mga sa na at ay si ni kay ito iyon nang para hindi may mula habang isang kulay liwanag larawan muli ngayon lang din rin pa nito kung kaya dito',
  },
  {
    mk: 'и на во е се да со од за не ова оваа тоа што но како кон до ги го ја ќе сега сè уште повеќе многу според меѓу бидува станува бојата слика сликата светлината бои боите полека градот времето',
    bg: 'и на в във е се да с със от за не това тази този което но като към до ги го я ще сега все още повече много според между бъде става цветът картина картината светлината цветове цветовете бавно градът времето са',
    sr: 'и на у је се да са од за не ово ова то што али као ка до их га ће сада још више много према између бива постаје боја слика слици светлост боје полако град време су',
    ru: 'и на в во является да с со от за не это эта что но как к до их его её сейчас ещё больше много между становится цвет картина картинка свет цвета медленно город время',
  },
  {
    ne: 'छ छन् हो हुन्छ हुन्छन् को का की मा ले लाई बाट र यो यी त्यो पनि अब फेरि एक एउटा गर्छ देखिन्छ भएको गर्दा हेर्छ धेरै अनि रङ छैन यहाँ बिस्तारै हाम्रो अहिले पर्दै देखिने लेखिएको सकिने दृश्यमा तस्बिरमा भित्र तर्फ',
    hi: 'है हैं था हो होता होती होते का की के में ने को से और यह ये वह भी अब फिर एक करता दिखता हुआ हुई जाता जाती बहुत पर रंग नहीं यहाँ धीरे',
    mr: 'आहे आहेत होता होतो होते होती चा ची चे च्या मध्ये ने ला पासून आणि हा ही हे तो ती ते पण आता पुन्हा एक करतो दिसतो दिसते झाले खूप वर रंग नाही येथे हळूहळू',
  },
];

/**
 * Languages unknown to the detector and without related ones: it mistakes them for any. And English, which it often misses in two
 * or three words.
 */
const plainWords: Readonly<Record<string, string>> = {
  en: "the of and is are my your our this that these with for from we you they was were be there here it’s it's hello hi welcome world one first now what who look watch test",
  sw: 'ya wa kwa katika ni na cha vya hii hiyo huu huo hili yake wake kama sasa pia lakini kisha bado tena hadi kuwa zaidi kidogo rangi mwanga picha polepole karibu kati juu chini kila hapa mpya kitu vitu',
  cy: "yn y yr mae mae'r mae’r ar ac i'r i’r o'r o’r gyda gyda'r gyda’r wrth dros sydd wedi nid hyn mwy iawn ei eu ond hefyd nawr eto yw yna golau lliw lliwiau llun rhwng cyn ôl heb araf tywyll popeth rhan dim",
};

const maxReadCharacters = 4000;
const minSmallWordShare = 0.25;

const distinctLetters: readonly (readonly [code: string, letters: RegExp, share: number])[] = [
  ['ja', /\p{Script=Hiragana}|\p{Script=Katakana}/gu, 0.15],
  ['zh', /\p{Script=Han}/gu, 0.5],
  ['ko', /\p{Script=Hangul}/gu, 0.5],
  ['hy', /\p{Script=Armenian}/gu, 0.5],
  ['el', /\p{Script=Greek}/gu, 0.5],
  ['he', /\p{Script=Hebrew}/gu, 0.5],
  ['kn', /\p{Script=Kannada}/gu, 0.5],
  ['ta', /\p{Script=Tamil}/gu, 0.5],
  ['th', /\p{Script=Thai}/gu, 0.5],
  // Kazakh's own Cyrillic letters: one in ten in its texts, none in other languages.
  ['kk', /[әғқңөұүһ]/giu, 0.03],
];

const byCode: ReadonlyMap<string, Language> = new Map(languages.map(language => [language.code, language]));
const families = smallWords.map(toWordSets);
const plainLanguages = toWordSets(plainWords);
const norwegian = 'no';
/** Default between two related languages, if the detector only knows the less common one. */
const moreCommon: Readonly<Record<string, string>> = { ms: 'id' };
eld.setLanguageSubset([...byCode.keys(), norwegian]);

/**
 * Detects which of our languages a text is in. Method and accuracy: `docs/decisions/language-detection.md`. Importing this file
 * loads the detector's 60,000 word pieces, which takes 0.15 s and 50 MB: on a server use `detectLanguage`.
 * @returns English if undecided
 */
export function findLanguage(text: string): Language {
  const start = removeQuotations(text.slice(0, maxReadCharacters));
  const code = findByLetters(start) ?? findByWords(start);
  return byCode.get(code) ?? getLanguage(defaultLanguageName);
}

/** Minimum letters besides quotations: two short words, or a few Chinese characters. */
const minLetters = 4;

/** Quotations may be in any language; they count only if there is hardly anything else. */
function removeQuotations(text: string): string {
  const rest = replaceQuotations(text, () => '…');
  return (rest.match(/\p{L}/gu)?.length ?? 0) < minLetters ? text : rest;
}

function findByLetters(text: string): string | undefined {
  const letterCount = text.match(/\p{L}/gu)?.length ?? 0;
  return distinctLetters.find(([, letters, share]) => {
    const count = text.match(letters)?.length ?? 0;
    return count > 0 && count >= share * letterCount;
  })?.[0];
}

function findByWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
  if (isMaori(words)) return 'mi';
  const detected = eld.detect(text).language;
  const guess = detected === norwegian ? 'nb' : detected;
  const ownWords = families.map(family => family.get(guess)).find(Boolean);
  for (const [code, set] of plainLanguages) {
    const count = countIn(set, words);
    // Nearly all Swahili syllables are open.
    const isSwahili = code === 'sw' && words.filter(hasSwahiliSyllables).length >= 0.9 * words.length;
    const enough = isSwahili ? minSmallWordShare / 2 : minSmallWordShare;
    if (count > 0 && count >= enough * words.length && count > countIn(ownWords, words)) return code;
  }
  return findRelative(guess, words);
}

/** The related language with most of its small words in the text; the first guess on a tie. */
function findRelative(guess: string, words: readonly string[]): string {
  let best = moreCommon[guess] ?? guess;
  for (const family of families.filter(each => each.has(guess)))
    for (const [code, set] of family) if (countIn(set, words) > countIn(family.get(best), words)) best = code;
  return best;
}

/** Consonants before a vowel of a Swahili word. */
const swahiliOnset = /^[mn]?(?:ch|sh|dh|gh|kh|th|ng'?|ny|[bdfghjklmnprstvwyz])?[wy]?$/u;

/** Syllable by syllable: one pattern for the whole word would backtrack over each reading of `nya`. */
function hasSwahiliSyllables(word: string): boolean {
  const onsets = word.split(/[aeiou]/u);
  const end = onsets.pop();
  return end === '' && onsets.length > 0 && onsets.every(onset => swahiliOnset.test(onset));
}

/** Maori uses few letters, and every word ends in a vowel. */
function isMaori(words: readonly string[]): boolean {
  const count = words.filter(word => /^(?:(?:wh|ng|[hkmnprtw])?[aeiouāēīōū])+$/u.test(word)).length;
  return words.length >= 3 && count >= 0.9 * words.length;
}

function countIn(set: ReadonlySet<string> | undefined, words: readonly string[]): number {
  return words.filter(word => set?.has(word)).length;
}

function toWordSets(wordsByCode: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(wordsByCode).map(([code, words]) => [code, new Set(words.split(' '))]));
}
