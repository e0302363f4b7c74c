import { createRequire } from 'node:module';

interface Token {
  readonly surface: string;
  /** Absent where the dictionary does not know the word. */
  readonly partOfSpeech: string;
  readonly pronunciation?: string;
}

let tokenizer: { tokenize(text: string): Token[] } | undefined;

/**
 * Writes Japanese as it is pronounced, in katakana, phrase by phrase: espeak-ng reads no kanji and takes the particles は
 * and へ by their letters. Readings come from the IPADIC dictionary; a rare name may be read wrongly.
 * The first call takes about 0.4 s and 140 MB.
 */
export function readJapanese(text: string): string {
  tokenizer ??= createTokenizer();
  let phrases = '';
  for (const token of tokenizer.tokenize(text)) {
    phrases += (leansOnWordBefore(token) ? '' : ' ') + (token.pronunciation ?? token.surface);
  }
  return phrases.trim();
}

/** Particles, endings and signs are said with the word before them. */
function leansOnWordBefore({ partOfSpeech }: Token): boolean {
  return /^(助詞|助動詞|記号)/u.test(partOfSpeech);
}

function createTokenizer(): { tokenize(text: string): Token[] } {
  // The package is CommonJS without a main that an import finds by name; loading it only here spares everyone else.
  const lindera = createRequire(import.meta.url)('lindera-wasm-nodejs-ipadic');
  const builder = new lindera.TokenizerBuilder();
  builder.setDictionary('embedded://ipadic');
  builder.setMode('normal');
  return builder.build();
}
