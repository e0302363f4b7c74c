/** How a word is said, in one language: of a project's glossary or an account's list. */
export interface Pronunciation {
  readonly term: string;
  /** A respelling such as "ben-shee", or IPA between slashes: "/ˈbɛnʃi/". */
  readonly say: string;
}

/** The IPA of a pronunciation without its slashes; undefined for a respelling. */
export function readIpa({ say }: Pronunciation): string | undefined {
  return /^\/(?<ipa>[^/]+)\/$/u.exec(say.trim())?.groups?.ipa?.trim();
}

/** Those that occur in a text, as whole words whatever their case; where two are for one word, the first. */
export function pickPronunciations(text: string, all: readonly Pronunciation[]): readonly Pronunciation[] {
  const terms = new Set<string>();
  return all.filter(({ term }) => {
    const key = term.trim().toLowerCase();
    if (key === '' || terms.has(key) || !matchTerm(term).test(text)) return false;
    terms.add(key);
    return true;
  });
}

/** The text as it is sent to a voice: respelled words replaced. Those with IPA stay as they are written. */
export function respell(text: string, pronunciations: readonly Pronunciation[]): string {
  return pickPronunciations(text, pronunciations).reduce(
    (said, each) => (readIpa(each) === undefined ? replaceTerm(said, each.term, () => each.say) : said),
    text,
  );
}

/** Replaces a term wherever it is a whole word, whatever its case. */
export function replaceTerm(text: string, term: string, toSaid: (word: string) => string): string {
  return text.replace(matchTerm(term), word => toSaid(word));
}

/** Not within another word. Languages without spaces between words have no such bounds. */
function matchTerm(term: string): RegExp {
  const escaped = term.trim().replace(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
  const isSpaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(
    term.trim(),
  );
  const bounds = isSpaced ? ['', ''] : [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`];
  return new RegExp(`${bounds[0]}${escaped}${bounds[1]}`, 'giu');
}
