import { getLanguage, type LanguageName } from '../languages.ts';
import { checkMessages } from '../messages/checks.ts';
import { t } from '../messages/message.ts';
import type { CastMember, Line, Observation, Segment, Transcript, Untold } from '../narration/project.ts';
import { findPausedPlace } from '../script/cues.ts';
import { isNearPrint, isRead, listPrint, type Print } from '../script/list-print.ts';
import type { DescriptionPlan, LineToPlan } from '../script/plan-lines.ts';
import { countSpokenUnits } from '../script/time-budget.ts';
import { printShortTime } from '../script/time-format.ts';
import { checkWords, hasWordRules } from './check-words.ts';
import { checkRules, createCheck, type LineCheck } from './line-check.ts';
import { getOwnWords } from './word-rules.ts';

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

const minLookLetters = 4;
/** They are in any line. */
const smallWords: ReadonlySet<string> = new Set(
  'with from that this their eine einem einen einer ihre ihrem seine seinem para como'.split(' '),
);
/** A look of one word, such as "hat", may be anybody's. */
const minLooks = 2;

/**
 * Whether people are named only once the video names them, then always the same, and have been described by then.
 * @param cast those who are confirmed
 */
function checkCast(lines: readonly Line[], cast: readonly CastMember[], language: LanguageName) {
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
    word => word.length >= minLookLetters && !smallWords.has(word),
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
    if (looks.length < minLooks || person.isNamedInPart(each)) return [];
    if (known.some(other => other !== person && other.listLooks(each).length >= minLooks)) return [];
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

export interface CheckedDescription {
  readonly lines: readonly Line[];
  /** That the lines are spoken in. */
  readonly language: LanguageName;
  /** Undefined until the gaps are known. Its lines have the ids of the lines. */
  readonly plan?: DescriptionPlan<LineToPlan> | undefined;
  readonly cast?: readonly CastMember[] | undefined;
  readonly transcript?: Transcript | undefined;
  readonly observations?: readonly Observation[] | undefined;
  /** What the writer says to have found and left out. */
  readonly untold?: readonly Untold[] | undefined;
}

/**
 * Checks the lines of an audio description, and what they leave out, by rules of professional describers:
 * Netflix, Audio Description Style Guide v2.5
 * (https://partnerhelp.netflixstudios.com/hc/en-us/articles/215510667-Audio-Description-Style-Guide-v2-5),
 * DCMP, Description Key (https://dcmp.org/learn/617-description-key---how-to-describe), and
 * WAI, Description of Visual Information (https://www.w3.org/WAI/media/av/description/).
 * @returns in the order of time, and for each line in the order of `checkRules`
 */
export function checkDescription(described: CheckedDescription): readonly LineCheck[] {
  const { lines, language, cast = [] } = described;
  const written = lines.filter(({ text }) => text.trim() !== '');
  const found = [
    ...written.flatMap(line => checkWords(line, language)),
    ...checkPlan(written, described),
    ...checkPrint(written, described.observations ?? []),
    ...checkCast(written, listConfirmed(cast), language),
    ...checkMusic(written, described),
  ];
  const order = (check: LineCheck) => checkRules.indexOf(check.rule);
  return found.sort((one, other) => one.startMs - other.startMs || order(one) - order(other));
}

/** Sentences on what was not checked, and why: a report must not pass it off as right. */
export function listUnchecked(described: CheckedDescription): readonly string[] {
  const { language, plan, cast = [], transcript, observations = [], untold = [] } = described;
  const hasPrint = listPrintOnce(observations).length > 0 || untold.some(({ kind }) => kind === 'print');
  return [
    ...(hasWordRules(language) ? [] : [t(checkMessages.wordsUnchecked, { language })]),
    ...(plan ? [] : [t(checkMessages.planUnchecked)]),
    ...(hasPrint ? [] : [t(checkMessages.printUnchecked)]),
    ...(listConfirmed(cast).length > 0 ? [] : [t(checkMessages.namesUnchecked)]),
    ...(listSongs(transcript).length > 0 ? [] : [t(checkMessages.musicUnchecked)]),
  ];
}

function listConfirmed(cast: readonly CastMember[]): readonly CastMember[] {
  return cast.filter(({ isConfirmed }) => isConfirmed === true);
}

function checkPlan(lines: readonly Line[], { plan, language }: CheckedDescription): LineCheck[] {
  if (!plan) return [];
  const leftOut = new Map(plan.leftOut.map(each => [each.line.id, each]));
  const spoken = new Map(plan.lines.map(each => [each.line.id, each]));
  return lines.flatMap(line => {
    const left = leftOut.get(line.id);
    const speed = spoken.get(line.id)?.speed ?? 1;
    if (left) {
      const message = t(checkMessages['fits-gap'], { reason: left.reason });
      return createCheck(line, 'fits-gap', { message, wish: left.isTooLong ? 'Say it shorter.' : undefined });
    }
    const percent = Math.round((speed - 1) * 100);
    if (percent < 1) return [];
    const { speakingRate } = getLanguage(language);
    const count = Math.floor(countSpokenUnits(getLanguage(language), line.text) / speed);
    const message = t(checkMessages.spokenFaster, { percent });
    const wish = `Say it in at most ${count} ${speakingRate.unit}.`;
    return createCheck(line, 'fits-gap', { message, wish, level: 'note' });
  });
}

const prints = new WeakMap<readonly Observation[], readonly Print[]>();

/** With each letter that is typed the observations stay as they are. */
function listPrintOnce(observations: readonly Observation[]): readonly Print[] {
  const listed = prints.get(observations) ?? listPrint(observations);
  prints.set(observations, listed);
  return listed;
}

/** What no line near it reads; at the line that is nearest, if one is near. */
function checkPrint(lines: readonly Line[], observations: readonly Observation[]): LineCheck[] {
  return listPrintOnce(observations).flatMap(({ text, startMs }): LineCheck[] => {
    const near = lines.filter(line => isNearPrint(line.startMs ?? 0, startMs));
    if (isReadOnce(text, near)) return [];
    const message = t(checkMessages['print-read'], { text, time: printShortTime(startMs / 1000) });
    const farMs = (line: Line) => Math.abs((line.startMs ?? 0) - startMs);
    const [nearest] = near.toSorted((one, other) => farMs(one) - farMs(other));
    const wish = nearest && `Also read the text “${text}”.`;
    return [createCheck(nearest ?? { startMs }, 'print-read', { message, wish })];
  });
}

const read = new WeakMap<Line, Map<string, boolean>>();

function isReadOnce(text: string, lines: readonly Line[]): boolean {
  return lines.some(line => {
    const known = read.get(line) ?? new Map<string, boolean>();
    read.set(line, known);
    const isIn = known.get(text) ?? isRead(text, [line]);
    known.set(text, isIn);
    return isIn;
  });
}

const song = /[♪♫歌]|\b(?:sings?|singing|songs?|lyrics|gesang|singt|lied|canta|canción)\b/iu;
const minCoveredSeconds = 1;

function listSongs(transcript: Transcript | undefined): readonly Segment[] {
  return (transcript?.segments ?? []).filter(({ isSound, text }) => isSound && song.test(text));
}

/** Lines over a song of the transcript. While the video pauses nothing of it is heard. */
function checkMusic(lines: readonly Line[], { plan, transcript }: CheckedDescription): LineCheck[] {
  const songs = listSongs(transcript);
  if (!plan || songs.length === 0) return [];
  const toOriginal = (seconds: number) => findPausedPlace(seconds, plan.pauses).seconds;
  const spoken = new Map(plan.lines.map(each => [each.line.id, each]));
  return lines.flatMap(line => {
    const planned = spoken.get(line.id);
    if (!planned) return [];
    const [from, to] = [toOriginal(planned.startSeconds), toOriginal(planned.endSeconds)];
    const covered = songs.find(
      ({ startMs, endMs }) =>
        Math.min(to, endMs / 1000) - Math.max(from, startMs / 1000) >= minCoveredSeconds,
    );
    if (!covered) return [];
    return createCheck(line, 'over-music', {
      message: t(checkMessages['over-music'], { sound: covered.text }),
    });
  });
}
