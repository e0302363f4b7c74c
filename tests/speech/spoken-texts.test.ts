import { describe, expect, test } from 'vitest';
import { type LanguageName, languageNames } from '#shared/languages.ts';
import { loadPhonemes } from '../support/phonemes.ts';
import texts from '../support/spoken-texts.json' with { type: 'json' };

// Each text is followed by the ways in which it may be said, in words. In Hindi and Arabic, which espeak-ng reads worse as
// words than as numbers, those have the whole numbers in digits, which the voice says.

/** What espeak-ng transcribes otherwise in a number than in the same word, or at the border of two words. */
const folds: Partial<Record<LanguageName, readonly (readonly [RegExp, string])[]>> = {
  German: [
    [/zɛ?ə?n[td]/gu, 'zɛnt'],
    [/fiɾʊntd|virʊnd|viɾʊnd/gu, 'fiɾʊntd'],
    [/fɪɾts|viɾts/gu, 'fiɾts'],
    [/ʊnt?d/gu, 'ʊnt'],
    [/tts/gu, 'ts'],
    [/aɪn(?=hʊn[td]ɜt|taʊzɛnt)/gu, ''],
  ],
  Japanese: [[/ɴ/gu, 'n']],
  French: [
    [/ə/gu, ''],
    [/sɛ̃k(?=m)/gu, 'sɛ̃'],
  ],
  Spanish: [
    [/eɪ/gu, 'ei'],
    [/ɛ/gu, 'e'],
    [/ð/gu, 'd'],
    [/ɣ/gu, 'ɡ'],
    [/β/gu, 'b'],
  ],
  Italian: [
    [/ɪ/gu, 'i'],
    [/ʊ/gu, 'u'],
    [/ɛ/gu, 'e'],
    [/ɔ/gu, 'o'],
    [/w/gu, 'u'],
    [/ŋ/gu, 'n'],
    [/ɾ/gu, 'r'],
  ],
  Portuguese: [
    [/j/gu, 'y'],
    [/ɾə|ɾ/gu, 'r'],
    [/ɔ/gu, 'o'],
    [/ɛ/gu, 'e'],
    [/w/gu, 'u'],
    [/z/gu, 's'],
    [/i(?=i)/gu, ''],
    [/nov[ey]/gu, 'nove'],
    [/mʊ?i?ki|mʊ?i?iki/gu, 'miki'],
  ],
  Polish: [
    [/cʲ/gu, 'tɕ'],
    [/dʑ/gu, 'tɕ'],
    [/ɛɲ(?=tɕ)/gu, 'ɛ'],
    [/nt|nd/gu, 'nt'],
    [/td|tt|dd/gu, 't'],
    [/^(.*)wt/u, '$1ft'],
  ],
};

/** Numbers that agree with the word behind them. */
const stillWrong: Partial<Record<LanguageName, readonly string[]>> = {
  Portuguese: ['Aqui vivem 12.500 pessoas.'],
  Polish: ['Zbudowano go w 1999 roku.'],
};

const phonemes = loadPhonemes();

describe.each(Object.entries(texts))('%s', (name, rows) => {
  const language = languageNames.find(each => each === name) ?? 'English';

  test('what narrations contain is said by the offline voice as the language says it', async () => {
    const say = await phonemes;
    const listen = async (text: string) => fold(await say(text, language), language);
    const wrong: string[] = [];
    for (const [text = '', ...words] of rows) {
      const heard = await listen(text);
      const expected = await Promise.all(words.map(listen));
      if (!expected.includes(heard)) wrong.push(text);
    }
    expect(rows).toHaveLength(45);
    expect(wrong).toEqual(stillWrong[language] ?? []);
  });
});

/** Without stress, lengths and borders of words. A pause between sentences (`¦`) counts. */
function fold(said: string, language: LanguageName): string {
  const sounds = said.replace(/[\s_ˈˌː]+/gu, '').replaceAll('pau', '');
  return (folds[language] ?? []).reduce((folded, [sound, usual]) => folded.replace(sound, usual), sounds);
}
