import type { LanguageCode } from '#shared/languages.ts';
import { allForms } from './spoken-forms.ts';

/** Longer than any abbreviation. */
const reach = 20;
/** Others end sentences, too: what follows them begins small, or it is another sentence. */
const mayEnd = /^(?:etc|usw|ecc|it[dp])/u;
/** Such as the first half of "z. B." */
const letterStop = String.raw`\p{Ll}\.`;

const stopsOfLanguages = new Map<LanguageCode, ReturnType<typeof findStops>>();

/** Whether the full stop between two pieces of a text is one of an abbreviation or an ordinal number. Looks at their edges only. */
export function isWithinSentence(before: string, after: string, code: LanguageCode): boolean {
  const tail = before.slice(-reach);
  const stops = stopsOfLanguages.get(code) ?? findStops(code);
  stopsOfLanguages.set(code, stops);
  const { anywhere, beforeDigit } = stops;
  return anywhere.test(tail) || (/^\d/u.test(after) && beforeDigit.test(tail));
}

function findStops(code: LanguageCode) {
  const { abbreviations = [], ordinalDot } = allForms[code] ?? {};
  const known = abbreviations.map(([pattern]) => pattern).filter(pattern => !mayEnd.test(pattern));
  // What has to follow is in the next piece.
  const needsDigit = (pattern: string) => pattern.endsWith(String.raw`\d)`);
  const match = (patterns: readonly string[]) => {
    const alone = patterns.map(pattern => pattern.replace(/(?:\\s\?)?\(\?=[^()]*\)$/u, ''));
    return new RegExp(String.raw`(?<![\p{Lu}\p{Ll}\p{M}\d.,])(?:${alone.join('|')})\s*$`, 'u');
  };
  return {
    anywhere: match([
      letterStop,
      ...(ordinalDot ? [String.raw`\d{1,2}\.`] : []),
      ...known.filter(pattern => !needsDigit(pattern)),
    ]),
    beforeDigit: match([String.raw`[Nn]o\.`, ...known.filter(needsDigit)]),
  };
}
