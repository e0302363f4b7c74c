import { splitThaiSyllables, type ThaiSyllable } from './thai-syllables.ts';

/** How a consonant sounds at the start of a syllable, in espeak-ng's phonemes. */
const initialSounds = spread(
  'ก:k ขฃคฅฆ:k_h ง:N จ:tS ฉชฌ:tSh ซศษส:s ญย:j ฎด:d ฏต:t ฐฑฒถทธ:t_h ณน:n บ:b ป:p ผพภ:p_h ฝฟ:f ม:m รฤ:r ลฬ:l ว:w หฮ:h อ:?',
);
/** And at its end. ย and ว melt with the vowel. */
const finalSounds = spread('กขคฆ:k จชซฎฏฐฑฒดตถทธศษส:t บปพฟภ:p นณญรลฬ:n ม:m ง:N ย:i ว:u');
const midClass = 'กจฎฏดตบปอ';
const highClass = 'ขฃฉฐถผฝศษสห';
/** These take over the class of a consonant that is said before them. */
const sonorants = 'งญณนมยรลวฬ';

/** The tones of espeak-ng's Thai voice. */
const tonePhonemes = { mid: '3', low: '2', falling: '5', high: '4', rising: '1' } as const;
type Tone = keyof typeof tonePhonemes;

const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Writes the Thai words of a text as phonemes for espeak-ng, `[[…]]`; the rest stays as it is.
 * espeak-ng's own rules for Thai know few vowel signs and no tones ("ภาพ" becomes "phasph"), but its Thai voice has the sounds. So
 * the spelling is read here (https://en.wikipedia.org/wiki/Thai_script, Orthography and Diacritics); words that are not said as
 * they are spelled come out as they are spelled.
 */
export function readThai(text: string): string {
  let spoken = '';
  let previous = '';
  for (const { segment } of words.segment(text.replace(/ํา/gu, 'ำ').replaceAll('ๆ', ' ๆ '))) {
    const isRepetition = segment.trim() === 'ๆ';
    if (!isRepetition && !/[ก-ฮ]/u.test(segment)) {
      spoken += segment;
      continue;
    }
    if (!isRepetition) previous = readWord(segment);
    spoken += ` [[${previous}]] `;
  }
  // Words that follow each other are one phrase.
  return spoken.replace(/\]\] +\[\[/gu, ' ').trim();
}

function readWord(word: string): string {
  // A consonant under the sign of silence is not said, nor is its vowel.
  const said = word.replace(/[ก-ฮ][ิุ]?์/gu, '').replace(/[^ก-ฮะ-ูเ-ไ็-๋]/gu, '');
  const syllables = splitThaiSyllables(said);
  return syllables.map((syllable, index) => pronounce(syllable, syllables[index - 1])).join('|');
}

function pronounce(syllable: ThaiSyllable, before: ThaiSyllable | undefined): string {
  const { initial, vowel, final } = syllable;
  return (
    soundInitial(initial) + tonePhonemes[findTone(syllable, before)] + vowel + (finalSounds.get(final) ?? '')
  );
}

function soundInitial(initial: string): string {
  const [first = '', second] = initial;
  const sound = initialSounds.get(first) ?? '';
  if (second === undefined) return sound;
  if (initial === 'ทร') return 's';
  if (first === 'ห' || initial === 'อย') return initialSounds.get(second) ?? '';
  // The r of จริง, สร้าง, เศร้า is not said.
  if (second === 'ร' && 'จซศส'.includes(first)) return sound;
  return sound + (initialSounds.get(second) ?? '');
}

/** The tone follows from the class of the first consonant, the mark, and whether the syllable can be held. */
function findTone(syllable: ThaiSyllable, before: ThaiSyllable | undefined): Tone {
  const { initial, length, toneMark, final } = syllable;
  const leader = before?.isBare && sonorants.includes(initial.charAt(0)) ? before.initial : initial;
  const tonalClass =
    findClass(leader.charAt(0)) === 'low' ? findClass(initial.charAt(0)) : findClass(leader.charAt(0));
  if (toneMark === '๊') return 'high';
  if (toneMark === '๋') return 'rising';
  if (toneMark === '่') return tonalClass === 'low' ? 'falling' : 'low';
  if (toneMark === '้') return tonalClass === 'low' ? 'high' : 'falling';
  const finalSound = finalSounds.get(final) ?? '';
  const isHeld = finalSound === '' ? length !== 'short' : !'ktp'.includes(finalSound);
  if (isHeld) return tonalClass === 'high' ? 'rising' : 'mid';
  if (tonalClass !== 'low') return 'low';
  return length === 'short' ? 'high' : 'falling';
}

function findClass(consonant: string): 'mid' | 'high' | 'low' {
  if (midClass.includes(consonant)) return 'mid';
  return highClass.includes(consonant) ? 'high' : 'low';
}

/** Gives each letter of `กข:k ง:N` its sound. */
function spread(groups: string): ReadonlyMap<string, string> {
  return new Map(
    groups.split(' ').flatMap(group => {
      const [letters = '', sound = ''] = group.split(':');
      return [...letters].map(letter => [letter, sound] as const);
    }),
  );
}
