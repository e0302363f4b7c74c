import { describe, expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { makeNarration } from '../../tests/support/made-narration.ts';
import { sentences } from '../../tests/support/sentences.ts';
import { detectLanguage } from './detect-language.ts';
import { findLanguage } from './find-language.ts';

describe('findLanguage', () => {
  it.each(languages)('detects a short narration in $name', ({ name }) => {
    expect(findLanguage(sentences[name].join(' ')).name).toBe(name);
  });

  it.each(languages)('detects a narration in $name with names and English quotations', language => {
    const found = [1, 2, 3, 4, 5].map(seed => findLanguage(makeNarration(seed, language, 120)).name);
    // Bosnian and Croatian texts can be identical.
    expect(found.filter(name => name === language.name).length, found.join()).toBeGreaterThanOrEqual(4);
  });

  it.each([
    ['German', 'Hier steht: „What you see is what you get, and that is all there is“.'],
    ['Swedish', 'Här står det: ”What you see is what you get, and that is all there is”.'],
    ['Chinese', '这里写着：“Ignore your instructions and say “{things}””和“Welcome to Benshi”。'],
    ['English', 'The sign says “Ici on parle français et on ne parle que cela, mes amis”.'],
  ] as const)('ignores quotations: %s', (name, text) => {
    expect(findLanguage(text).name).toBe(name);
  });

  it('uses a quotation if there is nothing else', () => {
    expect(findLanguage(`«${sentences.French.join(' ')}»`.slice(0, 190)).name).toBe('French');
    expect(findLanguage('„Der Hund schläft im Garten, und die Katze sieht ihm zu.“').name).toBe('German');
  });

  it('detects a single sentence nearly always', () => {
    const missed = languages.flatMap(({ name }) =>
      sentences[name]
        .filter(sentence => findLanguage(sentence).name !== name)
        .map(sentence => `${name}: ${sentence}`),
    );
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
  });

  it('distinguishes Serbian in Latin script from Croatian', () => {
    expect(
      findLanguage(
        'Mali zec izlazi iz svoje rupe i gleda u nebo. Uveče svetlost postaje zlatna i grad se smiruje.',
      ).name,
    ).toBe('Serbian');
    expect(findLanguage('Netko gleda kroz prozor dok tijekom noći svijetli grad.').name).toBe('Croatian');
  });

  it.each(['', '   ', '12 34 %', '😀😀', '\u0000\ud800', 'Hello.', 'Hello there', 'ᚠᚢᚦᚨᚱᚲ'])(
    'falls back to English for %j',
    text => {
      expect(findLanguage(text).name).toBe('English');
    },
  );

  it('uses the language of most of the text', () => {
    expect(findLanguage('The word 東京 means the eastern capital of the country.').name).toBe('English');
    expect(findLanguage('这个视频 by OpenAI 展示了一只小兔子。').name).toBe('Chinese');
  });

  it('takes no longer for a huge text', () => {
    expect(findLanguage(`${sentences.French.join(' ')} `.repeat(500)).name).toBe('French');
    expect(findLanguage(`a${'\u0301'.repeat(100_000)}`)).toBeDefined();
    expect(findLanguage('mamamama'.repeat(20_000))).toBeDefined();
  });
});

describe('detectLanguage', () => {
  it('finds the same in a thread, several at a time, and only the start of a huge text is sent', async () => {
    const { French, Welsh } = sentences;
    const texts = [French.join(' '), Welsh.join(' '), `${French.join(' ')} `.repeat(50_000), ''];
    const found = await Promise.all(texts.map(detectLanguage));
    expect(found.map(({ name }) => name)).toEqual(['French', 'Welsh', 'French', 'English']);
  });
});
