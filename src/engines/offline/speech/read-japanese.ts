interface Token {
  readonly surface: string;
  /** Absent where the dictionary does not know the word. */
  readonly partOfSpeech: string;
  readonly pronunciation?: string;
}

interface Tokenizer {
  tokenize(text: string): Token[];
}

let tokenizer: Promise<Tokenizer> | undefined;

/**
 * Writes Japanese as it is pronounced, in katakana, phrase by phrase: espeak-ng reads no kanji and takes the particles は
 * and へ by their letters. Readings come from the IPADIC dictionary; a rare name may be read wrongly.
 * The first call takes about 0.4 s and 140 MB.
 */
export async function readJapanese(text: string): Promise<string> {
  tokenizer ??= loadTokenizer();
  let phrases = '';
  let endsLikeNumber = false;
  for (const token of (await tokenizer).tokenize(text)) {
    const isOneNumber = endsLikeNumber && /^[\d.,:%]/u.test(token.surface);
    const said = token.pronunciation ?? token.surface;
    phrases += (isOneNumber || leansOnWordBefore(token) ? '' : ' ') + said;
    endsLikeNumber = /[\d.,:]$/u.test(said);
  }
  return phrases.trim();
}

/** Particles, endings and signs are said with the word before them. */
function leansOnWordBefore({ partOfSpeech }: Token): boolean {
  return /^(助詞|助動詞|記号)/u.test(partOfSpeech);
}

async function loadTokenizer(): Promise<Tokenizer> {
  // Loaded only here, because no other language needs its 13 MB.
  const { TokenizerBuilder } = await import('lindera-wasm-nodejs-ipadic');
  const builder = new TokenizerBuilder();
  builder.setDictionary('embedded://ipadic');
  builder.setMode('normal');
  return builder.build();
}
