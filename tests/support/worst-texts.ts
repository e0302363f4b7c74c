import fc from 'fast-check';
import { readScripts, type Script } from './script-letters.ts';

/** A text of any length: `start`, repeated `unit`, `end`. */
export interface Recipe {
  readonly script: string;
  readonly start: string;
  readonly unit: string;
  readonly end: string;
}

/** Partial and full matches of the product's patterns and loops. */
const fragments =
  `. , ! ? : ; - _ ' " \` * / \\ | < > ( ) [ ] { } @ # % & + = ~ 。 、 ！ ? … « » “ ” ’ 「 」 ・ ฯ ๆ
 nya mwa nga wha ka a. a.a 1. 1 12 +1 (at) [at] a@ @a. a@a. :// //a@ sk- sk-a Bearer data: <a </a <!-- --> \`\`\` &lt;
 =? "token":" 0:00.0 light: | ; boundary=" W/" mga x á A. Mr. 漢字 か。 ที่ ๑ ำ 👩 👩‍ 🇩 ️`
    .trim()
    .split(/\s+/u);
const gaps = [
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\u00a0',
  '\u2028',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u202e',
  '\u0000',
  '\ufffd',
];
/** Lone surrogates. */
const halves = ['\ud800', '\udc00'];

/** Texts of one script: of one letter, of several, with marks, separators and mismatches. */
function makeRecipes({ name, letters, marks }: Script): fc.Arbitrary<Recipe> {
  const own = fc.constantFrom(...(letters.length > 0 ? letters : marks));
  const mark = fc.constantFrom(...(marks.length > 0 ? marks : ['\u0301']));
  const bait = fc.constantFrom(...fragments);
  const gap = fc.constantFrom(...gaps);
  const half = fc.constantFrom(...halves);
  const piece = fc.oneof(
    { weight: 6, arbitrary: own },
    { weight: 2, arbitrary: mark },
    { weight: 4, arbitrary: bait },
    { weight: 2, arbitrary: gap },
    { weight: 1, arbitrary: half },
  );
  const oneKind = fc.oneof(own, mark, bait, gap);
  const mixture = fc.array(piece, { minLength: 2, maxLength: 6 }).map(pieces => pieces.join(''));
  // Marks that need reordering, also after removed characters.
  const marksAndGap = fc.tuple(mark, mark, fc.oneof(fc.constant(''), gap)).map(pieces => pieces.join(''));
  const longWord = fc.array(own, { minLength: 10, maxLength: 40 }).map(pieces => pieces.join(''));
  const border = fc.oneof(fc.constant(''), piece, fc.constant('q'));
  return fc.record({
    script: fc.constant(name),
    start: border,
    unit: fc.oneof(oneKind, mixture, mixture, marksAndGap, longWord),
    end: border,
  });
}

export function makeTextsOfAllScripts(seed: number, textsOfEach: number): Recipe[] {
  return readScripts().flatMap((script, index) =>
    fc.sample(makeRecipes(script), { seed: seed + index, numRuns: textsOfEach }),
  );
}

export function writeText({ start, unit, end }: Recipe, characters: number): string {
  const inner = Math.max(1, characters - start.length - end.length);
  return start + unit.repeat(Math.ceil(inner / unit.length)).slice(0, inner) + end;
}
