import { getLanguage, type LanguageName } from '../languages.ts';
import { checkMessages } from '../messages/checks.ts';
import { t } from '../messages/message.ts';
import type { CastMember, Line } from '../narration/project.ts';
import { printShortTime } from '../script/time-format.ts';
import { createCheck, type LineCheck } from './line-check.ts';
import { getOwnWords } from './own-words.ts';

interface Said {
  readonly line: Line;
  /** Of its own words, without the 's of names. */
  readonly words: readonly string[];
}

/** A member of the cast, by what lines say of somebody. */
interface Known {
  readonly member: CastMember;
  readonly isNamed: (said: Said) => boolean;
  /** Part of the name, such as the first name. */
  readonly isNamedInPart: (said: Said) => boolean;
  /** Words of the look. */
  readonly listLooks: (said: Said) => readonly string[];
}

const leastLookLetters = 4;
/** They are in any line. */
const smallWords: ReadonlySet<string> = new Set(
  'with from that this their eine einem einen einer ihre ihrem seine seinem para como'.split(' '),
);
/** A look of one word, such as "hat", may be anybody's. */
const leastLooks = 2;

/**
 * Whether people are named only once the video names them, then always the same, and have been described by then.
 * @param cast those who are confirmed
 */
export function checkCast(
  lines: readonly Line[],
  cast: readonly CastMember[],
  language: LanguageName,
): readonly LineCheck[] {
  if (cast.length === 0) return [];
  const said = lines.map(line => ({ line, words: listWords(line, language) }));
  const known = cast.filter(({ name }) => name !== '').map(member => toKnown(member, language));
  return known.flatMap(person => [
    ...checkNamed(said, person),
    ...checkSameName(said, person, known),
    ...checkDescribed(said, person),
  ]);
}

/** In languages without spaces the text itself is searched. */
function hasSpaces(language: LanguageName): boolean {
  return getLanguage(language).speakingRate.unit === 'words';
}

function listWords(said: { readonly text: string }, language: LanguageName): readonly string[] {
  const own = getOwnWords(said);
  if (!hasSpaces(language)) return [own.text];
  return own.tokens.filter(({ isWord }) => isWord).map(token => token.text.replace(/'s?$/u, ''));
}

function toKnown(member: CastMember, language: LanguageName): Known {
  const { name, look } = member;
  if (!hasSpaces(language)) {
    const looks = look.match(/[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu) ?? [];
    const isNamed = ({ words }: Said) => words.some(text => text.includes(name));
    const listLooks = ({ words }: Said) => looks.filter(part => words.some(text => text.includes(part)));
    return { member, isNamed, isNamedInPart: isNamed, listLooks };
  }
  const parts = listWords({ text: name }, language);
  const looks = listWords({ text: look.toLowerCase() }, language).filter(
    word => word.length >= leastLookLetters && !smallWords.has(word),
  );
  return {
    member,
    isNamed: ({ words }) => words.some((_, at) => parts.every((part, i) => isForm(words[at + i], part))),
    isNamedInPart: ({ words }) => words.some(word => parts.some(part => isForm(word, part))),
    listLooks: ({ words }) => [...new Set(words.filter(word => looks.includes(word.toLowerCase())))],
  };
}

/** Also a genitive, such as Annas in German. */
function isForm(word: string | undefined, name: string): boolean {
  return word === name || word === `${name}s`;
}

function checkNamed(said: readonly Said[], { member, isNamed }: Known): LineCheck[] {
  const { name, look, namedMs } = member;
  if (namedMs === undefined) return [];
  const early = said.filter(each => (each.line.startMs ?? 0) < namedMs && isNamed(each));
  const message = t(checkMessages['named-when-known'], { name, time: printShortTime(namedMs / 1000) });
  const wish = look === '' ? `Do not name ${name} yet.` : `Call ${name} “${look}” instead.`;
  return early.map(({ line }) => createCheck(line, 'named-when-known', { message, wish }));
}

function checkSameName(said: readonly Said[], person: Known, known: readonly Known[]): LineCheck[] {
  const { name, namedMs } = person.member;
  if (namedMs === undefined) return [];
  return said.flatMap(each => {
    if ((each.line.startMs ?? 0) < namedMs || isTranslated(each)) return [];
    const looks = person.listLooks(each);
    if (looks.length < leastLooks || person.isNamedInPart(each)) return [];
    if (known.some(other => other !== person && other.listLooks(each).length >= leastLooks)) return [];
    const shown = { name, words: looks.join(' '), time: printShortTime(namedMs / 1000) };
    const message = t(checkMessages['one-name'], shown);
    return createCheck(each.line, 'one-name', { message, wish: `Call this person ${name}.` });
  });
}

function checkDescribed(said: readonly Said[], { member, isNamed, listLooks }: Known): LineCheck[] {
  const { name, look } = member;
  const first = said.findIndex(isNamed);
  const line = said[first]?.line;
  const isDescribed = said.slice(0, first + 1).some(each => listLooks(each).length > 0 || isTranslated(each));
  if (!line || look === '' || isDescribed) return [];
  const message = t(checkMessages['described-first'], { name });
  return [createCheck(line, 'described-first', { message, wish: `Add in a few words: ${look}.` })];
}

/** Looks are written in the language of the narration that it translates. */
function isTranslated({ line }: Said): boolean {
  return line.sourceLineId !== undefined;
}
