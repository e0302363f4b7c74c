/** A syllable as it is written, apart from its vowel, which is given in espeak-ng's phonemes. */
export interface ThaiSyllable {
  /** One consonant, or two that are said together. */
  readonly initial: string;
  readonly vowel: string;
  /** `live` ends in a sound that can be held, whatever its length. */
  readonly length: 'long' | 'short' | 'live';
  readonly toneMark: string;
  readonly final: string;
  /** Without any vowel sign or last consonant: a short a. */
  readonly isBare: boolean;
}

interface Shape {
  readonly pattern: RegExp;
  readonly vowel: string;
  readonly length: ThaiSyllable['length'];
  readonly cost: number;
  readonly isBare: boolean;
}

/**
 * How vowels are written: `I` stands for the first consonant, `T` for a tone mark, `F` for a last consonant, `(F)` for one that may be
 * missing. Then the vowel and its length.
 */
const spellings = `
  เIีTย(F) ia long | เIืTอ(F) Wa long | เITาะ O short | เITา au live | เIิTF @ long | เITอ(F) @ long | เITย @i live |
  เI็F e short | เITะ e short | เIT(F) e long | แI็F E short | แITะ E short | แIT(F) E long | โITะ o short | โIT(F) o long |
  ใIT ai live | ไITย ai live | ไIT(F) ai live | IัTว(F) ua long | IัTย ai live | IัTF a short | ITำ am live | ITา(F) a: long |
  IิT(F) i short | IีT(F) i long | IึT(F) W short | IืTอ W long | IืTF W long | IุT(F) u short | IูT(F) u long | ITะ a short |
  I็อ(F) O short | I็ O short | ITวF ua long | ITอ(F) O long | ITรรF a short | ITรร an live`;
/** The fewer signs a spelling shows, the less it is believed. */
const shownCost = 1;
const impliedOCost = 1.3;
const bareCost = 1.6;
const bareLastCost = 2.6;
const togetherGain = 0.1;
const skippedCost = 6;

const shapes: readonly Shape[] = [
  ...spellings.split('|').flatMap(readSpelling),
  ...makeShapes('ITF', 'o', 'short', impliedOCost),
  ...makeShapes('I', 'a', 'short', bareCost),
];

/** For the check that no pattern is slow. */
export const shapePatterns: readonly RegExp[] = shapes.map(({ pattern }) => pattern);

/** Consonants that are said together, or of which one only shows how the other is said. */
const together = /^(?:[กขคตปผพ]ร|[กขคปผพ]ล|[กขค]ว|ทร|[จซศส]ร|ห[งญนมยรลว]|อย)$/u;

/** A way to read the beginning of a word: its last syllable, if its end is one, and how what comes before is read. */
interface Reading {
  readonly cost: number;
  readonly before?: Reading;
  readonly syllable?: ThaiSyllable | undefined;
}

/** The likeliest way to read a word as syllables: the one of least cost. Signs that fit nowhere are passed over. */
export function splitThaiSyllables(word: string): readonly ThaiSyllable[] {
  const best: (Reading | undefined)[] = [{ cost: 0 }];
  for (let at = 0; at < word.length; at++) {
    const here = best[at];
    if (!here) continue;
    const offer = (end: number, cost: number, syllable?: ThaiSyllable) => {
      const known = best[end];
      if (known && known.cost <= here.cost + cost) return;
      best[end] = { cost: here.cost + cost, before: here, syllable };
    };
    offer(at + 1, skippedCost);
    for (const shape of shapes) {
      shape.pattern.lastIndex = at;
      const found = shape.pattern.exec(word);
      const { initial = '', tone = '', final = '' } = found?.groups ?? {};
      if (!found || (initial.length > 1 && !together.test(initial))) continue;
      const end = at + found[0].length;
      const cost = shape.isBare && end === word.length ? bareLastCost : shape.cost;
      const { vowel, length, isBare } = shape;
      const gain = initial.length > 1 ? togetherGain : 0;
      offer(end, cost - gain, { initial, vowel, length, toneMark: tone, final, isBare });
    }
  }
  return listSyllables(best[word.length]);
}

function listSyllables(whole: Reading | undefined): ThaiSyllable[] {
  const backwards: ThaiSyllable[] = [];
  for (let reading = whole; reading; reading = reading.before)
    if (reading.syllable) backwards.push(reading.syllable);
  return backwards.reverse();
}

function readSpelling(spelling: string): Shape[] {
  const [pattern = '', vowel = '', length = 'long'] = spelling.trim().split(' ');
  return [
    pattern.replace('(F)', ''),
    ...(pattern.includes('(F)') ? [pattern.replace('(F)', 'F')] : []),
  ].flatMap(each => makeShapes(each, vowel, length as Shape['length'], shownCost));
}

function makeShapes(spelling: string, vowel: string, length: Shape['length'], cost: number): Shape[] {
  return [1, 2].map(count => {
    const source = spelling
      .replace('I', `(?<initial>[ก-ฮ]{${count}})`)
      .replace('T', '(?<tone>[่-๋]?)')
      .replace('F', '(?<final>[กขคฆจชซฎฏฐฑฒดตถทธศษสบปพฟภนณญรลฬมงยว])');
    const pattern = new RegExp(source, 'uy');
    return { pattern, vowel, length, cost, isBare: spelling === 'I' && count === 1 };
  });
}
